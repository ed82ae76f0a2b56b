# Trang khóa học, theo thứ tự các phần.

course-start = Bắt đầu học
course-continue = Học tiếp
course-resume-at = Tiếp theo: { $title }
course-overview-free = miễn phí, không cần tài khoản
course-overview-certificate = chứng chỉ xác minh được bằng mã
course-outcomes = Sau khóa học, bạn có thể
course-lessons = Các bài học
course-labs = Bài thực hành
course-reasons = Vì sao điều này quan trọng với nhóm của bạn
course-cases = Trong thực tế
course-risks = Rủi ro và cách phòng ngừa
course-roadmap = Lộ trình
course-outlook = Xu hướng sắp tới
course-faq = Câu hỏi thường gặp
course-quiz = Bài kiểm tra cuối khóa và chứng chỉ
course-quiz-text = { $questions } câu hỏi, mỗi lượt làm rút lại từ đầu. Câu trả lời nào cũng được giải thích ngay. Đạt từ { $percent }% trở lên, bạn vượt qua và nhận chứng chỉ mà bất kỳ ai cũng xác minh được bằng mã của nó.
course-quiz-open = Làm bài kiểm tra
course-certificate-open = Xem chứng chỉ của bạn
course-next = Khóa học tiếp theo
