# The course page, in the order of its parts.

course-start = Start the course
course-continue = Continue
course-resume-at = Next: { $title }
course-overview-free = free, without an account
course-overview-certificate = certificate with a verifiable ID
course-outcomes = What you will be able to do
course-lessons = Lessons
course-labs = Labs
course-reasons = Why it matters to a team
course-cases = In the field
course-risks = Risks and guard rails
course-roadmap = Roadmap
course-outlook = Where it is heading
course-faq = Questions people ask
course-quiz = Final quiz and certificate
course-quiz-text = { $questions ->
    [one] { $questions } question, drawn anew for every attempt. Each answer is explained at once. With { $percent }% or more you pass and get a certificate that anyone can check by its ID.
   *[other] { $questions } questions, drawn anew for every attempt. Each answer is explained at once. With { $percent }% or more you pass and get a certificate that anyone can check by its ID.
}
course-quiz-open = Take the quiz
course-certificate-open = See your certificate
course-next = The next course
