use app::pages;
use app::view::{CatalogView, CellState, CourseCard, ErrorKind, ErrorView, Limit, Section, Sent, StripCell};

use super::{Page, Setting};

pub(crate) const LESSONS: [(&str, &str, &str); 8] = [
    ("where-memory-goes", "Where the memory goes", "Bộ nhớ đi đâu"),
    ("caching-allocator", "The caching allocator", "Bộ cấp phát có đệm"),
    ("fragmentation", "Fragmentation", "Phân mảnh"),
    ("reading-the-numbers", "Reading the numbers", "Đọc các con số"),
    ("expandable-segments", "Expandable segments", "Phân đoạn mở rộng được"),
    ("empty-cache", "What empty_cache does", "empty_cache làm gì"),
    ("paged-attention", "PagedAttention and the KV cache", "PagedAttention và bộ nhớ đệm KV"),
    ("spending-less", "Spending less memory", "Tiêu ít bộ nhớ hơn"),
];

pub(crate) fn strip(setting: Setting, current: Option<usize>) -> Vec<StripCell> {
    use CellState::{Begun, Done, Empty};
    let states = [Done, Done, Begun, Empty, Empty, Empty, Empty, Empty];
    let cells = LESSONS.iter().zip(states).enumerate();
    let cells = cells.map(|(index, ((slug, en, vi), state))| {
        let link = setting.link(&format!("/courses/gpu-memory/{slug}"), en, vi);
        StripCell { href: Some(link.href), label: link.text, state, current: current == Some(index) }
    });
    cells.collect()
}

pub(crate) fn pages(setting: Setting) -> Vec<Page> {
    let mut pages = vec![catalog(setting)];
    let kinds = [
        ("not-found", ErrorKind::NotFound),
        ("bad-request", ErrorKind::BadRequest),
        ("foreign-origin", ErrorKind::ForeignOrigin),
        ("attempt-moved-on", ErrorKind::AttemptMovedOn),
        ("altered", ErrorKind::Altered),
        ("learner-gone", ErrorKind::LearnerGone),
        ("too-large", ErrorKind::TooLarge),
        ("too-many", ErrorKind::TooMany { sent: None, retry_after_s: 1 }),
        ("too-many-answer", ErrorKind::TooMany { sent: Some(Sent::Answer), retry_after_s: 1 }),
        ("too-many-form", ErrorKind::TooMany { sent: Some(Sent::Form), retry_after_s: 2 }),
        ("limit-tries", ErrorKind::LimitReached { limit: Limit::Tries, most: 200 }),
        ("limit-attempts", ErrorKind::LimitReached { limit: Limit::Attempts, most: 500 }),
        ("limit-reports", ErrorKind::LimitReached { limit: Limit::Reports, most: 100 }),
        ("limit-browsers", ErrorKind::LimitReached { limit: Limit::Browsers, most: 100 }),
        ("limit-runs", ErrorKind::LimitReached { limit: Limit::Runs, most: 3 }),
        ("unfit", ErrorKind::Unfit),
        ("not-theirs", ErrorKind::NotTheirs),
        ("unavailable", ErrorKind::Unavailable { retry_after_s: 5 }),
        ("not-stored-answer", ErrorKind::NotStored { sent: Sent::Answer, retry_after_s: 3 }),
        ("not-stored-form", ErrorKind::NotStored { sent: Sent::Form, retry_after_s: 1 }),
        ("timeout", ErrorKind::Timeout),
        ("internal", ErrorKind::Internal),
        ("link-spent", ErrorKind::LinkSpent),
        ("withdrawn", ErrorKind::Withdrawn),
        ("method", ErrorKind::MethodNotAllowed),
    ];
    pages.extend(kinds.map(|(name, kind)| error(setting, name, kind)));
    pages
}

fn catalog(setting: Setting) -> Page {
    let course = setting.course();
    let view = CatalogView {
        courses: vec![CourseCard {
            href: course.href,
            title: course.text,
            tagline_html: setting.t(
                "How AI frameworks allocate, reuse and reclaim scarce GPU memory, and why leftover gaps cause out-of-memory errors while a lot of memory is still free.",
                "Cách các framework AI cấp phát, dùng lại và thu hồi bộ nhớ GPU quý hiếm, và vì sao những khoảng trống còn sót gây lỗi hết bộ nhớ khi vẫn còn nhiều chỗ trống.",
            ),
            lessons: 8,
            minutes: 150,
            strip: strip(setting, None),
        }],
    };
    let title = setting.t("Learn how GPU memory works", "Học cách bộ nhớ GPU hoạt động");
    let chrome = setting.chrome(Section::Courses, "/", &title);
    Page { name: "catalog".to_owned(), html: pages::catalog(&chrome, &view) }
}

fn error(setting: Setting, name: &str, kind: ErrorKind) -> Page {
    let view = ErrorView {
        kind,
        request_id: "0198f3a2-7c1e-7d60-9a41-5b6a6c0e2f11".to_owned(),
        links: vec![
            setting.link("/", "All courses", "Tất cả khóa học"),
            setting.course(),
            setting.link("/progress", "Your progress", "Tiến độ của bạn"),
        ],
    };
    let chrome = setting.chrome(Section::None, "/courses/gpu-memori", &setting.t("Not found", "Không tìm thấy"));
    Page { name: format!("error-{name}"), html: pages::error(&chrome, &view) }
}
