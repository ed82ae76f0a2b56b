# What is stored about the learner, and what they can do with it.

progress-title = Your progress
progress-empty = Nothing is stored yet. Your progress begins with the first answer; there is nothing to sign up for.
progress-empty-start = See the courses
progress-lead = This is everything that is stored about you: what you read, what you answered, and your certificates.
progress-lessons = Lessons
progress-labs = Labs
progress-lab-done = finished
progress-lab-open = not yet
progress-lesson = Lesson
progress-read = Read
progress-read-yes = yes
progress-read-no = not yet
progress-answered = Answered
progress-answered-of = { $answered }/{ $questions }
progress-correct = Right at first
progress-attempts = Attempts at the final quiz
progress-certificates = Certificates
progress-reset = Reset this course
progress-device-title = Continue on another device
progress-device-text = Make a link and open it on the other device. It works once and for a short time; whoever opens it has your progress.
progress-device-make = Make a link
progress-device-copy = { $minutes ->
    [one] Open this address on the other device within { $minutes }{ "\u00A0" }minute. It is shown here once.
   *[other] Open this address on the other device within { $minutes }{ "\u00A0" }minutes. It is shown here once.
}
progress-delete-title = Delete everything
progress-delete-text = Removes your answers, attempts and certificates from this site. Nobody can bring them back.
progress-delete = Delete my data
progress-done-continued = This browser now has your progress.
progress-done-reset = The course is back at its beginning.
progress-done-deleted = Everything about you was deleted.

confirm-cancel = Cancel
confirm-continue-title = Continue here with your progress
confirm-continue-text = The progress of your other device is carried over to this browser. The link is used up by that.
confirm-continue-merge = This browser has progress of its own. It is kept: both are put together.
confirm-continue = Carry it over
confirm-reset-title = Reset { $course }?
confirm-reset-text = Your answers and your marks for read lessons in this course are removed. Certificates stay valid.
confirm-reset = Reset the course
confirm-delete-title = Delete everything about you?
confirm-delete-text = Your answers and attempts in every course are removed and cannot be brought back.
confirm-delete-certificates = { $count ->
    [0] You hold no certificate.
    [one] { $count } certificate is withdrawn: its link will say so and show nothing personal.
   *[other] { $count } certificates are withdrawn: their links will say so and show nothing personal.
}
confirm-delete = Delete everything
