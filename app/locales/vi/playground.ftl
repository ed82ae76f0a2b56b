# Sân tập: kịch bản do người học tự viết.

playground-title = Sân tập
playground-lead = Viết ra những gì một chương trình yêu cầu bộ cấp phát của PyTorch, rồi xem bộ nhớ thay đổi từng bước ngay trong trình duyệt.
playground-link = Hoặc tự viết kịch bản trong sân tập
playground-script = Kịch bản
playground-help = Mỗi dòng một lệnh. Địa chỉ của trang này luôn dẫn đến kịch bản của bạn. Ở đây kịch bản chạy trên thiết bị mô phỏng, đúng quy tắc của PyTorch đến từng byte.
playground-wrong-at = Dòng { $line }, cột { $column }:
playground-refused-run = Không chạy được kịch bản này:
playground-import = Mở một vết cấp phát (JSON)
playground-export = Lưu thành vết cấp phát (JSON)
playground-examples = Ví dụ
playground-example-fragmentation = Hết bộ nhớ khi còn trống hàng gigabyte
playground-example-expandable = Cùng kịch bản, với phân đoạn mở rộng được
playground-example-rounding = Làm tròn và tách khối
playground-example-streams = Tensor được luồng (stream) khác dùng
playground-example-training = Ba bước huấn luyện
playground-language = Ngôn ngữ kịch bản
playground-does-device = Bộ nhớ của thiết bị; đứng đầu kịch bản
playground-does-settings = PYTORCH_CUDA_ALLOC_CONF; sau bước đầu tiên thì đổi cài đặt khi đang chạy
playground-does-others = Bộ nhớ mà chương trình khác dùng kể từ đây
playground-does-alloc = Một tensor; layer[3] là một trong nhiều tensor cùng tên
playground-does-free = Bỏ các tensor; [*] là tất cả tensor cùng tên
playground-does-empty-cache = Ngoài ra có synchronize, reset_peak
playground-does-repeat = Lặp lại các bước; i đếm từ 0
playground-does-stream = Các bước chạy với luồng (stream) đó là luồng hiện tại
playground-does-record-stream = Luồng khác cũng dùng tensor này
playground-does-busy = Luồng còn việc chưa xong, hay đã xong
playground-does-fraction = Phần của thiết bị mà PyTorch được dùng
playground-result = Điều gì xảy ra trong bộ nhớ
playground-memory = Bộ cấp phát
playground-allocated = Đã cấp phát lúc cuối
playground-allocated-peak = Đã cấp phát nhiều nhất
playground-reserved = Đã giữ chỗ lúc cuối
playground-reserved-peak = Đã giữ chỗ nhiều nhất
playground-split = Phần trống của các phân đoạn lúc cuối
playground-calls = Lời gọi trình điều khiển
playground-refused = Yêu cầu bị từ chối
playground-line = Dòng
playground-first-steps = Bảng liệt kê { $count } bước đầu.

# Trên một thiết bị của máy chủ
playground-devices = Chạy trên thiết bị
playground-devices-help = Máy chủ nhận kịch bản như dữ liệu và chạy theo hàng đợi: tối đa 1.000 bước và 4 KiB văn bản, gồm alloc, free, empty_cache và synchronize trên luồng mặc định. Kết quả có địa chỉ riêng.
playground-run-on = Chạy trên { $device }
playground-run-on-simulated = Chạy trên thiết bị mô phỏng của máy chủ
playground-no-device = Lúc này chưa có thiết bị nào nhận lượt chạy. Trên trang này, kịch bản vẫn chạy như thường.
playground-back = Trở lại kịch bản
