# Những gì được lưu về người học, và họ làm được gì với chúng.

progress-title = Tiến độ của bạn
progress-empty = Chưa có gì được lưu. Tiến độ của bạn bắt đầu từ câu trả lời đầu tiên; bạn không cần đăng ký.
progress-empty-start = Xem các khóa học
progress-lead = Đây là tất cả những gì được lưu về bạn: bài đã đọc, câu đã trả lời và chứng chỉ.
progress-lessons = Bài học
progress-labs = Bài thực hành
progress-lab-done = đã hoàn thành
progress-lab-open = chưa
progress-lesson = Bài học
progress-read = Đã đọc
progress-read-yes = rồi
progress-read-no = chưa
progress-answered = Đã trả lời
progress-answered-of = { $answered }/{ $questions }
progress-correct = Đúng ngay lần đầu
progress-attempts = Các lượt làm bài kiểm tra cuối khóa
progress-certificates = Chứng chỉ
progress-reset = Học lại khóa này từ đầu
progress-device-title = Học tiếp trên thiết bị khác
progress-device-text = Tạo một liên kết rồi mở nó trên thiết bị kia. Liên kết chỉ dùng được một lần, trong thời gian ngắn; ai mở liên kết thì có tiến độ của bạn.
progress-device-make = Tạo liên kết
progress-device-copy = Hãy mở địa chỉ này trên thiết bị kia trong vòng { $minutes }{ "\u00A0" }phút. Địa chỉ chỉ hiện ở đây một lần.
progress-delete-title = Xóa tất cả
progress-delete-text = Xóa câu trả lời, lượt làm và chứng chỉ của bạn khỏi trang này. Không ai khôi phục lại được.
progress-delete = Xóa dữ liệu của tôi
progress-done-continued = Trình duyệt này đã có tiến độ của bạn.
progress-done-reset = Khóa học đã trở về từ đầu.
progress-done-deleted = Mọi thứ về bạn đã được xóa.

confirm-cancel = Hủy
confirm-continue-title = Học tiếp ở đây với tiến độ của bạn
confirm-continue-text = Tiến độ trên thiết bị kia của bạn được chuyển sang trình duyệt này. Sau đó liên kết hết hiệu lực.
confirm-continue-merge = Trình duyệt này đã có tiến độ riêng. Tiến độ đó được giữ lại: cả hai được ghép với nhau.
confirm-continue = Chuyển sang đây
confirm-reset-title = Học lại { $course } từ đầu?
confirm-reset-text = Câu trả lời và dấu đã đọc của bạn trong khóa này sẽ bị xóa. Chứng chỉ vẫn còn hiệu lực.
confirm-reset = Học lại từ đầu
confirm-delete-title = Xóa mọi thứ về bạn?
confirm-delete-text = Câu trả lời và lượt làm của bạn trong mọi khóa học sẽ bị xóa, không khôi phục lại được.
confirm-delete-certificates = { $count ->
    [0] Bạn chưa có chứng chỉ nào.
   *[other] { $count } chứng chỉ sẽ bị thu hồi: liên kết của chúng sẽ ghi rõ điều đó và không hiện gì về bạn.
}
confirm-delete = Xóa tất cả
