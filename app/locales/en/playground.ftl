# The playground: scripts of the learner's own.

playground-title = Playground
playground-lead = Write down what a program asks of PyTorch’s allocator, and watch memory follow it, step by step, in your browser.
playground-link = Or write a script of your own in the playground
playground-script = Script
playground-help = One statement a line. The address of this page always leads to your script. Here it runs on a simulated device, with PyTorch’s rules to the byte.
playground-wrong-at = Line { $line }, column { $column }:
playground-refused-run = This script cannot be run:
playground-import = Open a trace (JSON)
playground-export = Save as a trace (JSON)
playground-examples = Examples
playground-example-fragmentation = Out of memory with gigabytes free
playground-example-expandable = The same with expandable segments
playground-example-rounding = Rounding and splitting
playground-example-streams = A tensor that another stream uses
playground-example-training = Three training steps
playground-language = The language
playground-does-device = Memory of the device; comes first
playground-does-settings = PYTORCH_CUDA_ALLOC_CONF; after the first step it changes the settings at run time
playground-does-others = Memory that somebody else uses from here on
playground-does-alloc = A tensor; layer[3] is one of several
playground-does-free = Drops tensors; [*] means all of that name
playground-does-empty-cache = Also synchronize, reset_peak
playground-does-repeat = The steps so often; i counts from 0
playground-does-stream = The steps with that stream current
playground-does-record-stream = Another stream uses the tensor too
playground-does-busy = Whether work of a stream is unfinished
playground-does-fraction = Part of the device that PyTorch may take
playground-result = What happens in memory
playground-memory = The allocator
playground-allocated = Allocated at the end
playground-allocated-peak = Allocated at most
playground-reserved = Reserved at the end
playground-reserved-peak = Reserved at most
playground-split = Free parts of segments at the end
playground-calls = Calls to the driver
playground-refused = Requests refused
playground-line = Line
playground-first-steps = The first { $count } steps are listed.

# On a device of the server
playground-devices = Run it on a device
playground-devices-help = The server takes the script as data and runs it in its queue: up to 1,000 steps and 4 KiB of text, with alloc, free, empty_cache and synchronize on the default stream. The result has an address of its own.
playground-run-on = Run on { $device }
playground-run-on-simulated = Run on the simulated device of the server
playground-no-device = No device takes runs at the moment. In this page the script runs all the same.
playground-back = Back to the script
