# Câu hỏi, trước và sau khi trả lời.

question-label = Câu hỏi
level-recall = Nhớ lại
level-explain = Giải thích
level-predict = Dự đoán

question-pick-one = Chọn một phương án.
question-pick-many = Chọn mọi phương án đúng; có thể có một hoặc nhiều.
question-number-label = Câu trả lời của bạn
question-number-unit = tính bằng { $unit }
question-check = Kiểm tra
question-retry = Thử lại
question-hint = Xem gợi ý
question-report = Báo lỗi trong câu hỏi
question-source = Xem thêm:
question-try = Lần thử { $try }

question-nothing-chosen = Bạn chưa chọn phương án nào. Hãy chọn rồi bấm kiểm tra.
question-nothing-typed = Chưa có con số nào. Hãy nhập một số rồi bấm kiểm tra.
question-not-a-number = Không đọc được nội dung này thành một con số. Hãy dùng chữ số và một dấu thập phân, ví dụ 1,5.
question-answered-elsewhere = Câu này đã được trả lời trong một thẻ khác. Câu trả lời đó được tính và đang hiển thị ở đây.
question-offline = Câu trả lời chưa tới được máy chủ. Không có gì bị mất: hãy kiểm tra kết nối rồi bấm nút lần nữa.

mark-right-chosen = Bạn chọn, đúng
mark-wrong-chosen = Bạn chọn, chưa đúng
mark-key = Phương án đúng
mark-missed = Đúng, nhưng bạn bỏ sót
mark-key-number = Đáp số đúng: { $answer }

verdict-right = Đúng
verdict-wrong = Chưa đúng
verdict-many-right = Bạn đã chọn đủ các phương án đúng và không chọn sai phương án nào.
verdict-missed = Bạn bỏ sót { $count } phương án đúng.
verdict-extra = Bạn chọn { $count } phương án sai.
announce-option = { $mark }: { $option }. { $why }
announce-open-again = Câu hỏi đã mở lại để bạn trả lời. Lần thử { $try }.

question-steps = Các bước của bộ cấp phát
question-run = Con số sau từng bước
question-run-given = Câu trả lời của bạn
question-run-found = Lần chạy
question-run-refused = hết bộ nhớ
question-run-playground = Mở các bước này trong sân tập và sửa theo ý bạn

figure-allocated = Đã cấp phát
figure-allocated-peak = Đã cấp phát, lúc cao nhất
figure-reserved = Đã giữ chỗ
figure-reserved-peak = Đã giữ chỗ, lúc cao nhất
figure-active = Đang hoạt động
figure-active-peak = Đang hoạt động, lúc cao nhất
figure-requested = Được yêu cầu
figure-inactive-split = Phần trống của phân đoạn
figure-device-used = Đã dùng trên thiết bị
figure-segments = Số phân đoạn
figure-blocks = Số khối của tensor
figure-inactive-split-blocks = Số phần trống của phân đoạn
figure-device-allocations = Số lần xin trình điều khiển
figure-device-frees = Số lần trả trình điều khiển
figure-retries = Số lần thử lại
figure-out-of-memory = Số yêu cầu bị từ chối
