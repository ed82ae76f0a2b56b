# Trang báo khi có gì đó không chạy: điều gì xảy ra, vì sao, nên làm gì.

error-not-found-title = Địa chỉ này không có trang nào
error-not-found-text = Liên kết có thể đã cũ hoặc bị gõ nhầm. Bạn có thể đi tiếp từ các trang dưới đây.
error-bad-request-title = Không đọc được yêu cầu này
error-bad-request-text = Địa chỉ hoặc biểu mẫu có chỗ không đúng với trang này. Hãy quay lại, tải lại trang rồi thử lần nữa.
error-foreign-origin-title = Biểu mẫu này được gửi từ một trang khác
error-foreign-origin-text = Để bảo vệ tiến độ của bạn, biểu mẫu chỉ được nhận từ các trang của vramlab. Hãy mở trang ở đây rồi gửi lại.
error-too-large-title = Nội dung gửi lên vượt quá giới hạn
error-too-large-text = Chưa có gì được lưu. Hãy rút ngắn nội dung rồi gửi lại.
error-too-many-title = Quá nhiều yêu cầu trong thời gian ngắn
error-too-many-text = Không có gì bị mất. Hãy đợi { $seconds }{ "\u00A0" }giây rồi tải lại trang.
error-unavailable-title = Trang chưa kết nối được cơ sở dữ liệu
error-unavailable-text = Không có gì bị mất: mọi câu trả lời đã được xác nhận đều đã lưu. Trang thường chạy lại trong vòng { $seconds }{ "\u00A0" }giây; khi đó bạn hãy tải lại.
error-timeout-title = Yêu cầu này mất quá nhiều thời gian
error-timeout-text = Máy chủ đã ngừng chờ. Hãy tải lại trang: câu trả lời đã lưu sẽ hiện ra, câu chưa lưu thì bạn có thể trả lời lại.
error-internal-title = Có lỗi ở phía máy chủ
error-internal-text = Lỗi đã được ghi lại. Hãy tải lại trang sau ít phút; những câu bạn đã trả lời vẫn còn nguyên.
error-link-spent-title = Liên kết này đã dùng rồi hoặc đã quá hạn
error-link-spent-text = Liên kết chuyển tiến độ sang thiết bị khác chỉ dùng được một lần, trong thời gian ngắn. Hãy tạo liên kết mới trên thiết bị đang có tiến độ của bạn.
error-method-title = Địa chỉ này không mở theo cách đó
error-method-text = Địa chỉ này nhận một kiểu yêu cầu khác, ví dụ từ biểu mẫu. Hãy dùng trang có liên kết tới đây.
error-request-id = Khi liên hệ với chúng tôi, hãy kèm theo mã
error-links = Đi tiếp
error-retry = Tải lại
error-withdrawn-title = Chứng chỉ này đã bị thu hồi
error-withdrawn-text = Bản chứng nhận có chữ ký của nó không còn được cung cấp. Trang của chứng chỉ cho biết những gì còn lưu.
