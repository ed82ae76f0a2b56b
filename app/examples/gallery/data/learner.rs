use app::pages;
use app::view::{
    AttemptResult, AttemptRow, CertificateStep, Confirm, ConfirmView, CourseProgress, LabProgress, LessonProgress,
    Link, NameProblem, ProgressDone, ProgressView, QuizIntroView, QuizResultView, ReportProblem, ReportView, Section,
};

use super::certificate::HOSTILE;
use super::question::{quiz_strip, states};
use super::simple::{LESSONS, strip};
use super::{Page, Setting};

const CERTIFICATE: &str = "/verify/0b54f1ce-7a58-4d3c-9b43-1f9f0f6a2d11";

pub(crate) fn pages(setting: Setting) -> Vec<Page> {
    let name = |value: &str, problem| CertificateStep::AskName {
        action: "/certificate".to_owned(),
        value: value.to_owned(),
        problem,
    };
    vec![
        quiz_intro(setting, "quiz-intro-new", vec![], None),
        quiz_intro(setting, "quiz-intro", attempts(setting), Some(CERTIFICATE.to_owned())),
        quiz_result(setting, "quiz-result-failed", 8, CertificateStep::NotPassed),
        quiz_result(setting, "quiz-result-name", 11, name("", None)),
        quiz_result(setting, "quiz-result-name-empty", 11, name("", Some(NameProblem::Empty))),
        quiz_result(setting, "quiz-result-name-long", 11, name(&"Nguyễn ".repeat(16), Some(NameProblem::TooLong))),
        quiz_result(setting, "quiz-result-name-bad", 11, name(HOSTILE, Some(NameProblem::BadCharacter))),
        quiz_result(setting, "quiz-result-issued", 11, CertificateStep::Issued { href: CERTIFICATE.to_owned() }),
        progress(setting, "progress", false, None),
        progress(setting, "progress-empty", true, Some(ProgressDone::Deleted)),
        progress(setting, "progress-reset", false, Some(ProgressDone::Reset)),
        progress(setting, "progress-continued", false, Some(ProgressDone::Continued)),
        progress(setting, "progress-link", false, Some(device_link(setting))),
        confirm(setting, "confirm-continue", Confirm::Continue { merge: false }),
        confirm(setting, "confirm-merge", Confirm::Continue { merge: true }),
        confirm(setting, "confirm-reset", Confirm::Reset { course: setting.course().text }),
        confirm(setting, "confirm-delete", Confirm::Delete { certificates: 2 }),
        confirm(setting, "confirm-delete-none", Confirm::Delete { certificates: 0 }),
        report(setting, "report", "", None, false),
        report(setting, "report-empty", "", Some(ReportProblem::Empty), false),
        report(
            setting,
            "report-long",
            "</textarea><script>alert(1)</script> & more",
            Some(ReportProblem::TooLong),
            false,
        ),
        report(setting, "report-sent", "", None, true),
    ]
}

fn attempts(setting: Setting) -> Vec<AttemptRow> {
    let row = |day: u8, result| AttemptRow {
        href: format!("/{}/courses/gpu-memory/quiz/attempts/{day}", setting.lang),
        date: setting.t(&format!("{day} March 2026"), &format!("{day} tháng 3, 2026")),
        date_iso: format!("2026-03-{day:02}"),
        result,
    };
    let result = |score, percent, passed| Some(AttemptResult { score, max: 12, percent, passed });
    vec![row(14, None), row(12, result(11, 92, true)), row(9, result(8, 67, false))]
}

fn quiz_intro(setting: Setting, name: &str, past: Vec<AttemptRow>, certificate: Option<String>) -> Page {
    let view = QuizIntroView {
        course: setting.course(),
        questions: 12,
        pass_percent: 75,
        start_action: format!("/{}/courses/gpu-memory/quiz", setting.lang),
        past,
        certificate,
    };
    let title = setting.t("Final quiz", "Bài kiểm tra cuối khóa");
    let chrome = setting.chrome(Section::Courses, "/courses/gpu-memory/quiz", &title);
    Page { name: name.to_owned(), html: pages::quiz_intro(&chrome, &view) }
}

