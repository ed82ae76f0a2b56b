//! HTML that must not reach a page.

use content::lang::Lang;
use content::lesson::Block;
use content::load::load;

use crate::site::Site;

const ATTACKS: &[&str] = &[
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<iframe src=\"javascript:alert(1)\"></iframe>",
    "<a href=\"javascript:alert(1)\">x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](//evil.example)",
    "[x](/en/courses/../../admin)",
    "<span lang=\"en\" onclick=\"alert(1)\">x</span>",
    "<span style=\"position:fixed\">x</span>",
    "<details open ontoggle=alert(1)><summary>x</summary></details>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<math href=\"javascript:alert(1)\"><mi>x</mi></math>",
    "<abbr title='\"><script>alert(1)</script>'>x</abbr>",
    "<kbd><svg><style>*{color:red}</style></svg></kbd>",
    "<sup><form action=//evil.example><input name=x></form></sup>",
    "<!--><script>alert(1)</script>-->",
    "<scr<b>ipt>alert(1)</scr</b>ipt>",
    "&lt;script&gt;alert(1)&lt;/script&gt; is text",
    "`<script>alert(1)</script>`",
    "$\\text{<script>alert(1)</script>}$",
    "$\\href{javascript:alert(1)}{x}$",
    "\u{e000}0\u{e001}",
    "&#xE000;0&#xE001;",
    "<base href=\"//evil.example\"><meta http-equiv=refresh content=0><link rel=stylesheet href=x><object data=x></object><embed src=x>",
];

/// Tags that pages may hold; everything else that begins with `<` is an escape.
fn assert_harmless(html: &str, attack: &str) {
    let lower = html.to_lowercase();
    for bad in
        ["<script", "<iframe", "<object", "<embed", "<base", "<meta", "<link", "<form", "<input", "<style", "<mglyph"]
    {
        assert!(!lower.contains(bad), "{attack} gave {html}");
    }
    for tag in html.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag.to_lowercase()) {
        // Values were escaped, so quotes end attributes for sure.
        let names: String = tag.split('"').step_by(2).collect();
        assert!(!names.contains(" on") && !names.contains("style="), "{attack} gave {html}");
        assert!(
            !tag.contains("javascript:") && !tag.contains("data:") && !tag.contains("//evil"),
            "{attack} gave {html}"
        );
    }
    assert!(!html.contains(['\u{e000}', '\u{e001}']), "{attack} gave {html}");
}

/// Renders without looking at findings: what is refused must be harmless all the same.
fn rendered(site: &Site) -> Option<String> {
    let catalog = load(site.path(), &content::lab::Known::default()).catalog?;
    let course = &catalog.courses[0];
    let lesson = course.lessons[0].text.get(Lang::EN);
    let blocks =
        lesson.blocks.iter().filter_map(|block| if let Block::Html(html) = block { Some(html.as_str()) } else { None });
    Some(blocks.collect::<String>() + &course.lessons[0].questions[0].stem.get(Lang::EN).html)
}

#[test]
fn hostile_html_is_refused_or_harmless() {
    for attack in ATTACKS {
        let site = Site::new();
        let text = site.read("first/lesson.en.md").replace("Asking the driver takes time", attack);
        let site = site.write("first/lesson.en.md", text);
        if let Some(html) = rendered(&site) {
            assert_harmless(&html, attack);
        } else {
            assert!(site.report().has_errors(), "{attack}");
        }
        // In a short text, quoted as TOML wants it.
        let quoted = format!("stem.en = {}", toml_string(attack));
        let site = Site::new().replace(
            "first/quiz.toml",
            "stem.en = \"Why does the allocator keep a block that was freed?\"",
            &quoted,
        );
        if let Some(html) = rendered(&site) {
            assert_harmless(&html, attack);
        }
    }
}

fn toml_string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[test]
fn allowed_html_stays() {
    let html = "<span lang=\"en\">stream</span> <kbd>Ctrl</kbd> <abbr title=\"a &quot;b&quot;\">c</abbr> 2<sup>10</sup> H<sub>2</sub>";
    let site = Site::new();
    let text = site.read("first/lesson.en.md").replace("Asking the driver takes time", html);
    let vi = site.read("first/lesson.vi.md").replace("tốn thời gian", "tốn 2<sup>10</sup> H<sub>2</sub>");
    let site = site.write("first/lesson.en.md", text).write("first/lesson.vi.md", vi);
    let out = rendered(&site).unwrap_or_else(|| panic!("{}", site.report().render_text(false)));
    assert!(out.contains(html), "{out}");
}

#[test]
fn details_may_hold_markdown() {
    let details = "<details>\n<summary>More</summary>\n\nSome *text*.\n\n</details>\n\n::tool";
    let site = Site::new().replace("first/lesson.en.md", "::tool", details);
    let out = rendered(&site).unwrap_or_else(|| panic!("{}", site.report().render_text(false)));
    assert!(
        out.contains("<details>") && out.contains("<p>Some <em>text</em>.</p>") && out.contains("</details>"),
        "{out}"
    );
}
