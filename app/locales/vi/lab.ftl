# Từ ngữ của bộ máy thực hành. Khóa là mã của nó, đứng sau `lab-`; xem labs/src/report/label.rs.

# Sự kiện
lab-action-allocate = Cấp phát
lab-action-free = Giải phóng
lab-action-allocate-and-free = Cấp phát rồi giải phóng
lab-action-out-of-memory = Hết bộ nhớ
lab-action-hold = Chương trình khác giữ
lab-action-empty-cache = empty_cache

# Tên tensor, và tên của ai đang giữ bộ nhớ
lab-name-large = tensor lớn
lab-name-medium = tensor vừa
lab-name-small = tensor nhỏ
lab-name-tensor = tensor
lab-name-piece = mảnh
lab-name-spacer = miếng chèn
lab-name-last = tensor cuối
lab-name-kv-cache = bộ nhớ đệm KV
lab-name-other-programs = chương trình khác
lab-name-request = Yêu cầu { $number }
lab-name-all-prompts = Mọi lời nhắc

# Lựa chọn
lab-choice-many = nhiều khoảng trống 100 MiB
lab-choice-classic = năm khoảng trống 1 GiB
lab-choice-yes = có
lab-choice-no = không
lab-choice-octaves = nhiều câu ngắn, ít câu dài
lab-choice-uniform = mọi độ dài như nhau

# Tham số
lab-parameter-device = Bộ nhớ của thiết bị
lab-parameter-times = Số lần tạo rồi bỏ tensor
lab-parameter-tensor-size = Kích thước tensor
lab-parameter-first-size = Kích thước tensor thứ nhất
lab-parameter-second-size = Kích thước tensor thứ hai
lab-parameter-second-odd-bytes = Số byte lẻ thêm vào đó
lab-parameter-batch-count = Số tensor trong lô
lab-parameter-batch-size = Kích thước mỗi tensor
lab-parameter-size-behind = Kích thước tensor xin sau cùng
lab-parameter-small-count = Số tensor nhỏ
lab-parameter-small-size = Kích thước một tensor nhỏ
lab-parameter-large-count = Số tensor lớn
lab-parameter-large-size = Kích thước một tensor lớn
lab-parameter-scenario = Giá trị mặc định kể chuyện nào
lab-parameter-held = Bộ nhớ do chương trình khác giữ
lab-parameter-pairs = Số cặp mảnh và miếng chèn
lab-parameter-piece-size = Kích thước một mảnh
lab-parameter-spacer-size = Kích thước một miếng chèn
lab-parameter-last-size = Kích thước tensor cuối
lab-parameter-tensors-of-512-kib = Số tensor 512 KiB
lab-parameter-tensors-of-4-mib = Số tensor 4 MiB
lab-parameter-keep-every = Cứ bao nhiêu tensor thì giữ lại một
lab-parameter-expandable = Phân đoạn có mở rộng được không
lab-parameter-cache = Bộ nhớ dành cho bộ nhớ đệm KV
lab-parameter-layers = Số tầng của mô hình
lab-parameter-kv-heads = Số đầu khóa và giá trị
lab-parameter-head-size = Số phần tử trong một đầu
lab-parameter-number-bytes = Số byte của một số
lab-parameter-maximum = Độ dài lớn nhất mô hình cho phép
lab-parameter-requests = Số yêu cầu
lab-parameter-prompt-max = Lời nhắc dài nhất
lab-parameter-output-max = Câu trả lời dài nhất
lab-parameter-shared-prefix = Số token trong tiền tố chung của mọi lời nhắc
lab-parameter-block = Số token trong một khối
lab-parameter-seed = Hạt giống sinh độ dài
lab-parameter-prompts = Độ dài lời nhắc phân bố thế nào

# Mặc định suy ra từ tham số khác
lab-follows-device = 8.192; với năm khoảng trống là 10.240
lab-follows-held = thiết bị / 16; với năm khoảng trống là 0
lab-follows-tensor-size = thiết bị / 64; với năm khoảng trống là cả thiết bị
lab-follows-tensors = số vừa chỗ, trừ 2; với năm khoảng trống là 1
lab-follows-pairs = bằng số tensor lớn; với năm khoảng trống là 5
lab-follows-piece = 25/32 tensor lớn; với năm khoảng trống là thiết bị / 10
lab-follows-spacer = 5/32 tensor lớn, hoặc hơn nếu còn lọt thêm miếng thứ hai phía sau; với năm khoảng trống là thiết bị / 10
lab-follows-ask = thiết bị / 16; với năm khoảng trống là thiết bị / 5
lab-follows-half-device = nửa thiết bị
lab-follows-half-maximum = độ dài lớn nhất / 2
lab-follows-quarter-maximum = độ dài lớn nhất / 4
lab-follows-eighth-maximum = độ dài lớn nhất / 8

