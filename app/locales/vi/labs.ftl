# Các trang bài thực hành.

labs-title = Bài thực hành
labs-lead = Hãy dự đoán điều gì xảy ra với bộ nhớ GPU, chạy trên một bộ cấp phát thật, rồi xem bạn đoán đúng hay không.
labs-one = Bài thực hành
labs-finished = đã hoàn thành
labs-how-predict = Đưa ra dự đoán của bạn.
labs-how-run = Chạy bài thực hành, với giá trị mặc định hoặc tham số bạn chọn.
labs-how-compare = So sánh, nhìn vào bộ nhớ, và đọc lý do.
labs-of-lesson = Thuộc bài học
labs-predict-and-run = Dự đoán rồi chạy

# Biểu mẫu
labs-predict-first = Dự đoán trước đã
labs-unit-tokens = token
labs-where = Chạy trên
labs-device-simulated = một thiết bị mô phỏng, theo đúng quy tắc của PyTorch đến từng byte
labs-device-real = { $name }, một GPU thật
labs-parameters = Đổi tham số
labs-parameters-help = Ô nào cũng có thể để trống; khi đó bài dùng giá trị mặc định.
labs-range = Từ { $least } đến { $largest }.
labs-range-from = Từ { $least } trở lên.
labs-default = Mặc định: { $value }
labs-run = Chạy
labs-nothing-predicted = Hãy ghi ra điều bạn nghĩ sẽ xảy ra trước đã. Đoán sai vẫn học được nhiều hơn không đoán.
labs-not-a-number = Hãy nhập một con số, ví dụ 128 hoặc 7,5.
labs-no-device = Lúc này chưa có thiết bị nào nhận lượt chạy. Bạn cứ điền biểu mẫu rồi thử; có thể khi đó đã có thiết bị.
labs-device-away = Thiết bị này hiện không nhận lượt chạy. Hãy chọn thiết bị khác, hoặc thử lại sau một phút; những gì bạn đã điền vẫn còn đây.
labs-queue-full = Đã có quá nhiều lượt chạy đang chờ. Hãy thử lại sau một phút; những gì bạn đã điền vẫn còn đây.
labs-parameter-wrong = Ô này không nhận giá trị như vậy.

# Lượt chạy chưa xong
labs-queued = Đang xếp hàng
labs-queued-at =
    { $position ->
        [1] Lượt chạy của bạn là lượt kế tiếp.
       *[other] Lượt chạy của bạn đứng thứ { $position } trong hàng đợi.
    }
labs-queued-away = Lúc này chưa có thiết bị nào nhận lượt chạy này. Nó bắt đầu ngay khi có thiết bị.
labs-running = Đang chạy
labs-running-text = Bài thực hành đang chạy. Phần lớn chỉ mất vài giây.
labs-goes-on = Đóng trang này thì lượt chạy vẫn tiếp tục; bạn mở lại địa chỉ này sau để xem kết quả. Trang tự cập nhật.
labs-look-again = Xem lại
labs-cancel = Hủy lượt chạy
labs-timed-out = Đã dừng: chạy quá lâu
labs-timed-out-text = Lượt chạy bị dừng sau { $seconds } giây. Hãy chọn tham số nhỏ hơn rồi chạy lại.
labs-cancelled = Đã hủy
labs-cancelled-text = Lượt chạy bị hủy trước khi xong.
labs-device-lost = Mất thiết bị
labs-device-lost-text = GPU ngừng trả lời giữa chừng. Điều đó không nói gì về dự đoán của bạn. Hãy chạy lại, hoặc chọn thiết bị mô phỏng.
labs-failed = Lượt chạy bị lỗi
labs-failed-text = Lượt chạy kết thúc mà không có kết quả. Điều đó không nói gì về dự đoán của bạn. Hãy chạy lại; nếu có gì quá lớn, hãy chọn tham số nhỏ hơn.
labs-program-said = Chương trình báo (bằng tiếng Anh):
labs-again = Chạy lại

