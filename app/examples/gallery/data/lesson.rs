use app::pages;
use app::view::{LessonPart, LessonView, Section, ToolState};
use content::lesson::{Heading, Tool};

use super::question::states;
use super::simple::strip;
use super::{Page, Setting};

pub(crate) fn pages(setting: Setting) -> Vec<Page> {
    let mut pages = vec![lesson(setting)];
    let tools: [(&str, &[(&str, &str)]); 5] = [
        ("tool", &[]),
        ("tool-exceeds", &[("parameters", "69"), ("attention", "plain"), ("sequence", "4096")]),
        ("tool-inference", &[("optimizer", "none"), ("precision", "int8"), ("card", "24"), ("batch", "8")]),
        ("tool-wrong", &[("parameters", "many"), ("heads", "33"), ("precision", "int8"), ("batch", "0")]),
        ("tool-too-large", &[("batch", "65536"), ("sequence", "1048576"), ("hidden", "65536")]),
    ];
    pages.extend(tools.map(|(name, query)| tool(setting, name, query)));
    pages
}

fn lesson(setting: Setting) -> Page {
    let mut parts = vec![LessonPart::Html(setting.t(include_str!("lesson.en.html"), include_str!("lesson.vi.html")))];
    parts.push(LessonPart::Lab(super::lab::card(setting, "order-of-sizes")));
    for (_, question) in states(setting) {
        parts.push(LessonPart::Question(Box::new(question)));
        parts.push(LessonPart::Html(setting.t(
            "<p>Between two questions the text goes on, so that each answer has the passage it belongs to above it.</p>",
            "<p>Giữa hai câu hỏi, bài viết tiếp tục, để mỗi câu trả lời có ngay phía trên đoạn văn mà nó thuộc về.</p>",
        )));
    }
    let heading = |level, anchor: &str, en, vi| Heading { level, anchor: anchor.to_owned(), text: setting.t(en, vi) };
    let view = LessonView {
        course: setting.course(),
        title: setting.t("The caching allocator", "Bộ cấp phát có đệm"),
        minutes: 12,
        number: 2,
        of: 8,
        headings: vec![
            heading(2, "driver-cost", "Asking the driver is slow", "Xin trình điều khiển thì chậm"),
            heading(3, "measured", "How slow, measured", "Chậm đến mức nào, theo số đo"),
            heading(2, "pools", "Two pools and three segment sizes", "Hai nhóm khối và ba cỡ phân đoạn"),
            heading(2, "splitting", "Splitting and merging", "Tách và gộp"),
        ],
        parts,
        previous: Some(setting.link("/courses/gpu-memory/where-memory-goes", "Where the memory goes", "Bộ nhớ đi đâu")),
        next: Some(setting.link("/courses/gpu-memory/fragmentation", "Fragmentation", "Phân mảnh")),
        strip: strip(setting, Some(1)),
        read: false,
        read_action: format!("/{}/courses/gpu-memory/caching-allocator/read", setting.lang),
    };
    let mut chrome = setting.chrome(Section::Courses, "/courses/gpu-memory/caching-allocator", &view.title);
    chrome.islands = true;
    Page { name: "lesson".to_owned(), html: pages::lesson(&chrome, &view) }
}

fn tool(setting: Setting, name: &str, query: &[(&str, &str)]) -> Page {
    let query = query.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let state = ToolState { query, action: format!("/{}/courses/gpu-memory/where-memory-goes", setting.lang) };
    let view = LessonView {
        course: setting.course(),
        title: setting.t("Where the memory goes", "Bộ nhớ đi đâu"),
        minutes: 15,
        number: 1,
        of: 8,
        headings: vec![],
        parts: vec![
            LessonPart::Html(
                setting.t("<p>Put the numbers of a model in.</p>", "<p>Hãy nhập các con số của một mô hình.</p>"),
            ),
            LessonPart::Tool { tool: Tool::MemoryCalculator, state },
        ],
        previous: None,
        next: Some(setting.link(
            "/courses/gpu-memory/caching-allocator",
            "The caching allocator",
            "Bộ cấp phát có đệm",
        )),
        strip: strip(setting, Some(0)),
        read: true,
        read_action: String::new(),
    };
    let mut chrome = setting.chrome(Section::Courses, "/courses/gpu-memory/where-memory-goes", &view.title);
    chrome.islands = true;
    Page { name: name.to_owned(), html: pages::lesson(&chrome, &view) }
}
