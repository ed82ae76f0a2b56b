//! What becomes of a lesson.

use content::lang::Lang;
use content::lesson::{Block, Tool};

use crate::site::Site;

fn blocks(site: &Site, lang: Lang) -> Vec<Block> {
    site.course().lessons[0].text.get(lang).blocks.clone()
}

fn html(site: &Site, lang: Lang) -> String {
    blocks(site, lang)
        .iter()
        .filter_map(|block| if let Block::Html(html) = block { Some(html.as_str()) } else { None })
        .collect()
}

#[test]
fn questions_and_tools_split_the_text() {
    let kinds: Vec<_> = blocks(&Site::new(), Lang::EN)
        .iter()
        .map(|block| match block {
            Block::Html(_) => "html".to_owned(),
            Block::Question(id) => id.to_string(),
            Block::Lab(id) => format!("lab {id}"),
            Block::Tool(Tool::MemoryCalculator) => "calculator".to_owned(),
        })
        .collect();
    assert_eq!(kinds, ["html", "why-pool", "html", "calculator", "which-are-pools"]);
}

#[test]
fn headings_have_anchors_and_a_named_link_beside_them() {
    let site = Site::new();
    let headings = site.course().lessons[0].text.get(Lang::VI).headings.clone();
    let list: Vec<_> =
        headings.iter().map(|heading| (heading.level, heading.anchor.as_str(), heading.text.as_str())).collect();
    assert_eq!(list, [(2, "pools", "Nhóm khối là gì"), (3, "code", "Trong mã")]);
    let vi = html(&site, Lang::VI);
    assert!(vi.contains("<h2 id=\"pools\">Nhóm khối là gì</h2>"), "{vi}");
    assert!(vi.contains("href=\"#pools\" aria-label=\"Liên kết đến mục này: Nhóm khối là gì\""), "{vi}");
}

#[test]
fn tables_scroll_with_the_keyboard_and_have_a_name() {
    let en = html(&Site::new(), Lang::EN);
    assert!(
        en.contains(
            "<div class=\"table-scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Table 1: State, Size\"><table aria-label=\"What a pool is\">"
        ),
        "{en}"
    );
    assert!(
        en.contains("<th scope=\"col\" class=\"align-right\">Size</th>")
            || en.contains("<th class=\"align-right\" scope=\"col\">Size</th>"),
        "{en}"
    );
    assert!(html(&Site::new(), Lang::VI).contains("aria-label=\"Bảng 1: Trạng thái, Kích thước\""));
}

#[test]
fn a_sentence_that_leads_up_to_a_table_names_it() {
    for (before, name) in [
        ("Two pools. Sizes, *peak* values:\n", "Sizes, peak values\""),
        ("Live & \\<free\\>:\n", "Live &amp; "),
        ("Two pools.\n", "What a pool is\""),
    ] {
        let site =
            Site::new().replace("first/lesson.en.md", "| State | Size |", &format!("{before}\n| State | Size |"));
        let en = html(&site, Lang::EN);
        let named = en.split("<table aria-label=\"").nth(1).unwrap_or_default();
        assert!(named.starts_with(name), "{named}");
    }
}

#[test]
fn a_footnote_stands_behind_its_block_and_leads_back() {
    let site =
        Site::new().replace("first/lesson.en.md", "The call returns a block", "The call[^source] returns a block");
    let en = html(&site, Lang::EN);
    let text = en.find("asks for 20 MiB at once.").expect("the paragraph");
    let note = en
        .find("<aside class=\"footnote-definition\" id=\"fn-1\" role=\"doc-footnote\" aria-label=\"Note 1\">")
        .expect("the note");
    let heading = en.find("<h2").expect("the next block");
    assert!(text < note && note < heading, "{en}");
    assert!(en.contains("<a id=\"fnref-1\" href=\"#fn-1\" role=\"doc-noteref\" aria-label=\"Note 1\">1</a>"), "{en}");
    assert!(en.contains("href=\"#fnref-1\" role=\"doc-backlink\" aria-label=\"Back to the text (1)\""), "{en}");
    assert!(en.contains("href=\"#fnref-1-2\" role=\"doc-backlink\" aria-label=\"Back to the text (2)\""), "{en}");
    assert_eq!(en.matches("<aside").count(), 1);
}