fn quiz_result(setting: Setting, name: &str, score: u32, certificate: CertificateStep) -> Page {
    let review = states(setting).into_iter().filter(|(name, _)| name.ends_with("right") || name.ends_with("wrong"));
    let view = QuizResultView {
        course: setting.course(),
        score,
        max: 12,
        percent: (score * 100 + 6) / 12,
        pass_percent: 75,
        passed: score >= 9,
        strip: quiz_strip(setting, None),
        review: review.map(|(_, question)| question).collect(),
        start_action: format!("/{}/courses/gpu-memory/quiz", setting.lang),
        certificate,
    };
    let title = setting.t("Result", "Kết quả");
    let chrome = setting.chrome(Section::Courses, "/courses/gpu-memory/quiz/result", &title);
    Page { name: name.to_owned(), html: pages::quiz_result(&chrome, &view) }
}

fn device_link(setting: Setting) -> ProgressDone {
    let url = format!("https://vramlab.example/{}/continue/6vJ0sQe2Tq1mZr8YxWb3nHk5Lp7Dc9Fa", setting.lang);
    ProgressDone::ContinueLink { url, minutes: 15 }
}

fn progress(setting: Setting, name: &str, empty: bool, done: Option<ProgressDone>) -> Page {
    let lessons = LESSONS.iter().enumerate().map(|(index, (slug, en, vi))| LessonProgress {
        lesson: setting.link(&format!("/courses/gpu-memory/{slug}"), en, vi),
        read: index < 2,
        answered: if index < 3 { 5 - index } else { 0 },
        correct: if index < 3 { 4 - index } else { 0 },
        questions: 5,
    });
    let course = CourseProgress {
        course: setting.course(),
        strip: strip(setting, None),
        lessons: lessons.collect(),
        labs: vec![
            LabProgress {
                lab: setting.link("/labs/order-of-sizes", "Small first, or large first", "Nhỏ trước hay lớn trước"),
                done: true,
            },
            LabProgress {
                lab: setting.link(
                    "/labs/fragmentation-oom",
                    "Out of memory with room to spare",
                    "Hết bộ nhớ dù vẫn còn chỗ",
                ),
                done: false,
            },
        ],
        attempts: attempts(setting),
        certificates: vec![Link {
            href: CERTIFICATE.to_owned(), text: setting.t("12 March 2026", "12 tháng 3, 2026")
        }],
        reset_action: format!("/{}/progress/reset?course=gpu-memory", setting.lang),
    };
    let view = ProgressView {
        empty,
        courses: if empty { vec![] } else { vec![course] },
        continue_action: format!("/{}/progress/continue", setting.lang),
        delete_action: format!("/{}/progress/delete", setting.lang),
        done,
    };
    let mut chrome = setting.chrome(Section::Progress, "/progress", &setting.t("Your progress", "Tiến độ của bạn"));
    chrome.noindex = true;
    Page { name: name.to_owned(), html: pages::progress(&chrome, &view) }
}

fn confirm(setting: Setting, name: &str, what: Confirm) -> Page {
    let view = ConfirmView { what, action: "/do-it".to_owned(), cancel_href: format!("/{}/progress", setting.lang) };
    let chrome = setting.chrome(Section::Progress, "/progress/confirm", &setting.t("Confirm", "Xác nhận"));
    Page { name: name.to_owned(), html: pages::confirm(&chrome, &view) }
}

fn report(setting: Setting, name: &str, text: &str, problem: Option<ReportProblem>, sent: bool) -> Page {
    let view = ReportView {
        question_html: setting.t(
            "Why does PyTorch keep memory that a program has freed?",
            "Vì sao PyTorch giữ lại bộ nhớ mà chương trình đã giải phóng?",
        ),
        action: format!("/{}/report", setting.lang),
        version: "3f9a1c77".to_owned(),
        text: text.to_owned(),
        problem,
        sent,
        back: setting.link("/courses/gpu-memory/caching-allocator", "The caching allocator", "Bộ cấp phát có đệm"),
    };
    let chrome = setting.chrome(Section::None, "/report", &setting.t("Report a mistake", "Báo lỗi"));
    Page { name: name.to_owned(), html: pages::report(&chrome, &view) }
}
