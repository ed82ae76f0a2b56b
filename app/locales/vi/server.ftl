# Lời mà máy chủ đưa vào trang, danh sách và chứng chỉ.

question-number = Câu { $number }
quiz-next = Câu tiếp theo
result-title = Kết quả

credential-criteria = Đạt bài kiểm tra cuối khóa: { $questions } câu rút từ ngân hàng câu hỏi của khóa học, trả lời đúng ngay lần đầu ít nhất { $percent }%.
credential-score = Điểm bài kiểm tra cuối khóa

date-long = ngày { $day }{ "\u00A0" }{ $month }{ "\u00A0" }năm { $year }
month-1 = tháng 1
month-2 = tháng 2
month-3 = tháng 3
month-4 = tháng 4
month-5 = tháng 5
month-6 = tháng 6
month-7 = tháng 7
month-8 = tháng 8
month-9 = tháng 9
month-10 = tháng 10
month-11 = tháng 11
month-12 = tháng 12
