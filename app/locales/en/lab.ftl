# Words of the lab engine. Keys are its ids behind `lab-`; see labs/src/report/label.rs.

# Events
lab-action-allocate = Allocate
lab-action-free = Free
lab-action-allocate-and-free = Allocate and free
lab-action-out-of-memory = Out of memory
lab-action-hold = Held by others
lab-action-empty-cache = empty_cache

# Names of tensors, and of who holds memory
lab-name-large = large tensor
lab-name-medium = medium tensor
lab-name-small = small tensor
lab-name-tensor = tensor
lab-name-piece = piece
lab-name-spacer = spacer
lab-name-last = last tensor
lab-name-kv-cache = KV cache
lab-name-other-programs = other programs
lab-name-request = Request { $number }
lab-name-all-prompts = All prompts

# Choices
lab-choice-many = many gaps of 100 MiB
lab-choice-classic = five gaps of 1 GiB
lab-choice-yes = yes
lab-choice-no = no
lab-choice-octaves = many short, few long
lab-choice-uniform = all lengths alike

# Parameters
lab-parameter-device = Memory of the device
lab-parameter-times = Times that the tensor is made and dropped
lab-parameter-tensor-size = Size of the tensor
lab-parameter-first-size = Size of the first tensor
lab-parameter-second-size = Size of the second tensor
lab-parameter-second-odd-bytes = Bytes that it has beyond that
lab-parameter-batch-count = Tensors of the batch
lab-parameter-batch-size = Size of each
lab-parameter-size-behind = Size of the tensor behind them
lab-parameter-small-count = Small tensors
lab-parameter-small-size = Size of a small tensor
lab-parameter-large-count = Large tensors
lab-parameter-large-size = Size of a large tensor
lab-parameter-scenario = Which story the defaults tell
lab-parameter-held = Memory that other programs hold
lab-parameter-pairs = Pairs of a piece and a spacer
lab-parameter-piece-size = Size of a piece
lab-parameter-spacer-size = Size of a spacer
lab-parameter-last-size = Size of the last tensor
lab-parameter-tensors-of-512-kib = Tensors of 512 KiB
lab-parameter-tensors-of-4-mib = Tensors of 4 MiB
lab-parameter-keep-every = Of how many tensors one is kept
lab-parameter-expandable = Whether segments are expandable
lab-parameter-cache = Memory for the KV cache
lab-parameter-layers = Layers of the model
lab-parameter-kv-heads = Heads of keys and values
lab-parameter-head-size = Numbers in a head
lab-parameter-number-bytes = Bytes of a number
lab-parameter-maximum = Longest length that the model allows
lab-parameter-requests = Requests
lab-parameter-prompt-max = Longest prompt
lab-parameter-output-max = Longest answer
lab-parameter-shared-prefix = Tokens that all prompts begin with
lab-parameter-block = Tokens of a block
lab-parameter-seed = Seed of the lengths
lab-parameter-prompts = How lengths of prompts are spread

# Defaults that follow from other parameters
lab-follows-device = 8,192; with five gaps 10,240
lab-follows-held = device / 16; with five gaps 0
lab-follows-tensor-size = device / 64; with five gaps all of the device
lab-follows-tensors = as many as fit, less 2; with five gaps 1
lab-follows-pairs = as many as large tensors; with five gaps 5
lab-follows-piece = 25/32 of a large tensor; with five gaps device / 10
lab-follows-spacer = 5/32 of a large tensor, or more where a second would fit behind it; with five gaps device / 10
lab-follows-ask = device / 16; with five gaps device / 5
lab-follows-half-device = half of the device
lab-follows-half-maximum = longest length / 2
lab-follows-quarter-maximum = longest length / 4
lab-follows-eighth-maximum = longest length / 8

# Parameters that do not go together
lab-problem-device-too-large = { $parameter } is { $number }, but this device has { $limit } MiB to spare. Set it to that at most.
lab-problem-less-than = { $parameter } is { $value }, but it must be less than { $other }, which is { $limit }.
lab-problem-not-more-than = { $parameter } is { $value }, but it must not be more than { $other }, which is { $limit }.
lab-problem-nothing-left = { $parameter } is { $value }, but it must be less than { $other }, which is { $limit }, or there is nothing left to allocate.
lab-problem-longest-request = shared_prefix, prompt_max and output_max are { $prefix }, { $prompt } and { $output }, { $longest } tokens together, more than maximum, which is { $maximum }. Shorten one of them.
lab-problem-model = The model cannot be computed: { $reason }
lab-problem-small-cache = cache_mib is { $cache } and holds { $capacity } tokens of this model, less than one request of maximum tokens, which is { $maximum }. Give it more.

