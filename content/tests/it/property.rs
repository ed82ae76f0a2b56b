//! No input brings the loader down.

use proptest::prelude::*;

use crate::site::Site;

const FILES: &[&str] = &[
    "course.toml",
    "glossary.toml",
    "final.toml",
    "keys.lock",
    "first/quiz.toml",
    "first/lesson.en.md",
    "first/lesson.vi.md",
];

/// Pieces of the formats, in any order.
fn fragment() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "[[question]]\n",
        "[[question.option]]\n",
        "[[question.trap]]\n",
        "[[term]]\n",
        "[[faq]]\n",
        "id = \"a\"\n",
        "key = true\n",
        "kind = \"single\"\n",
        "kind = \"numeric\"\n",
        "stem.en = \"",
        "text.vi = '''",
        "answer = 1e400\n",
        "tolerance = -nan\n",
        "lessons = [",
        "]",
        "\"",
        "'''",
        "\\u00e0",
        "\n",
        "+++\n",
        "# ",
        "## ",
        "### x {#a}\n",
        "- ",
        "> ",
        "1. ",
        "    ",
        "\t",
        "```strip\n",
        "title: x\nunit: MiB\nrow: a\n",
        "live 1e308 x 100\n",
        "live 0.0000001\n",
        "cached 4 x 5 label\n",
        "```\n",
        "```python\n",
        "::question a\n",
        "::tool memory-calculator\n",
        "::",
        "[^a]",
        "[^a]: note\n",
        "[x](",
        ")",
        "![",
        "](a.png)",
        "<details>",
        "</details>",
        "<span lang=\"en\">",
        "</span>",
        "<",
        ">",
        "&#xE000;",
        "\u{e000}0\u{e001}",
        "$",
        "$$",
        "\\frac{",
        "\\left(",
        "}",
        "^",
        "_",
        "&",
        "\\begin{matrix}",
        "\\end{matrix}",
        "|a|b|\n|-|-|\n|c|\n",
        "**",
        "*",
        "`",
        "~~",
        "không",
        "Which is NOT ",
        "1,024",
        "2.5.1",
        "=",
        " = ",
        "\u{301}",
        "\u{feff}",
        "ế",
    ]);
    prop_oneof![8 => known.prop_map(str::to_owned), 1 => "\\PC{0,12}", 1 => any::<char>().prop_map(String::from)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..600), file in prop::sample::select(FILES)) {
        let report = Site::new().write(file, bytes).report();
        prop_assert!(!report.render_text(false).is_empty());
    }

    #[test]
    fn any_mixture_of_the_formats_is_read_without_a_panic(
        parts in prop::collection::vec(fragment(), 0..60),
        file in prop::sample::select(FILES),
        keep in any::<bool>(),
    ) {
        let site = Site::new();
        let text = if keep { site.read(file) } else { String::new() } + &parts.concat();
        let report = site.write(file, text).report();
        // Every place can be shown.
        prop_assert!(!report.render_text(true).is_empty());
        prop_assert!(report.to_json().ends_with("]\n"));
    }

    #[test]
    fn a_file_cut_off_anywhere_is_read_without_a_panic(file in prop::sample::select(FILES), share in 0.0..1.0_f64) {
        let site = Site::new();
        let bytes = site.read(file).into_bytes();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a share of a short length")]
        let len = (bytes.len() as f64 * share) as usize;
        let report = site.write(file, &bytes[..len]).report();
        prop_assert!(!report.summary().is_empty());
    }
}

#[test]
fn huge_nesting_is_refused_and_not_followed() {
    let deep = |open: &str, close: &str| format!("{}x{}", open.repeat(50_000), close.repeat(50_000));
    for text in [
        deep("> ", ""),
        deep("- ", ""),
        deep("*", "*"),
        deep("[", "](a)"),
        deep("<span>", "</span>"),
        deep("$\\sqrt{", "}$"),
        deep("<details>\n\n", ""),
    ] {
        let site = Site::new().append("first/lesson.en.md", &format!("\n\n{text}\n"));
        assert!(site.report().has_errors(), "{}", &text[..20]);
    }
    for text in [
        format!("a = {}", deep("[", "]")),
        format!("a = {}", deep("{a=", "}")),
        format!("{}a = 1", "a.".repeat(50_000)),
    ] {
        assert!(Site::new().write("course.toml", text).report().has_errors());
    }
}