# Lượt chạy đã xong
labs-simulated = Thiết bị mô phỏng
labs-real = GPU thật
labs-driver = Trình điều khiển { $version }
labs-total = Tổng cộng { $size }
labs-budget = Hạn mức của bài này: { $size }
labs-no-budget = Không có hạn mức: dùng được toàn bộ
labs-version = vramlab { $version }
labs-too-small = Thiết bị quá nhỏ so với các tham số này: một tensor lẽ ra phải có chỗ lại không có, nên kết quả không phải là điều bài này muốn cho thấy. Hãy tăng bộ nhớ của thiết bị, hoặc giảm các kích thước khác.
labs-prediction = Dự đoán của bạn
labs-you-predicted = Bạn dự đoán
labs-found = Kết quả
labs-predicted-right = Đúng như bạn dự đoán
labs-predicted-wrong = Khác với dự đoán của bạn
labs-not-predicted = Lượt chạy này không kèm dự đoán nào. Hãy chạy lại để dự đoán.
labs-memory = Điều gì đã xảy ra trong bộ nhớ
labs-figures = Các con số
labs-why = Vì sao
labs-pytorch = Làm như vậy trong PyTorch
labs-pytorch-text = Để bạn thử ở nhà, trên GPU của mình.
labs-code = Mã
labs-go-on = Đi tiếp
labs-back-to-lesson = Về bài học: { $title }
labs-download-json = Tải báo cáo dạng JSON: mọi sự kiện, bản đồ và lời gọi trình điều khiển
labs-download-snapshot = Tải ảnh chụp bộ nhớ (snapshot) cho trình xem của PyTorch (pytorch.org/memory_viz)
labs-parameters-were = Tham số của lượt chạy này
labs-parameter = Tham số
labs-value = Giá trị
labs-origin = Do đâu
labs-origin-default = mặc định
labs-origin-given = bạn chọn
labs-origin-fitted = hạ xuống cho vừa thiết bị

# Các con số
labs-figure = Con số
labs-expected = Dự kiến
labs-verdict = So sánh
labs-agrees = Đúng dự kiến
labs-differs = Sai khác
labs-as-expected = Mọi con số đều đúng dự kiến.
labs-not-as-expected = { $count } con số không như dự kiến.
labs-nothing-expected = Với các tham số này không có dự kiến nào.
labs-expected-how = Giá trị dự kiến được suy ra từ các quy tắc đã công bố của bộ cấp phát, không phải đọc từ chính bộ cấp phát.
labs-tokens = { $amount } token
labs-times = { $amount } lần
labs-yes = Có
labs-no = Không

