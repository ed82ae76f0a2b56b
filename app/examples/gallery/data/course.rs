use app::pages;
use app::view::{CardView, CellState, CourseView, GlossaryView, LessonCard, QuizCard, Section, TermView};
use content::lang::Lang;

use super::simple::{LESSONS, strip};
use super::{Page, Setting};

/// A title and a text in both languages.
type Draft = ([&'static str; 2], [&'static str; 2]);

const REASONS: [Draft; 3] = [
    (
        ["Cost and budget", "Chi phí và ngân sách"],
        [
            "Choices in architecture set running cost and performance for years. A card that is used half is paid for in full.",
            "Lựa chọn kiến trúc quyết định chi phí vận hành và hiệu năng trong nhiều năm. Một chiếc card chỉ dùng một nửa vẫn phải trả đủ tiền.",
        ],
    ),
    (
        ["Clearer decisions", "Quyết định rõ ràng hơn"],
        [
            "A team that knows where memory goes picks the stack that fits, not the newest one.",
            "Nhóm hiểu bộ nhớ đi đâu sẽ chọn công nghệ vừa với mình, không chạy theo thứ mới nhất.",
        ],
    ),
    (
        ["Quality", "Chất lượng"],
        [
            "Better technical choices mean fewer failures in production, and fewer nights spent on an <code>OutOfMemoryError</code>.",
            "Lựa chọn kỹ thuật tốt hơn nghĩa là ít sự cố hơn khi vận hành, và ít đêm mất ngủ vì <code>OutOfMemoryError</code> hơn.",
        ],
    ),
];

const CASES: [Draft; 4] = [
    (
        ["Out of memory with room to spare", "Hết bộ nhớ khi vẫn còn chỗ"],
        [
            "Training dies with “CUDA out of memory” while reserved memory shows free room. Expandable segments cure it.",
            "Đang huấn luyện thì báo “CUDA out of memory” trong khi phần đã giữ chỗ vẫn còn trống. Bật phân đoạn mở rộng được thì hết lỗi.",
        ],
    ),
    (
        ["What eats an 80 GB card", "Điều gì ngốn hết card 80 GB"],
        [
            "<code>torch.cuda.memory_summary()</code> or a snapshot shows which tensors and which gaps fill the card.",
            "<code>torch.cuda.memory_summary()</code> hoặc ảnh chụp bộ nhớ cho thấy tensor nào và khoảng trống nào chiếm hết card.",
        ],
    ),
    (
        ["Many chats on one card", "Nhiều cuộc trò chuyện trên một card"],
        [
            "vLLM keeps the KV cache in pages of fixed size and serves many chats at once without waste.",
            "vLLM giữ bộ nhớ đệm KV trong các trang cỡ cố định và phục vụ nhiều cuộc trò chuyện cùng lúc mà không lãng phí.",
        ],
    ),
    (
        ["A smaller batch", "Lô nhỏ hơn"],
        [
            "A smaller batch or gradient checkpointing cuts activation memory and avoids the failure.",
            "Lô nhỏ hơn hoặc tính lại kích hoạt giúp giảm bộ nhớ kích hoạt và tránh được lỗi.",
        ],
    ),
];

fn cards(setting: Setting, drafts: &[Draft]) -> Vec<CardView> {
    let card = |(title, text): &Draft| CardView {
        title_html: setting.t(title[0], title[1]),
        text_html: setting.t(text[0], text[1]),
    };
    drafts.iter().map(card).collect()
}

pub(crate) fn pages(setting: Setting) -> Vec<Page> {
    vec![course(setting, "course", true), course(setting, "course-new", false), glossary(setting)]
}

