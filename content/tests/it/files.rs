//! Files as editors and operating systems leave them.

use std::fs;

use content::finding::Code;
use content::load::MAX_FILE_BYTES;

use crate::site::{COURSE, Site};

#[test]
fn byte_order_marks_and_windows_line_ends_change_nothing() {
    let plain = Site::new();
    let mut other = Site::new();
    for name in [
        "course.toml",
        "glossary.toml",
        "final.toml",
        "keys.lock",
        "first/quiz.toml",
        "first/lesson.en.md",
        "first/lesson.vi.md",
    ] {
        let text = format!("\u{feff}{}", other.read(name).replace('\n', "\r\n"));
        other = other.write(name, text);
    }
    assert!(other.report().is_clean(), "{}", other.report().render_text(false));
    let (plain, other) = (plain.course(), other.course());
    assert_eq!(plain.quiz.edition, other.quiz.edition);
    assert_eq!(format!("{:?}", plain.lessons), format!("{:?}", other.lessons));
}

#[test]
fn a_finding_of_a_windows_file_names_the_same_place() {
    let broken = |line_end: &str| {
        let site = Site::new().replace("first/quiz.toml", "level = \"explain\"", "level = \"explian\"");
        let text = site.read("first/quiz.toml").replace('\n', line_end);
        site.write("first/quiz.toml", text).finding(Code::BadValue)
    };
    assert_eq!(broken("\n"), broken("\r\n"));
    assert_eq!(broken("\n").start.line, 4);
    assert!(broken("\n").help.contains("`explain`"), "{:?}", broken("\n"));
}

#[test]
fn a_byte_that_is_not_utf8_is_named_with_its_place() {
    let site = Site::new();
    let mut bytes = site.read("first/lesson.vi.md").into_bytes();
    let at = String::from_utf8_lossy(&bytes).find("cấp phát").expect("a word");
    bytes[at] = 0xff;
    let finding = site.write("first/lesson.vi.md", bytes).finding(Code::NotUtf8);
    assert_eq!(finding.file, format!("{COURSE}/first/lesson.vi.md"));
    assert_eq!((finding.start.line, finding.start.column), (11, 43));
    assert!(finding.message.contains("0xff"), "{}", finding.message);
}

#[test]
fn a_file_of_ten_megabytes_is_refused_and_one_at_the_limit_is_read() {
    let site = Site::new().append("first/lesson.en.md", &"x".repeat(10 << 20));
    assert!(site.codes().contains(&Code::FileTooLarge));
    let site = Site::new();
    let room = usize::try_from(MAX_FILE_BYTES).expect("a small number") - site.read("first/quiz.toml").len() - 2;
    let site = site.append("first/quiz.toml", &format!("\n#{}", "x".repeat(room)));
    assert!(site.report().is_clean());
    assert_eq!(site.append("first/quiz.toml", "x").codes()[0], Code::FileTooLarge);
}

#[test]
fn every_missing_file_is_reported_and_the_rest_is_still_checked() {
    let site = Site::new()
        .remove("course.toml")
        .remove("glossary.toml")
        .remove("final.toml")
        .remove("first/lesson.vi.md")
        .replace("first/lesson.en.md", "## What", "# What");
    fs::remove_file(site.path().join("site.toml")).expect("a file of the fixture");
    let report = site.report();
    let missing = report.findings().filter(|finding| finding.code == Code::MissingFile).count();
    assert_eq!(missing, 5, "{}", report.render_text(false));
    assert!(report.has(Code::Heading));
    assert!(site.load().catalog.is_none());
}

#[test]
fn a_folder_that_is_not_there_is_a_finding_too() {
    let report = content::check::run(&Site::new().path().join("nowhere"), &content::lab::Known::default());
    assert!(report.has(Code::MissingFile) && report.has_errors());
}

#[test]
fn files_that_nothing_reads_are_named() {
    let site = Site::new()
        .write("finall.toml", "")
        .write("first/quizz.toml", "")
        .write("README.md", "")
        .write("first/.hidden", "");
    let report = site.report();
    let found: Vec<_> = report.findings().map(|finding| (finding.code, finding.help.as_str())).collect();
    assert_eq!(
        found,
        [(Code::UnknownFile, "did you mean `final.toml`?"), (Code::UnknownFile, "did you mean `quiz.toml`?")]
    );
}

#[test]
fn a_lesson_that_the_course_does_not_list_is_checked_but_not_shown() {
    let site = Site::new();
    fs::create_dir(site.file("second")).expect("a new folder");
    let lesson = "+++\ntitle = \"a\"\nsummary = \"b\"\nminutes = 1\n+++\ntext";
    let site = site.write("second/lesson.en.md", lesson).write("second/lesson.vi.md", lesson);
    assert_eq!(site.codes(), [Code::UnlistedLesson]);
    assert_eq!(site.course().lessons.len(), 1);
    let site = site.replace("course.toml", "[\"first\"]", "[\"first\", \"second\"]");
    assert!(site.report().is_clean());
    let site = site.replace("course.toml", "\"second\"", "\"secnod\"");
    assert_eq!(site.finding(Code::UnknownLesson).help, "did you mean `second`?");
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_link_out_of_the_folder_is_refused() {
        let outside = tempfile::NamedTempFile::new().expect("a file outside");
        fs::write(outside.path(), "secret = true").expect("a writable file");
        let site = Site::new().remove("glossary.toml");
        symlink(outside.path(), site.file("glossary.toml")).expect("a link");
        let report = site.report();
        assert!(report.has(Code::UnreadableFile), "{}", report.render_text(false));
        assert!(!report.render_text(false).contains("secret"));
    }

    #[test]
    fn a_course_that_leads_nowhere_is_an_error() {
        let site = Site::new();
        symlink("nowhere", site.path().join("courses/second")).expect("a link");
        assert!(site.report().has(Code::UnreadableFile));
        assert!(site.load().catalog.is_none(), "it must not pass for a site without that course");
    }

    #[test]
    fn links_in_a_circle_end() {
        let site = Site::new().remove("glossary.toml");
        symlink(site.file("glossary.toml"), site.file("glossary.toml")).expect("a link");
        symlink(site.file("."), site.file("first/loop")).expect("a link");
        assert!(site.codes().contains(&Code::UnreadableFile));
    }

    #[test]
    fn a_link_inside_of_the_folder_is_followed() {
        let site = Site::new();
        fs::rename(site.file("glossary.toml"), site.path().join("terms.toml")).expect("a moved file");
        symlink(site.path().join("terms.toml"), site.file("glossary.toml")).expect("a link");
        assert!(site.report().is_clean());
    }

    #[test]
    fn a_pipe_is_not_waited_for() {
        let site = Site::new().remove("glossary.toml");
        let made = std::process::Command::new("mkfifo").arg(site.file("glossary.toml")).status();
        if !made.is_ok_and(|status| status.success()) {
            return;
        }
        let (sender, receiver) = std::sync::mpsc::channel();
        let path = site.path().to_owned();
        std::thread::spawn(move || {
            sender.send(content::check::run(&path, &content::lab::Known::default()).has(Code::UnreadableFile))
        });
        assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(true));
    }
}