# Hình vẽ
labs-legend = Chú giải
labs-table = Bảng
labs-as-table = Xem dưới dạng bảng
labs-step = bước { $step }
labs-state-live = đang dùng
labs-state-cached = trong bộ nhớ đệm, có thể trả lại
labs-state-pinned = trong bộ nhớ đệm nhưng bị ghim
labs-state-waiting = đang chờ luồng (stream)
labs-state-unmapped = còn trống trên thiết bị
labs-state-outside = ngoài PyTorch
labs-state-refused = được yêu cầu và bị từ chối
labs-map-caption = Dải trên là toàn bộ những gì PyTorch đang giữ, theo thứ tự địa chỉ. Bên dưới là từng phân đoạn (segment); các phân đoạn giống nhau chỉ vẽ một lần.
labs-map-caption-device = Dải trên là cả thiết bị, gồm những gì PyTorch đang giữ theo thứ tự địa chỉ. Bên dưới là từng phân đoạn (segment); các phân đoạn giống nhau chỉ vẽ một lần.
labs-map-spoken = Bản đồ bộ nhớ, { $moment }. Số phân đoạn: { $segments }. { $parts }
labs-no-segments = PyTorch không giữ phân đoạn nào.
labs-more-segments = Còn { $count } phân đoạn nữa trong bảng.
labs-more-in-json = Báo cáo tải về dạng JSON có đầy đủ hơn.
labs-asked = yêu cầu: { $size }
labs-why-refused = Bị từ chối: xin { $asked } liền một mảng. Khoảng trống lớn nhất trong các phân đoạn chỉ có { $largest }, còn thiết bị chỉ còn { $left }.
labs-moment = Thời điểm
labs-segments = Số phân đoạn
labs-segment = Phân đoạn
labs-segment-size = Kích thước mỗi phân đoạn
labs-block = Trạng thái khối
labs-block-size = Kích thước khối
labs-tensor = Tensor
labs-size = Kích thước
labs-allocated = Đã cấp phát
labs-active = Đang hoạt động
labs-reserved = Đã giữ chỗ
labs-timeline = Bộ nhớ qua từng bước
labs-timeline-spoken = Bộ nhớ qua { $steps } bước. Nhiều nhất có { $allocated } đã cấp phát và { $reserved } đã giữ chỗ.
labs-timeline-left-out = Vì có nhiều bước, bảng chỉ gồm bước đầu, bước cuối, bước cao nhất, và những bước có bản đồ bộ nhớ hoặc bị từ chối.
labs-limit = PyTorch chỉ có thể lấy đến: { $size }
labs-refused-here = từ chối { $size }
labs-column-step = Bước
labs-column-steps = Các bước
labs-column-times = Số lần
labs-done = Việc đã làm
labs-events = Những việc đã làm, từng bước một
labs-driver-calls = Lời gọi trình điều khiển: { $count }
labs-function = Hàm
labs-calls = Số lần gọi
labs-call = Lời gọi
labs-sum = Tổng
labs-calls-in-order = Theo thứ tự, phần lặp lại chỉ kể một lần
labs-taking-turns = xen kẽ nhau
labs-call-refused = bị từ chối
labs-pages = Các trang vật lý đứng sau địa chỉ
labs-pages-caption = Dải là khoảng địa chỉ ảo. Những đoạn được tô là nơi có bộ nhớ vật lý đứng sau.
labs-pages-column = Trang
labs-pages-range = trang { $first } đến { $last }
labs-page = trang { $number }
labs-mapped = đã ánh xạ { $size }
labs-address = Địa chỉ
labs-message = PyTorch báo gì ở bước { $step }
labs-refused-by-device = Thiết bị đã hết bộ nhớ.
labs-refused-by-budget = Hạn mức của bài này đã hết. Thiết bị có thể vẫn còn bộ nhớ.
labs-contents = Nội dung của các tensor
labs-contents-text = Một mẫu dữ liệu được ghi vào từng tensor trên thiết bị, rồi đọc lại và tính tổng kiểm, trước và sau.
labs-written = Đã ghi
labs-before = Trước
labs-after = Sau
labs-same = Giữ nguyên
labs-changed = Bị thay đổi
labs-summary-label = Bảng của PyTorch: { $run }
labs-tokens-caption = Mỗi dải là bộ nhớ dành cho bộ nhớ đệm KV tại một thời điểm, từ bước đầu đến bước cuối.
labs-tokens-at = Bước { $step }, { $running } yêu cầu đang chạy

# Một lượt chạy, từng bước
labs-film = Từng bước một
labs-film-controls = Phát lại
labs-film-first = Về bước đầu
labs-film-back = Lùi một bước
labs-film-play = Phát
labs-film-pause = Tạm dừng
labs-film-forward = Tiến một bước
labs-film-last = Đến bước cuối
labs-film-scrub = Bước
labs-film-speed = Tốc độ
labs-film-speed-of = { $count } bước mỗi giây
labs-film-of = Bước { $step } trên { $last }
labs-film-allocator = Bộ cấp phát { $number }
labs-film-segments = Các phân đoạn (segment), mỗi phân đoạn một hàng. Dùng phím mũi tên để đi từ khối này sang khối khác.
labs-film-segment = Phân đoạn { $number } trên { $count }, { $size }
labs-film-block = { $size }, { $state }
labs-film-named-block = { $name }: { $size }, { $state }
labs-film-calls = Lời gọi trình điều khiển ở bước này
labs-film-no-calls = Không có: bộ nhớ đệm là đủ.
labs-film-cut = Báo cáo không có đủ mọi lời gọi trình điều khiển, nên không thể hiện các bước cuối ở đây.
labs-film-lost = Mất kết nối. Lượt chạy vẫn tiếp tục; trang này sẽ theo dõi lại ngay khi có thể.
labs-film-resumed = Đã có lại kết nối.
labs-film-finished = Lượt chạy đã kết thúc. Kết quả đã hiện ra.
labs-film-requeued = Tiến trình chạy trên thiết bị đã dừng. Lượt chạy bắt đầu lại từ đầu.

# Dành cho chương trình.
api-title = API của các bài thực hành
api-lead = Chương trình có thể yêu cầu chạy bài thực hành, theo dõi lần chạy và lấy kết quả.
api-description = Mọi dữ liệu là JSON, lỗi được mô tả theo RFC 9457. Bản mô tả đầy đủ cho chương trình:
