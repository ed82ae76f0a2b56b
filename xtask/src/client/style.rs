//! One style sheet from the files of `app/style`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// Joins the files that `index.txt` names, in its order, without comments.
///
/// A file that is not named there is an error: it would look present and do nothing.
pub(super) fn sheet(folder: &Path) -> Result<String> {
    let index = folder.join("index.txt");
    let order = fs::read_to_string(&index).with_context(|| format!("cannot read {}", index.display()))?;
    let names: Vec<&str> =
        order.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let is_sheet = Path::new(&*name).extension().is_some_and(|extension| extension == "css");
        ensure!(!is_sheet || names.contains(&&*name), "{} does not name {name}; add it in its place", index.display());
    }
    let mut sheet = String::new();
    for name in names {
        let path = folder.join(name);
        let text = fs::read_to_string(&path)
            .with_context(|| format!("{} names {name}, which cannot be read", index.display()))?;
        sheet.push_str(without_comments(&text).trim());
        sheet.push('\n');
    }
    Ok(sheet)
}

/// Drops comments, and leaves strings alone.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut quote = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match quote {
            None if c == '/' && rest.peek() == Some(&'*') => skip_comment(&mut rest),
            None => {
                quote = matches!(c, '"' | '\'').then_some(c);
                kept.push(c);
            }
            Some(mark) => {
                kept.push(c);
                if c == '\\' {
                    kept.extend(rest.next());
                } else if c == mark {
                    quote = None;
                }
            }
        }
    }
    let lines: Vec<&str> = kept.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

fn skip_comment(rest: &mut impl Iterator<Item = char>) {
    rest.next();
    let mut star = false;
    for c in rest {
        if star && c == '/' {
            break;
        }
        star = c == '*';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_strings_stay() {
        let sheet = "/* one **/a { content: \"/* \\\" kept */\"; }\n\n/* two\nlines */\nb { x: url('a/*b') }";
        assert_eq!(without_comments(sheet), "a { content: \"/* \\\" kept */\"; }\nb { x: url('a/*b') }");
    }

    #[test]
    fn a_comment_without_an_end_takes_the_rest() {
        assert_eq!(without_comments("a{}/*/ b{}"), "a{}");
    }
}
