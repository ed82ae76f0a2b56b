//! Findings as people and programs read them.

use content::finding::Code;

use crate::site::Site;

fn broken() -> Site {
    Site::new()
        .replace(
            "first/quiz.toml",
            "stem.vi = \"Vì sao bộ cấp phát giữ lại",
            "stem.vi = \"Vì sao <b>bộ</b> cấp phát giữ lại",
        )
        .replace("first/quiz.toml", "level = \"recall\"", "level = \"recal\"")
        .replace("first/lesson.en.md", "::tool memory", "::tol memory")
}

#[test]
fn all_findings_are_reported_in_one_run() {
    assert_eq!(broken().codes(), [Code::BadValue, Code::Directive, Code::Html]);
}

#[test]
fn text_output_shows_the_line_and_marks_the_place() {
    let text = broken().report().render_text(false);
    let expected = "\
error[html]: `<b>` is not allowed here and was left out
 --> courses/demo/first/quiz.toml:8:19
  |
8 | stem.vi = \"Vì sao <b>bộ</b> cấp phát giữ lại khối đã được giải phóng?\"
  |                   ^^^
  |
  = help: write **strong**
";
    assert!(text.contains(expected), "{text}");
    assert!(text.ends_with("3 errors, 0 warnings\n"), "{text}");
    assert!(!text.contains('\u{1b}'));
    assert!(broken().report().render_text(true).contains('\u{1b}'));
}

#[test]
fn decomposed_accents_count_as_one_column() {
    let site = broken();
    // "ì" as i and a combining grave accent, as some editors on a Mac write it
    let decomposed = site.read("first/quiz.toml").replace('ì', "i\u{300}").replace('ộ', "o\u{323}\u{302}");
    let finding = site.write("first/quiz.toml", decomposed).finding(Code::Html);
    assert_eq!((finding.start.line, finding.start.column), (8, 19));
    assert_eq!(finding.end.column, 22);
}

#[test]
fn json_output_is_an_array_with_places() {
    let json: serde_json::Value = serde_json::from_str(&broken().report().to_json()).expect("JSON");
    let findings = json.as_array().expect("an array");
    assert_eq!(findings.len(), 3);
    let html = findings.iter().find(|finding| finding["code"] == "html").expect("the finding");
    assert_eq!(html["severity"], "error");
    assert_eq!(html["file"], "courses/demo/first/quiz.toml");
    assert_eq!((html["line"].as_u64(), html["column"].as_u64()), (Some(8), Some(19)));
    assert_eq!((html["end_line"].as_u64(), html["end_column"].as_u64()), (Some(8), Some(22)));
    assert_eq!(html["help"], "write **strong**");
    assert_eq!(Site::new().report().to_json(), "[]\n");
}

#[test]
fn a_place_in_an_escaped_string_is_found() {
    let site =
        Site::new().replace("first/quiz.toml", "stem.en = \"Why does", "stem.en = \"Why \\\"really\\\" <b>does</b>");
    let finding = site.finding(Code::Html);
    assert_eq!((finding.start.line, finding.start.column), (7, 27));
    let text = "\"\"\"\nWhy does\n  the <b>allocator</b> keep a block that was freed?\"\"\"";
    let site = Site::new().replace("first/quiz.toml", "\"Why does the allocator keep a block that was freed?\"", text);
    let finding = site.finding(Code::Html);
    assert_eq!((finding.start.line, finding.start.column), (9, 7));
}
