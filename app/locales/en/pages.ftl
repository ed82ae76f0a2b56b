# Catalogue, course and lesson.

catalog-title = Memory you can see
catalog-lead = Why does a 2 GiB tensor fail while 5 GiB are free? Read how frameworks hand out GPU memory, predict what happens next, and learn from every answer at once.
catalog-courses = Courses
catalog-figure-label = A card of 24 GiB. Live blocks take 19 GiB. Between them lie four free gaps of 1.5, 1, 1.5 and 1 GiB. A request for 2 GiB fits into none of them.
catalog-figure-caption = 5 GiB are free, in four gaps. The request for 2 GiB needs one piece, so it fails.
catalog-figure-weights = weights
catalog-figure-state = optimizer state
catalog-figure-gradients = gradients
catalog-figure-activations = activations
catalog-figure-asked = 2 GiB asked for, refused
catalog-promises = How learning works here
catalog-promise-answers = Every answer explains itself
catalog-promise-answers-text = You predict, you check, and you read at once why your choice was right, or which idea misled you.
catalog-promise-languages = Two languages, one progress
catalog-promise-languages-text = English and Vietnamese stand side by side. Switch in the middle of a quiz and go on.
catalog-promise-certificate = A certificate that proves something
catalog-promise-certificate-text = It is signed, it shows everything that it certifies, and anyone can check it without asking us.

course-facts-lessons = { $count ->
    [one] { $count }{ "\u00A0" }lesson
   *[other] { $count }{ "\u00A0" }lessons
}
facts-minutes = { $count ->
    [one] { $count }{ "\u00A0" }minute
   *[other] { $count }{ "\u00A0" }minutes
}
facts-questions = { $count ->
    [one] { $count }{ "\u00A0" }question
   *[other] { $count }{ "\u00A0" }questions
}

strip-course = Lessons of this course
strip-cell = { $label }: { $state }
state-empty = not begun
state-begun = begun
state-done = done
state-correct = right
state-incorrect = not right

lesson-kicker = Lesson { $number } of { $of }
lesson-contents = In this lesson
lesson-read = Mark as read
lesson-is-read = You have read this lesson.
lesson-neighbours = Neighbouring lessons
lesson-previous = Previous
lesson-next = Next
