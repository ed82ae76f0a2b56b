# Questions, before and after the answer.

question-label = Question
level-recall = Recall
level-explain = Explain
level-predict = Predict

question-pick-one = Choose one.
question-pick-many = Choose all that apply; one or more are right.
question-number-label = Your answer
question-number-unit = in { $unit }
question-check = Check
question-retry = Try again
question-hint = Show a hint
question-report = Report a mistake
question-source = Look it up:
question-try = Try { $try }

question-nothing-chosen = Nothing is chosen yet. Choose an option, then check.
question-nothing-typed = There is no number yet. Type one, then check.
question-not-a-number = This could not be read as a number. Use digits with one decimal point, such as 1.5.
question-answered-elsewhere = This question was already answered in another tab. That answer counts and is shown here.
question-offline = The answer did not reach the server. Nothing is lost: check the connection and press the button again.

mark-right-chosen = Your answer, right
mark-wrong-chosen = Your answer, not right
mark-key = The right answer
mark-missed = Right, and you missed it
mark-key-number = The right answer: { $answer }

verdict-right = Right
verdict-wrong = Not right
verdict-many-right = You found every right option and no wrong one.
verdict-missed = { $count ->
    [one] You missed { $count } right option.
   *[other] You missed { $count } right options.
}
verdict-extra = { $count ->
    [one] You chose { $count } wrong option.
   *[other] You chose { $count } wrong options.
}
announce-option = { $mark }: { $option }. { $why }
announce-open-again = The question is open again. Try { $try }.

question-steps = Steps of the allocator
question-run = The figure after each step
question-run-given = Your answer
question-run-found = The run
question-run-refused = out of memory
question-run-playground = Open these steps in the playground and change them

figure-allocated = Allocated
figure-allocated-peak = Allocated at most
figure-reserved = Reserved
figure-reserved-peak = Reserved at most
figure-active = Active
figure-active-peak = Active at most
figure-requested = Requested
figure-inactive-split = Free parts of segments
figure-device-used = Used on the device
figure-segments = Segments
figure-blocks = Blocks of tensors
figure-inactive-split-blocks = Free parts of segments, how many
figure-device-allocations = Allocations from the driver
figure-device-frees = Returns to the driver
figure-retries = Retries
figure-out-of-memory = Requests refused
