# Trang mở ra từ liên kết của chứng chỉ.

verify-title = Chứng chỉ

verify-valid = Chứng chỉ này hợp lệ
verify-valid-text = Chứng chỉ được cấp tại đây, chữ ký đúng và chưa bị thu hồi.
verify-withdrawn = Chứng chỉ này đã bị thu hồi
verify-withdrawn-text = Nó không còn chứng minh điều gì nữa, dù bản sao ghi thế nào.
verify-withdrawn-erased = Người giữ chứng chỉ đã yêu cầu xóa mọi thông tin cá nhân; chỉ còn lại thông báo này.
verify-altered = Chứng chỉ này không khớp với chữ ký
verify-altered-text = Nội dung đang lưu khác với nội dung đã ký. Đừng tin vào nó, và hãy báo cho nơi cấp.
verify-key-missing = Hiện chưa kiểm tra được chứng chỉ này
verify-key-missing-text = Trang này không có khóa đã ký chứng chỉ, nên không thể kết luận điều gì. Hãy hỏi nơi cấp.
verify-unknown = Không có chứng chỉ nào mang mã này
verify-unknown-text = Ở đây chưa từng cấp chứng chỉ nào với mã đó. Hãy đối chiếu từng ký tự với mã trên chứng chỉ; trên bản in, 0 và O hay 1 và l rất dễ nhầm.
verify-malformed = Đây không phải là mã chứng chỉ
verify-malformed-text = Một mã có 36 ký tự: chữ số và các chữ từ a đến f, chia năm nhóm nối bằng gạch ngang. Có thể một phần đã bị mất khi chép liên kết.
verify-asked-id = Mã được hỏi

verify-void-withdrawn = Đã thu hồi
verify-void-altered = Không khớp chữ ký
verify-void-unclear = Chưa xác minh
verify-certifies = Chứng nhận
verify-has-completed = đã hoàn thành khóa học
verify-and-passed = và vượt qua bài kiểm tra cuối khóa với
verify-score = { $score } trên { $max } điểm ({ $percent }%)
verify-date = Ngày
verify-edition = Phiên bản bộ câu hỏi
verify-issuer = Nơi cấp
verify-id = Mã chứng chỉ

verify-checks = Vừa kiểm tra xong
verify-check-registered = Mã có trong sổ các chứng chỉ đã cấp.
verify-check-registered-not = Mã không có trong sổ các chứng chỉ đã cấp.
verify-check-signature = Chữ ký khớp với khóa công khai của nơi cấp.
verify-check-signature-not = Chữ ký không khớp với khóa công khai của nơi cấp.
verify-check-matches = Mọi điều hiển thị ở trên đúng như nội dung đã ký.
verify-check-matches-not = Có nội dung đang lưu khác với nội dung đã ký.
verify-check-not-withdrawn = Chứng chỉ chưa bị thu hồi.
verify-check-not-withdrawn-not = Chứng chỉ đã bị thu hồi.
verify-check-passed = Đạt:
verify-check-failed = Không đạt:

verify-own-title = Chia sẻ
verify-own-text = Ai mở địa chỉ này cũng thấy trang này. Hãy gửi địa chỉ thay vì gửi ảnh: ảnh có thể bị sửa.
verify-own-address = Xác minh tại
verify-linkedin = Thêm vào hồ sơ LinkedIn

verify-yourself = Tự kiểm tra mà không cần chúng tôi
verify-yourself-text = Chứng chỉ là một chứng nhận số (credential) Open Badges 3.0, được ký dưới dạng JSON Web Token với RS256. Công cụ nào hiểu các chuẩn mở này cũng kiểm tra được:
verify-step-credential = Tải tệp chứng chỉ đã ký.
verify-step-keys = Tải khóa công khai của nơi cấp.
verify-step-jose = Kiểm tra chữ ký bằng chương trình jose. Chương trình in ra nội dung đã ký; hãy đối chiếu với chứng chỉ. Nếu có byte nào bị sửa, nó báo kiểm tra thất bại.
verify-step-node = Hoặc làm như vậy bằng Node.js, không cần thêm gói nào: kết quả in ra true cùng nội dung đã ký.
verify-copy = Nếu bạn đang giữ một bản sao
verify-copy-withdrawn = Không còn tải được tệp chứng chỉ đã ký: địa chỉ của nó trả về mã 410 (đã gỡ bỏ). Chữ ký trong bản sao cũ vẫn khớp, vì chữ ký chỉ cho thấy chứng chỉ từng được cấp với nội dung ấy. Việc thu hồi chỉ được ghi ở trang này, nên hãy căn cứ vào đây, đừng căn cứ vào bản sao.
verify-copy-altered = Chưa tải được tệp chứng chỉ đã ký chừng nào nội dung đang lưu còn khác với nó: địa chỉ của nó trả về mã 409 (xung đột). Hãy hỏi nơi cấp trước khi tin vào một bản sao.
verify-download = Văn bằng đã ký
verify-jwks = Các khóa công khai (JWKS)
verify-key = Khóa đã ký