# Tham số không đi được với nhau
lab-problem-device-too-large = { $parameter } đang là { $number }, nhưng thiết bị này chỉ còn { $limit } MiB. Hãy đặt không quá mức đó.
lab-problem-less-than = { $parameter } đang là { $value }, nhưng phải nhỏ hơn { $other } (đang là { $limit }).
lab-problem-not-more-than = { $parameter } đang là { $value }, nhưng không được lớn hơn { $other } (đang là { $limit }).
lab-problem-nothing-left = { $parameter } đang là { $value }, nhưng phải nhỏ hơn { $other } (đang là { $limit }), nếu không thì chẳng còn gì để cấp phát.
lab-problem-longest-request = shared_prefix, prompt_max và output_max đang là { $prefix }, { $prompt } và { $output }, cộng lại là { $longest } token, nhiều hơn maximum là { $maximum }. Hãy giảm một trong số đó.
lab-problem-model = Không tính được mô hình này: { $reason }
lab-problem-small-cache = cache_mib đang là { $cache }, chỉ chứa được { $capacity } token của mô hình này, ít hơn một yêu cầu dài maximum token (đang là { $maximum }). Hãy tăng lên.

# Lượt chạy
lab-run-straight-to-the-driver = Gọi thẳng trình điều khiển
lab-run-through-the-cache = Qua bộ cấp phát có đệm
lab-run-default-settings = Cài đặt mặc định
lab-run-expandable = Phân đoạn mở rộng được
lab-run-small-first = Tensor nhỏ trước
lab-run-large-first = Tensor lớn trước
lab-run-small-first-expandable = Tensor nhỏ trước, phân đoạn mở rộng được
lab-run-large-first-expandable = Tensor lớn trước, phân đoạn mở rộng được
lab-run-small-for-its-segment = Một tensor nhỏ so với phân đoạn của nó
lab-run-odd-size = Một tensor có kích thước lẻ
lab-run-batch-with-holes = Một lô có hai chỗ hổng
lab-run-alive-during-empty-cache = Các tensor còn sống khi gọi empty_cache
lab-run-memory-for-the-kv-cache = Bộ nhớ cho bộ nhớ đệm KV

# Thời điểm
lab-map-after-the-last-pair = Sau lần cuối
lab-map-with-the-tensor = Khi có tensor
lab-map-the-batch = Cả lô
lab-map-two-are-dropped = Bỏ hai tensor
lab-map-after-the-last-tensor = Sau tensor cuối
lab-map-small-tensors = { $count } × tensor nhỏ
lab-map-large-tensors = { $count } × tensor lớn
lab-map-pieces-and-spacers = Mảnh và miếng chèn
lab-map-the-pieces-are-free = Các mảnh đã giải phóng
lab-map-before-empty-cache = Trước empty_cache
lab-map-after-empty-cache = Sau empty_cache
lab-map-after-the-last-request = Sau yêu cầu cuối
lab-map-with-the-cache = Khi có bộ nhớ đệm KV