fn course(setting: Setting, name: &str, begun: bool) -> Page {
    let course = setting.course();
    let view = CourseView {
        title: course.text.clone(),
        tagline_html: setting.t(
            "How AI frameworks allocate, reuse and reclaim scarce GPU memory, and why leftover gaps cause out-of-memory errors while a lot of memory is still free.",
            "Cách các framework AI cấp phát, dùng lại và thu hồi bộ nhớ GPU quý hiếm, và vì sao những khoảng trống còn sót gây lỗi hết bộ nhớ khi vẫn còn nhiều chỗ trống.",
        ),
        minutes: 150,
        outcomes_html: vec![
            setting.t("Say where the bytes of a training step go, before you run it.", "Nói được các byte của một bước huấn luyện đi đâu, trước khi chạy."),
            setting.t("Read an out-of-memory message figure by figure.", "Đọc thông báo hết bộ nhớ theo từng con số."),
            setting.t("Choose the allocator setting that fits the cause: <code>expandable_segments</code> or another.", "Chọn đúng thiết lập bộ cấp phát cho nguyên nhân: <code>expandable_segments</code> hay thiết lập khác."),
        ],
        lessons: lessons(setting, begun),
        labs: Vec::new(),
        reasons: cards(setting, &REASONS),
        cases: cards(setting, &CASES),
        risks: cards(setting, &REASONS),
        roadmap: cards(setting, &CASES),
        outlook_html: vec![
            setting.t("Memory management gets smarter and more paged, after the model of operating systems.", "Quản lý bộ nhớ ngày càng thông minh và phân trang nhiều hơn, theo cách của hệ điều hành."),
            setting.t("Frameworks will default to allocators that resist fragmentation.", "Các framework sẽ mặc định dùng bộ cấp phát chống phân mảnh."),
        ],
        faq: cards(setting, &CASES),
        quiz: QuizCard {
            href: format!("{}/quiz", course.href),
            questions: 12,
            pass_percent: 75,
            certificate: begun.then(|| "/verify/0b54f1ce-7a58-4d3c-9b43-1f9f0f6a2d11".to_owned()),
        },
        next_course: begun.then(|| setting.link("/courses/next", "Serving models", "Phục vụ mô hình")),
        resume: setting.link("/courses/gpu-memory/fragmentation", "Fragmentation", "Phân mảnh"),
        begun,
        strip: strip(setting, None),
    };
    let mut chrome = setting.chrome(Section::Courses, "/courses/gpu-memory", &view.title);
    chrome.json_ld = Some(r#"{"@context":"https://schema.org","@type":"Course","name":"GPU memory"}"#.to_owned());
    Page { name: name.to_owned(), html: pages::course(&chrome, &view) }
}

fn lessons(setting: Setting, begun: bool) -> Vec<LessonCard> {
    let states = strip(setting, None).into_iter().map(|cell| if begun { cell.state } else { CellState::Empty });
    let lessons = LESSONS.iter().zip(states);
    let lessons = lessons.map(|((slug, en, vi), state)| LessonCard {
        href: format!("/{}/courses/gpu-memory/{slug}", setting.lang),
        title: setting.t(en, vi),
        summary: setting.t(
            "Why PyTorch does not return memory to the driver, and what it does instead.",
            "Vì sao PyTorch không trả bộ nhớ cho trình điều khiển, và nó làm gì thay vào đó.",
        ),
        minutes: 12,
        questions: 5,
        state,
    });
    lessons.collect()
}

fn glossary(setting: Setting) -> Page {
    let term = |id: &str, en: &str, vi: &str, text: [&str; 2]| TermView {
        id: id.to_owned(),
        term: setting.t(en, vi),
        others: vec![if setting.lang == Lang::VI { (Lang::EN, en.to_owned()) } else { (Lang::VI, vi.to_owned()) }],
        definition_html: setting.t(text[0], text[1]),
        lesson: Some(setting.link("/courses/gpu-memory/fragmentation", "Fragmentation", "Phân mảnh")),
    };
    let terms = vec![
        term(
            "block",
            "block",
            "khối",
            [
                "A part of a segment that the allocator hands out as a whole.",
                "Một phần của phân đoạn, được bộ cấp phát giao ra trọn vẹn.",
            ],
        ),
        term(
            "caching-allocator",
            "caching allocator",
            "bộ cấp phát có đệm",
            [
                "Keeps freed memory and hands it out again without asking the driver. In PyTorch: <code>CUDACachingAllocator</code>.",
                "Giữ lại bộ nhớ đã giải phóng rồi cấp lại mà không hỏi trình điều khiển. Trong PyTorch: <code>CUDACachingAllocator</code>.",
            ],
        ),
        term(
            "fragmentation",
            "fragmentation",
            "phân mảnh",
            [
                "Free memory in scattered pieces, each too small for a large request.",
                "Bộ nhớ trống nằm rải rác thành nhiều mảnh, mảnh nào cũng quá nhỏ cho một yêu cầu lớn.",
            ],
        ),
        term(
            "segment",
            "segment",
            "phân đoạn",
            ["One allocation of the driver.", "Một lần cấp phát của trình điều khiển."],
        ),
    ];
    let view = GlossaryView { courses: vec![(setting.course(), terms)] };
    let chrome = setting.chrome(Section::Glossary, "/glossary", &setting.t("Glossary", "Thuật ngữ"));
    Page { name: "glossary".to_owned(), html: pages::glossary(&chrome, &view) }
}
