# Danh mục, khóa học và bài học.

catalog-title = Nhìn thấy bộ nhớ
catalog-lead = Vì sao một tensor 2 GiB không cấp phát được khi còn trống 5 GiB? Hãy đọc cách các framework chia bộ nhớ GPU, dự đoán điều xảy ra tiếp theo, và học được ngay từ mỗi câu trả lời.
catalog-courses = Các khóa học
catalog-figure-label = Một card 24 GiB. Các khối đang dùng chiếm 19 GiB. Xen giữa là bốn khoảng trống 1,5, 1, 1,5 và 1 GiB. Yêu cầu 2 GiB không lọt vào khoảng nào.
catalog-figure-caption = Còn trống 5 GiB, chia thành bốn khoảng. Yêu cầu 2 GiB cần một mảnh liền nên thất bại.
catalog-figure-weights = trọng số
catalog-figure-state = bộ tối ưu
catalog-figure-gradients = gradient
catalog-figure-activations = kích hoạt
catalog-figure-asked = xin 2 GiB, bị từ chối
catalog-promises = Cách học ở đây
catalog-promise-answers = Câu trả lời nào cũng được giải thích
catalog-promise-answers-text = Bạn dự đoán, bấm kiểm tra, rồi đọc ngay vì sao lựa chọn của mình đúng, hoặc ý nghĩ nào đã dẫn bạn đi lạc.
catalog-promise-languages = Hai ngôn ngữ, một tiến độ
catalog-promise-languages-text = Tiếng Việt và tiếng Anh đi song song. Bạn có thể đổi ngôn ngữ giữa bài kiểm tra rồi làm tiếp.
catalog-promise-certificate = Chứng chỉ có giá trị chứng minh
catalog-promise-certificate-text = Chứng chỉ được ký, hiện đủ mọi điều nó chứng nhận, và ai cũng kiểm tra được mà không cần hỏi chúng tôi.

course-facts-lessons = { $count }{ "\u00A0" }bài học
facts-minutes = { $count }{ "\u00A0" }phút
facts-questions = { $count }{ "\u00A0" }câu hỏi

strip-course = Các bài học của khóa này
strip-cell = { $label }: { $state }
state-empty = chưa bắt đầu
state-begun = đang học
state-done = đã xong
state-correct = đúng
state-incorrect = chưa đúng

lesson-kicker = Bài { $number } trên { $of }
lesson-contents = Trong bài này
lesson-read = Đánh dấu đã đọc
lesson-is-read = Bạn đã đọc bài này.
lesson-neighbours = Bài liền kề
lesson-previous = Bài trước
lesson-next = Bài sau
