# The pages of labs.

labs-title = Labs
labs-lead = Predict what happens to GPU memory, run it on a real allocator, and see whether you were right.
labs-one = Lab
labs-finished = finished
labs-how-predict = Commit to a prediction.
labs-how-run = Run the lab, with its defaults or with parameters of your own.
labs-how-compare = Compare, look at the memory, and read why.
labs-of-lesson = Belongs to the lesson
labs-predict-and-run = Predict and run

# The form
labs-predict-first = Predict first
labs-unit-tokens = tokens
labs-where = Runs on
labs-device-simulated = a simulated device, with PyTorch’s rules to the byte
labs-device-real = { $name }, a real GPU
labs-parameters = Change parameters
labs-parameters-help = Each field may stay empty; the lab then has its default.
labs-range = From { $least } to { $largest }.
labs-range-from = { $least } or more.
labs-default = Default: { $value }
labs-run = Run
labs-nothing-predicted = Write down what you expect first. A wrong guess teaches more than none.
labs-not-a-number = Type a number, such as 128 or 7.5.
labs-no-device = No device takes runs at the moment. You can fill in the form and try; a device may be back by then.
labs-device-away = This device takes no runs at the moment. Choose another one, or try again in a minute; what you filled in is still here.
labs-queue-full = Too many runs wait already. Try again in a minute; what you filled in is still here.
labs-parameter-wrong = This is not a value that the field takes.

# A run that is not finished
labs-queued = Waiting in the queue
labs-queued-at =
    { $position ->
        [1] Your run is the next one.
       *[other] Your run is number { $position } in the queue.
    }
labs-queued-away = No device takes this run at the moment. It begins as soon as one is back.
labs-running = Running
labs-running-text = The lab is running now. Most take a few seconds.
labs-goes-on = The run goes on when you close this page; its address shows the result later. The page keeps up with it by itself.
labs-look-again = Look again
labs-cancel = Cancel the run
labs-timed-out = Stopped: it took too long
labs-timed-out-text = The run was stopped after { $seconds } seconds. Choose smaller parameters and run it again.
labs-cancelled = Cancelled
labs-cancelled-text = The run was cancelled before it was finished.
labs-device-lost = The device was lost
labs-device-lost-text = The GPU stopped answering during the run. That says nothing about your prediction. Run the lab again, or choose the simulated device.
labs-failed = The run failed
labs-failed-text = It ended without a result. That says nothing about your prediction. Run the lab again; if something was too large, choose smaller parameters.
labs-program-said = The program said:
labs-again = Run again

# A finished run
labs-simulated = Simulated device
labs-real = Real GPU
labs-driver = Driver { $version }
labs-total = { $size } in all
labs-budget = Budget of this lab: { $size }
labs-no-budget = No budget: all of it
labs-version = vramlab { $version }
labs-too-small = The device is too small for these parameters: a tensor that should have found memory found none, so this is not what the lab shows. Raise the memory of the device, or lower the other sizes.
labs-prediction = Your prediction
labs-you-predicted = You predicted
labs-found = Found
labs-predicted-right = As you predicted
labs-predicted-wrong = Not as you predicted
labs-not-predicted = No prediction came with this run. Run it again to make one.
labs-memory = What happened in memory
labs-figures = The figures
labs-why = Why
labs-pytorch = The same in PyTorch
labs-pytorch-text = To try at home, on a GPU of your own.
labs-code = Code
labs-go-on = Go on
labs-back-to-lesson = To the lesson: { $title }
labs-download-json = Download the report as JSON: every event, map and driver call
labs-download-snapshot = Download a memory snapshot for PyTorch’s viewer (pytorch.org/memory_viz)
labs-parameters-were = The parameters of this run
labs-parameter = Parameter
labs-value = Value
labs-origin = Set by
labs-origin-default = default
labs-origin-given = you
labs-origin-fitted = lowered to what the device has

# Figures
labs-figure = Figure
labs-expected = Expected
labs-verdict = Verdict
labs-agrees = As expected
labs-differs = Differs
labs-as-expected = Every figure is as expected.
labs-not-as-expected =
    { $count ->
        [one] One figure is not as expected.
       *[other] { $count } figures are not as expected.
    }
labs-nothing-expected = Nothing was expected of these parameters.
labs-expected-how = What is expected follows from the documented rules of the allocator; it is not read off the allocator.
labs-tokens = { $amount } tokens
labs-times = { $amount } times
labs-yes = Yes
labs-no = No

