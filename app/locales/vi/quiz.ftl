# Bài kiểm tra cuối khóa: trước, trong và sau một lượt làm.

quiz-title = Bài kiểm tra cuối khóa
quiz-kicker = Câu { $number } trên { $of }
quiz-strip = Các câu hỏi của lượt làm này
quiz-finish = Kết thúc và xem kết quả
quiz-all-answered = Bạn đã trả lời mọi câu hỏi.

quiz-intro-lead = { $questions } câu hỏi trong toàn khóa học. Đạt từ { $percent }% trở lên là vượt qua.
quiz-rules = Cách làm bài
quiz-rule-feedback = Sau mỗi câu trả lời, bạn biết ngay mình đúng hay chưa, và vì sao.
quiz-rule-first = Câu trả lời đầu tiên cho mỗi câu hỏi là câu được tính điểm.
quiz-rule-time = Không giới hạn thời gian. Mỗi câu trả lời được lưu ngay khi bạn gửi, nên bạn có thể đóng trang rồi làm tiếp sau, kể cả bằng ngôn ngữ kia.
quiz-rule-draw = Mỗi lượt làm rút câu hỏi lại từ đầu và xáo thứ tự phương án. Bạn làm bao nhiêu lượt cũng được.
quiz-start = Bắt đầu một lượt làm
quiz-start-again = Bắt đầu lượt làm mới
quiz-past = Các lượt làm của bạn
quiz-certificate = Bạn đã vượt qua bài kiểm tra này.

attempt-date = Ngày
attempt-result = Kết quả
attempt-verdict = Kết luận
attempt-running = đang làm
attempt-continue = Làm tiếp
attempt-passed = đạt
attempt-failed = chưa đạt
attempt-score = { $score }/{ $max } ({ $percent }%)

result-passed = Bạn đã đạt
result-failed = Lần này chưa đạt
result-passed-text = Bạn trả lời đúng { $score } trên { $max } câu: { $percent }%. Mức cần đạt là { $pass }%.
result-failed-text = Bạn trả lời đúng { $score } trên { $max } câu: { $percent }%. Mức cần đạt là { $pass }%. Phần xem lại dưới đây giải thích từng câu; lượt làm mới sẽ rút câu hỏi mới.
result-strip = Các câu trả lời của lượt làm này
result-review = Xem lại
result-name-title = Chứng chỉ của bạn
result-name-text = Hãy nhập tên bạn muốn hiện trên chứng chỉ. Ai có liên kết cũng đọc được tên này, và sau đó không đổi được nữa.
result-name-label = Tên trên chứng chỉ
result-name-submit = Cấp chứng chỉ
result-name-empty = Chưa có tên nào. Hãy nhập tên sẽ hiện trên chứng chỉ.
result-name-too-long = Tên này dài hơn 100 ký tự. Hãy rút ngắn, ví dụ bỏ bớt học hàm, học vị.
result-name-bad-character = Tên có ký tự không hiển thị được. Hãy tự gõ lại thay vì dán vào.
result-certificate-open = Mở chứng chỉ của bạn
