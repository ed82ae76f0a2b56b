# Words that the server puts into pages, lists and credentials.

question-number = Question { $number }
quiz-next = Next question
result-title = Result

credential-criteria = Passed the final quiz of the course: { $questions } questions drawn from its pool, at least { $percent }% answered correctly at the first try.
credential-score = Final quiz score

date-long = { $day }{ "\u00A0" }{ $month } { $year }
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