# Pictures
labs-legend = Legend
labs-table = Table
labs-as-table = The same as a table
labs-step = step { $step }
labs-state-live = live
labs-state-cached = cached, can be returned
labs-state-pinned = cached but pinned
labs-state-waiting = waiting for a stream
labs-state-unmapped = free on the device
labs-state-outside = outside PyTorch
labs-state-refused = asked for and refused
labs-map-caption = The upper strip is everything that PyTorch holds, in the order of addresses. Below it are its segments; those that look the same are drawn once.
labs-map-caption-device = The upper strip is the whole device, with what PyTorch holds in the order of addresses. Below it are the segments; those that look the same are drawn once.
labs-map-spoken = Memory map, { $moment }. Segments: { $segments }. { $parts }
labs-no-segments = PyTorch holds no segment.
labs-more-segments =
    { $count ->
        [one] One more segment is in the table.
       *[other] { $count } more segments are in the table.
    }
labs-more-in-json = There is more in the report that you can download as JSON.
labs-asked = asked for: { $size }
labs-why-refused = Refused: { $asked } in one piece. The largest free piece inside a segment has { $largest }, and the device has { $left } left.
labs-moment = Moment
labs-segments = Segments
labs-segment = Segment
labs-segment-size = Size of each
labs-block = State of the block
labs-block-size = Size of the block
labs-tensor = Tensor
labs-size = Size
labs-allocated = Allocated
labs-active = Active
labs-reserved = Reserved
labs-timeline = Memory over the steps
labs-timeline-spoken = Memory over { $steps } steps. At most { $allocated } were allocated and { $reserved } reserved.
labs-timeline-left-out = Of the many steps, the table has the first, the last, the highest, and those with a memory map or a refusal.
labs-limit = all that PyTorch can have: { $size }
labs-refused-here = { $size } refused
labs-column-step = Step
labs-column-steps = Steps
labs-column-times = Times
labs-done = What was done
labs-events = What was done, step by step
labs-driver-calls = Calls to the driver: { $count }
labs-function = Function
labs-calls = Calls
labs-call = Call
labs-sum = Sum
labs-calls-in-order = In order, repetitions told once
labs-taking-turns = taking turns
labs-call-refused = refused
labs-pages = Physical pages behind the addresses
labs-pages-caption = The strip is the range of virtual addresses. Filled stretches have physical memory behind them.
labs-pages-column = Pages
labs-pages-range = pages { $first } to { $last }
labs-page = page { $number }
labs-mapped = { $size } mapped
labs-address = Address
labs-message = What PyTorch says in step { $step }
labs-refused-by-device = The device had no more memory.
labs-refused-by-budget = The budget of this lab had no more. The device may have had some.
labs-contents = What the tensors hold
labs-contents-text = A pattern was written to each tensor on the device, read back and summed, before and after.
labs-written = Written
labs-before = Before
labs-after = After
labs-same = Unchanged
labs-changed = Changed
labs-summary-label = Table of PyTorch: { $run }
labs-tokens-caption = Each strip is the memory for the KV cache at one moment, from the first step to the last.
labs-tokens-at = Step { $step }, { $running } requests running

# A run, step by step
labs-film = Step by step
labs-film-controls = Playback
labs-film-first = To the first step
labs-film-back = One step back
labs-film-play = Play
labs-film-pause = Pause
labs-film-forward = One step forward
labs-film-last = To the last step
labs-film-scrub = Step
labs-film-speed = Speed
labs-film-speed-of =
    { $count ->
        [one] one step a second
       *[other] { $count } steps a second
    }
labs-film-of = Step { $step } of { $last }
labs-film-allocator = Allocator { $number }
labs-film-segments = Segments, each in a row. The arrow keys go from block to block.
labs-film-segment = Segment { $number } of { $count }, { $size }
labs-film-block = { $size }, { $state }
labs-film-named-block = { $name }: { $size }, { $state }
labs-film-calls = Calls to the driver in this step
labs-film-no-calls = None: the cache was enough.
labs-film-cut = The report has not all calls to the driver, so the last steps cannot be shown here.
labs-film-lost = The connection was lost. The run goes on; this page follows it again as soon as it can.
labs-film-resumed = The connection is back.
labs-film-finished = The run has ended. Its result is shown now.
labs-film-requeued = The device’s worker stopped. The run begins anew.

# For programs.
api-title = The API of the labs
api-lead = Programs order runs of labs, follow them and fetch what came of them.
api-description = Everything is JSON, and errors are problem details (RFC 9457). The full description for programs:
