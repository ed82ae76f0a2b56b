# Đầu trang, chân trang và phần head của mọi trang.

language-name = Tiếng Việt
language-og = vi_VN
number-group = .
number-decimal = ,

site-name = vramlab
site-image-alt = Một dải bộ nhớ: các khối đang dùng, xen giữa là những khoảng trống mà yêu cầu mới không lọt vào được
site-title-refused = Lỗi: { $title }
site-skip = Tới nội dung chính
site-home = vramlab, trang chủ
site-licence = Mã nguồn và bài viết đều mở: MIT hoặc Apache-2.0.
site-what = vramlab dạy cách bộ nhớ GPU thật sự hoạt động. Bạn không cần tài khoản: câu trả lời của bạn được giữ riêng cho trình duyệt này.

nav-main = Chính
nav-courses = Khóa học
nav-labs = Bài thực hành
nav-glossary = Thuật ngữ
nav-progress = Tiến độ
nav-language = Ngôn ngữ
nav-breadcrumb = Bạn đang ở đây

theme-title = Giao diện
theme-system = Theo máy
theme-light = Sáng
theme-dark = Tối
