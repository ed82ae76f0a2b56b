//! Formulas: LaTeX to MathML.

use std::ops::Range;

use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::{Parser, Storage, push_mathml};

use crate::finding::Code;

use super::facts::PieceKind;
use super::sanitize;
use super::writer::Writer;

/// Longest formula, in bytes, and its deepest nesting of braces. The parser works recursively.
const MAX_FORMULA: usize = 1000;
const MAX_BRACES: usize = 12;

/// Commands that would need inline styles, which the site's content security policy forbids, or that define others, and
/// `\char`, on which the parser (pulldown-latex 0.8) panics when no ASCII character follows.
const REFUSED: &[&str] = &[
    "char",
    "color",
    "textcolor",
    "colorbox",
    "fcolorbox",
    "def",
    "edef",
    "gdef",
    "xdef",
    "let",
    "futurelet",
    "newcommand",
    "renewcommand",
    "providecommand",
];

/// Environments whose count of columns the parser does not guard against overflow.
const REFUSED_ENVIRONMENTS: &[&str] = &["alignat", "alignedat"];

/// Elements and attributes that a rendered formula may hold.
pub(super) const ELEMENTS: &[(&str, &[&str])] = &[
    ("math", &["display"]),
    ("menclose", &["notation"]),
    ("mfrac", &["linethickness"]),
    ("mi", &["mathvariant"]),
    ("mn", &[]),
    (
        "mo",
        &[
            "stretchy",
            "form",
            "fence",
            "separator",
            "lspace",
            "rspace",
            "minsize",
            "maxsize",
            "symmetric",
            "largeop",
            "movablelimits",
        ],
    ),
    ("mmultiscripts", &[]),
    ("mover", &["accent"]),
    ("mpadded", &["width", "height", "depth", "voffset"]),
    ("mphantom", &[]),
    ("mprescripts", &[]),
    ("mroot", &[]),
    ("mrow", &[]),
    ("mspace", &["width", "height", "depth"]),
    ("msqrt", &[]),
    ("mstyle", &["displaystyle", "scriptlevel"]),
    ("msub", &[]),
    ("msubsup", &[]),
    ("msup", &[]),
    ("mtable", &["class"]),
    ("mtd", &["class", "columnspan"]),
    ("mtext", &[]),
    ("mtr", &[]),
    ("munder", &["accentunder"]),
    ("munderover", &[]),
];

impl Writer<'_> {
    pub(super) fn math(&mut self, tex: &str, range: &Range<usize>, display: bool) {
        self.piece(PieceKind::Math, tex, range);
        if self.image.is_some() {
            return;
        }
        match to_mathml(tex, display) {
            Ok(mathml) => {
                let mathml = if display { self.scrolling(&mathml) } else { mathml };
                self.push_generated(mathml);
            }
            Err(reason) => {
                let help = "mend the formula; a dollar sign that begins none is written \\$";
                self.finding(Code::Math, range, format!("the formula cannot be shown: {reason}"), help);
                self.push(&super::escape::text(tex));
            }
        }
    }

    /// Lets a wide formula scroll by itself. What scrolls must be reachable with the keyboard, and what can take the focus
    /// needs a name.
    fn scrolling(&self, mathml: &str) -> String {
        let label = self.words.formula;
        format!("<span class=\"math-scroll\" role=\"group\" tabindex=\"0\" aria-label=\"{label}\">{mathml}</span>")
    }
}

fn to_mathml(tex: &str, display: bool) -> Result<String, String> {
    refuse(tex)?;
    let storage = Storage::new();
    let events: Vec<_> = Parser::new(tex, &storage).collect();
    if let Some(error) = events.iter().find_map(|event| event.as_ref().err()) {
        return Err(one_line(&error.to_string()));
    }
    let display_mode = if display { DisplayMode::Block } else { DisplayMode::Inline };
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let mut mathml = String::new();
    push_mathml(&mut mathml, events.into_iter(), config).map_err(|error| error.to_string())?;
    if mathml.contains(" style=") {
        return Err("it needs inline styles, which this site does not allow".to_owned());
    }
    Ok(sanitize::clean_math(&mathml))
}

/// Refuses what the parser should not be asked: too long, too deep, or commands that cannot work here.
fn refuse(tex: &str) -> Result<(), String> {
    if tex.len() > MAX_FORMULA {
        return Err(format!("it is longer than {MAX_FORMULA} bytes"));
    }
    let mut depth = 0_usize;
    for byte in tex.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_BRACES {
            return Err(format!("its braces are nested more than {MAX_BRACES} deep"));
        }
    }
    if let Some(name) = REFUSED_ENVIRONMENTS.iter().find(|name| tex.contains(**name)) {
        return Err(format!("the environment {name} is not supported"));
    }
    for part in tex.split('\\').skip(1) {
        let name = &part[..part.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(part.len())];
        if REFUSED.contains(&name) {
            return Err(format!("\\{name} is not supported"));
        }
    }
    Ok(())
}

/// The parser explains over several lines; a finding shows the place itself.
fn one_line(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("it is not valid LaTeX");
    line.trim_end_matches('.').to_owned()
}

/// Commands whose meaning is a character or a word.
const SPOKEN: &[(&str, &str)] = &[
    ("\\times", "×"),
    ("\\cdot", "·"),
    ("\\approx", "≈"),
    ("\\leq", "≤"),
    ("\\le", "≤"),
    ("\\geq", "≥"),
    ("\\ge", "≥"),
    ("\\neq", "≠"),
    ("\\to", "→"),
    ("\\left", ""),
    ("\\right", ""),
    ("\\text", ""),
    ("\\mathrm", ""),
    ("\\operatorname", ""),
    ("\\lceil", "⌈"),
    ("\\rceil", "⌉"),
    ("\\lfloor", "⌊"),
    ("\\rfloor", "⌋"),
    ("\\,", " "),
    ("\\;", " "),
    ("\\ ", " "),
    ("\\%", "%"),
    ("\\_", "_"),
    ("{,}", ","),
];

/// Returns a formula as people would type it without LaTeX, for titles and comparison.
pub(super) fn plain(tex: &str) -> String {
    let mut text = tex.to_owned();
    for (command, spoken) in SPOKEN {
        text = text.replace(command, spoken);
    }
    text.replace(['{', '}'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_becomes_mathml() {
        let html = to_mathml(r"\frac{1}{2} \times n^2 + \text{MiB}", false).expect("a formula");
        assert!(html.starts_with("<math") && html.contains("<mfrac>") && html.contains("MiB"), "{html}");
        assert!(to_mathml("x", true).expect("a formula").contains("display=\"block\""));
    }

    #[test]
    fn what_cannot_be_shown_says_why() {
        for bad in [
            r"\char é",
            r"\begin{alignat}{65000}x\end{alignat}",
            r"\frac{1",
            r"\nosuchcommand",
            r"\color{red} x",
            r"\def\x{\x}\x",
            "a^{b",
        ] {
            assert!(to_mathml(bad, false).is_err(), "{bad}");
        }
        assert!(to_mathml(&"x".repeat(MAX_FORMULA + 1), false).is_err());
        assert!(to_mathml(&"{".repeat(900), false).is_err());
    }

    #[test]
    fn text_in_a_formula_is_text() {
        let html = to_mathml(r"\text{<script>alert(1)</script>}", false).unwrap_or_default();
        assert!(!html.contains("<script"), "{html}");
    }

    #[test]
    fn plain_text_reads_like_arithmetic() {
        assert_eq!(plain(r"2 \times 1{,}5\,\text{GiB}"), "2 × 1,5 GiB");
    }
}