# Con số
lab-figure-direct-calls = Số lời gọi trình điều khiển khi không có bộ nhớ đệm
lab-figure-cached-calls = Số lời gọi trình điều khiển khi có bộ nhớ đệm
lab-figure-direct-time = Thời gian khi không có bộ nhớ đệm
lab-figure-cached-time = Thời gian khi có bộ nhớ đệm
lab-figure-speedup = Bộ nhớ đệm nhanh hơn
lab-figure-requested = { $run } · được yêu cầu
lab-figure-allocated-of-run = { $run } · đã cấp phát
lab-figure-reserved-of-run = { $run } · đã giữ chỗ
lab-figure-reserved-of-run-before = { $run } · giữ chỗ trước đó
lab-figure-reserved-of-run-with-last = { $run } · giữ chỗ khi có tensor cuối
lab-figure-reserved-with-first = { $run } · giữ chỗ khi có lô đầu
lab-figure-reserved-with-second = { $run } · giữ chỗ khi có lô sau
lab-figure-allocated-with-holes = Đã cấp phát khi các mảnh đã giải phóng
lab-figure-reserved-with-holes = Giữ chỗ khi các mảnh đã giải phóng
lab-figure-inactive-split = Trong đó là mảnh tách không hoạt động
lab-figure-reserved-emptied = Giữ chỗ sau empty_cache
lab-figure-refused = Yêu cầu cuối bị hết bộ nhớ
lab-figure-reserved-asked = Giữ chỗ sau yêu cầu cuối
lab-figure-of-run = { $run } · { $what }
lab-figure-intact = Số tensor giữ nguyên nội dung
lab-figure-allocated-before = Đã cấp phát trước đó
lab-figure-allocated-after = Đã cấp phát sau đó
lab-figure-reserved-before = Giữ chỗ trước đó
lab-figure-free-segments = Trong đó là phân đoạn trống hoàn toàn
lab-figure-reserved-after = Giữ chỗ sau đó
lab-figure-bytes-per-token = Bộ nhớ đệm cho một token
lab-figure-capacity = Số token bộ nhớ đệm chứa được
lab-figure-full-at-once = { $policy } · số yêu cầu đủ độ dài cùng lúc
lab-figure-peak = { $policy } · số yêu cầu phục vụ cùng lúc
lab-figure-wasted = { $policy } · lãng phí cho mỗi yêu cầu
lab-figure-wasted-in-blocks = Khối { $block } token · lãng phí cho mỗi yêu cầu
lab-figure-peak-sharing = Phân trang, chung tiền tố · số yêu cầu phục vụ cùng lúc
lab-figure-copies = Phân trang, chung tiền tố · số khối phải sao chép
lab-figure-sharing-helps = Dùng chung tiền tố phục vụ được ít nhất bấy nhiêu yêu cầu

# Bảng
lab-policy-maximum = Độ dài lớn nhất
lab-policy-power-of-two = Lũy thừa của hai
lab-policy-exact = Vừa đúng
lab-policy-paged = Phân trang, khối { $block } token
lab-pool-small = nhỏ
lab-pool-large = lớn
lab-table-pins = Điều gì giữ lại từng phân đoạn còn sót
lab-table-policies = Các cách giữ chỗ; giữ chỗ, đã ghi và lãng phí tính cho mỗi yêu cầu
lab-table-blocks = Kích thước khối
lab-table-over-time = Các token của bộ nhớ nằm ở đâu, qua từng bước
lab-table-block-tables = Bảng khối của { $count } yêu cầu đầu, lúc phục vụ được nhiều nhất, dùng chung tiền tố
lab-column-segment = Phân đoạn
lab-column-pool = Nhóm khối
lab-column-size = Kích thước
lab-column-alive = Còn sống trong đó
lab-column-kept-by = Bị giữ bởi
lab-column-policy = Cách giữ chỗ
lab-column-reserved = Giữ chỗ
lab-column-filled = Đã ghi
lab-column-wasted = Lãng phí
lab-column-used = Tỷ lệ dùng
lab-column-served-at-once = Phục vụ cùng lúc
lab-column-steps = Số bước đến khi xong
lab-column-preempted = Bị ngắt
lab-column-block = Khối
lab-column-half-a-block = (B − 1)/2
lab-column-wasted-each = Lãng phí cho mỗi yêu cầu
lab-column-full-at-once = Yêu cầu đủ độ dài cùng lúc
lab-column-step = Bước
lab-column-running = Đang chạy
lab-column-waiting = Đang chờ
lab-column-for-later = Để dành
lab-column-never-filled = Không bao giờ ghi
lab-column-too-scattered = Quá vụn
lab-column-free = Còn trống
lab-column-of = Của
lab-column-tokens = Số token
lab-column-blocks = Số khối
lab-column-in-the-last = Trong khối cuối
lab-column-which = Khối nào

# Kịch bản do người học tự viết
lab-run-script = kịch bản của bạn
lab-map-script-refused = nơi hết bộ nhớ
lab-map-script-end = khi kết thúc
lab-figure-script-allocated = Đã cấp phát lúc cuối
lab-figure-script-allocated-peak = Đã cấp phát nhiều nhất
lab-figure-script-reserved = Đã giữ chỗ lúc cuối
lab-figure-script-reserved-peak = Đã giữ chỗ nhiều nhất
lab-figure-script-split = Phần trống của các phân đoạn lúc cuối
lab-figure-script-calls = Lời gọi trình điều khiển
lab-figure-script-refused = Yêu cầu bị từ chối
