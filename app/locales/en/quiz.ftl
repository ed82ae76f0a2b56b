# The final quiz: before, during and after an attempt.

quiz-title = Final quiz
quiz-kicker = Question { $number } of { $of }
quiz-strip = Questions of this attempt
quiz-finish = Finish and see the result
quiz-all-answered = Every question is answered.

quiz-intro-lead = { $questions ->
    [one] { $questions } question from the whole course. { $percent }% or more is a pass.
   *[other] { $questions } questions from the whole course. { $percent }% or more is a pass.
}
quiz-rules = How it works
quiz-rule-feedback = After each answer you see at once whether it is right, and why.
quiz-rule-first = The first answer to a question is the one that counts.
quiz-rule-time = There is no time limit. Each answer is stored as you give it, so you may close the page and go on later, also in the other language.
quiz-rule-draw = Every attempt draws its questions anew and shuffles the options. You may try as often as you like.
quiz-start = Start an attempt
quiz-start-again = Start a new attempt
quiz-past = Your attempts
quiz-certificate = You have passed this quiz.

attempt-date = Date
attempt-result = Result
attempt-verdict = Outcome
attempt-running = in progress
attempt-continue = Go on with it
attempt-passed = passed
attempt-failed = not passed
attempt-score = { $score }/{ $max } ({ $percent }%)

result-passed = Passed
result-failed = Not passed this time
result-passed-text = { $score } of { $max } answers are right: { $percent }%. { $pass }% were needed.
result-failed-text = { $score } of { $max } answers are right: { $percent }%. { $pass }% are needed. The review below explains each answer; a new attempt draws new questions.
result-strip = Answers of this attempt
result-review = Review
result-name-title = Your certificate
result-name-text = Type your name as the certificate shall show it. Everyone who has the link can read it, and it cannot be changed later.
result-name-label = Name on the certificate
result-name-submit = Issue the certificate
result-name-empty = There is no name yet. Type the name that the certificate shall show.
result-name-too-long = This name is longer than 100 characters. Shorten it, for example by leaving out a title.
result-name-bad-character = The name holds a character that cannot be shown. Type it anew instead of pasting it.
result-certificate-open = Open your certificate