#[test]
fn links_lead_into_the_language_of_the_page() {
    let site = Site::new().replace(
        "first/lesson.en.md",
        "Asking the driver",
        "[Here](#code), [there](first#pools), [pool](glossary#pool), [test](quiz): asking the driver",
    );
    let en = html(&site, Lang::EN);
    for link in [
        "<a href=\"#code\">",
        "<a href=\"/en/courses/demo/first#pools\">",
        "<a href=\"/en/glossary#pool\">",
        "<a href=\"/en/courses/demo/quiz\">",
        "<a href=\"https://pytorch.org/docs/stable/notes/cuda.html\" rel=\"noopener\">",
    ] {
        assert!(en.contains(link), "{link} is not in {en}");
    }
    let answer = site.course().page.faq[0].text.clone();
    assert_eq!(answer.get(Lang::VI).html, "Với <a href=\"/vi/courses/demo/first#pools\">bài học đầu tiên</a>.");
    assert_eq!(answer.get(Lang::VI).plain, "Với bài học đầu tiên.");
}

#[test]
fn a_strip_is_a_figure_with_legend_and_table() {
    let vi = html(&Site::new(), Lang::VI);
    let figure = &vi[vi.find("<figure class=\"strip\">").expect("a figure")..vi.find("</figure>").expect("its end")];
    assert!(!figure.contains("style="), "{figure}");
    // 20 MiB in all: the first block takes 6 of them.
    assert!(figure.contains("<rect class=\"s-live\" x=\"0%\" y=\"1\" width=\"30%\""), "{figure}");
    assert_eq!(figure.matches("<rect class=\"s-cached\"").count(), 3, "two blocks and the legend");
    assert!(figure.contains("aria-label=\"phân đoạn 1: 6 MiB đang dùng; 8 MiB trong bộ nhớ đệm, có thể trả lại; 6 MiB trong bộ nhớ đệm nhưng bị ghim\""), "{figure}");
    assert!(figure.contains("<figcaption>Một phân đoạn</figcaption>"), "{figure}");
    assert!(figure.contains("phần còn lại của <em>một</em> phân đoạn"), "{figure}");
    assert!(figure.contains("<summary>Xem dưới dạng bảng</summary>") && figure.contains("2 × 4</td>"), "{figure}");
}

#[test]
fn code_is_highlighted_and_formulas_are_mathml() {
    let en = html(&Site::new(), Lang::EN);
    assert!(
        en.contains(
            "<pre class=\"code\" role=\"region\" tabindex=\"0\" aria-label=\"Code 1 (Python)\"><code translate=\"no\">"
        ),
        "{en}"
    );
    assert!(en.contains("<span class=\"hl-comment\"># a small one"), "{en}");
    assert!(en.contains("<math display=\"inline\">") && en.contains("<mi>n</mi>"), "{en}");
    let why = Site::new().course().quiz.pool[1].clone();
    let content::question::Kind::Numeric(numeric) = why.kind else { panic!("a numeric question") };
    assert_eq!(numeric.why.get(Lang::EN).plain, "2^10 is 1,024.");
}

#[test]
fn a_picture_beside_the_lesson_gets_an_address() {
    let picture = "![A card](card-1.png)\n\n::tool memory-calculator";
    let site = Site::new()
        .replace("first/lesson.en.md", "::tool memory-calculator", picture)
        .replace("first/lesson.vi.md", "::tool memory-calculator", &picture.replace("A card", "Một card"))
        .write("first/card-1.png", [0x89, b'P', b'N', b'G']);
    let loaded = site.load();
    assert!(loaded.report.is_clean(), "{}", loaded.report.render_text(false));
    assert!(
        html(&site, Lang::EN)
            .contains("<img src=\"/media/demo/first/card-1.png\" alt=\"A card\" loading=\"lazy\" decoding=\"async\">")
    );
    let file = loaded.media.get("/media/demo/first/card-1.png").expect("the picture");
    assert!(file.ends_with("courses/demo/first/card-1.png"));
}

#[test]
fn nothing_that_is_generated_holds_an_inline_style_or_handler() {
    for lang in [Lang::EN, Lang::VI] {
        let html = html(&Site::new(), lang);
        assert!(!html.contains(" style=") && !html.contains(" onclick"), "{html}");
    }
}