# Runs
lab-run-straight-to-the-driver = Straight to the driver
lab-run-through-the-cache = Through the caching allocator
lab-run-default-settings = Default settings
lab-run-expandable = Expandable segments
lab-run-small-first = Small tensors first
lab-run-large-first = Large tensors first
lab-run-small-first-expandable = Small tensors first, expandable segments
lab-run-large-first-expandable = Large tensors first, expandable segments
lab-run-small-for-its-segment = One tensor that is small for its segment
lab-run-odd-size = One tensor of an odd size
lab-run-batch-with-holes = A batch with two holes
lab-run-alive-during-empty-cache = Tensors alive during empty_cache
lab-run-memory-for-the-kv-cache = Memory for the KV cache

# Moments
lab-map-after-the-last-pair = After the last pair
lab-map-with-the-tensor = With the tensor
lab-map-the-batch = The batch
lab-map-two-are-dropped = Two are dropped
lab-map-after-the-last-tensor = After the last tensor
lab-map-small-tensors = { $count } × small tensor
lab-map-large-tensors = { $count } × large tensor
lab-map-pieces-and-spacers = Pieces and spacers
lab-map-the-pieces-are-free = The pieces are free
lab-map-before-empty-cache = Before empty_cache
lab-map-after-empty-cache = After empty_cache
lab-map-after-the-last-request = After the last request
lab-map-with-the-cache = With the cache

# Figures
lab-figure-direct-calls = Driver calls without a cache
lab-figure-cached-calls = Driver calls with the cache
lab-figure-direct-time = Time without a cache
lab-figure-cached-time = Time with the cache
lab-figure-speedup = The cache is faster by
lab-figure-requested = { $run } · requested
lab-figure-allocated-of-run = { $run } · allocated
lab-figure-reserved-of-run = { $run } · reserved
lab-figure-reserved-of-run-before = { $run } · reserved before
lab-figure-reserved-of-run-with-last = { $run } · reserved with the last
lab-figure-reserved-with-first = { $run } · reserved with the first batch
lab-figure-reserved-with-second = { $run } · reserved with the second
lab-figure-allocated-with-holes = Allocated when the pieces are free
lab-figure-reserved-with-holes = Reserved when the pieces are free
lab-figure-inactive-split = Of it inactive split: free, beside live blocks
lab-figure-reserved-emptied = Reserved after empty_cache
lab-figure-refused = The last request runs out of memory
lab-figure-reserved-asked = Reserved after the last request
lab-figure-of-run = { $run } · { $what }
lab-figure-intact = Tensors with the same contents as before
lab-figure-allocated-before = Allocated before
lab-figure-allocated-after = Allocated after
lab-figure-reserved-before = Reserved before
lab-figure-free-segments = Of it whole free segments
lab-figure-reserved-after = Reserved after
lab-figure-bytes-per-token = The cache of one token
lab-figure-capacity = Tokens that the cache holds
lab-figure-full-at-once = { $policy } · requests of full length at once
lab-figure-peak = { $policy } · requests served at once
lab-figure-wasted = { $policy } · wasted on each request
lab-figure-wasted-in-blocks = Blocks of { $block } · wasted on each request
lab-figure-peak-sharing = Paged, prefix shared · requests served at once
lab-figure-copies = Paged, prefix shared · blocks copied
lab-figure-sharing-helps = Sharing serves as many requests at once, or more

# Tables
lab-policy-maximum = Maximum
lab-policy-power-of-two = Power of two
lab-policy-exact = Exact
lab-policy-paged = Paged, blocks of { $block }
lab-pool-small = small
lab-pool-large = large
lab-table-pins = What keeps each segment that is left
lab-table-policies = The policies; reserved, filled and wasted are for each request
lab-table-blocks = Sizes of blocks
lab-table-over-time = Where the tokens of memory are, step by step
lab-table-block-tables = Block tables of the first { $count } requests when most were served, prefix shared
lab-column-segment = Segment
lab-column-pool = Pool
lab-column-size = Size
lab-column-alive = Alive in it
lab-column-kept-by = Kept by
lab-column-policy = Policy
lab-column-reserved = Reserved
lab-column-filled = Filled
lab-column-wasted = Wasted
lab-column-used = Used
lab-column-served-at-once = Served at once
lab-column-steps = Steps to the end
lab-column-preempted = Preempted
lab-column-block = Block
lab-column-half-a-block = (B − 1)/2
lab-column-wasted-each = Wasted on each request
lab-column-full-at-once = Full requests at once
lab-column-step = Step
lab-column-running = Running
lab-column-waiting = Waiting
lab-column-for-later = For later
lab-column-never-filled = Never filled
lab-column-too-scattered = Too scattered
lab-column-free = Free
lab-column-of = Of
lab-column-tokens = Tokens
lab-column-blocks = Blocks
lab-column-in-the-last = In the last
lab-column-which = Which

# A script of the learner's own
lab-run-script = your script
lab-map-script-refused = where memory ran out
lab-map-script-end = at the end
lab-figure-script-allocated = Allocated at the end
lab-figure-script-allocated-peak = Allocated at most
lab-figure-script-reserved = Reserved at the end
lab-figure-script-reserved-peak = Reserved at most
lab-figure-script-split = Free parts of segments at the end
lab-figure-script-calls = Calls to the driver
lab-figure-script-refused = Requests refused
