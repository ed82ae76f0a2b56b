use app::pages;
use app::view::{
    CellState, Input, Link, NumberFeedback, OptionMark, OptionView, Problem, QuestionState, QuestionView,
    QuizQuestionView, Section, StripCell, Verdict,
};
use content::question::Level;

use super::{Page, Setting};

/// Id, text, and explanation of an option in both languages.
type Draft = (&'static str, bool, [&'static str; 2], [&'static str; 2]);

const WHY_CACHE: [Draft; 4] = [
    (
        "reuse",
        true,
        [
            "To skip slow <code>cudaMalloc</code> and <code>cudaFree</code> calls by reusing pooled blocks",
            "Để tránh các lệnh gọi <code>cudaMalloc</code> và <code>cudaFree</code> chậm chạp bằng cách dùng lại các khối trong nhóm",
        ],
        [
            "A driver call can take longer than the kernel that needs the memory, and <code>cudaFree</code> waits for the device. Handing out a block from a pool takes about a microsecond.",
            "Một lệnh gọi trình điều khiển có thể lâu hơn cả kernel cần bộ nhớ đó, còn <code>cudaFree</code> phải đợi thiết bị. Lấy một khối từ nhóm chỉ mất khoảng một micro giây.",
        ],
    ),
    (
        "accuracy",
        false,
        ["It makes the model more accurate", "Nó làm mô hình chính xác hơn"],
        [
            "Where a tensor lies in memory changes nothing in its values. Speed and accuracy are easily mixed up here because both are called “better training”.",
            "Vị trí của tensor trong bộ nhớ không đổi giá trị nào của nó. Ở đây người ta dễ lẫn tốc độ với độ chính xác vì cả hai đều được gọi là “huấn luyện tốt hơn”.",
        ],
    ),
    (
        "encrypt",
        false,
        ["It encrypts the weights while they are unused", "Nó mã hóa trọng số khi chưa dùng tới"],
        [
            "Freed blocks keep their old bytes; nothing is encrypted.",
            "Khối đã giải phóng vẫn giữ nguyên byte cũ; không có gì được mã hóa.",
        ],
    ),
    (
        "one-gpu",
        false,
        ["It cuts the number of GPUs needed to one", "Nó giảm số GPU cần dùng xuống còn một"],
        [
            "Reuse saves time. The model needs the same bytes.",
            "Dùng lại giúp tiết kiệm thời gian. Mô hình vẫn cần chừng ấy byte.",
        ],
    ),
];

pub(crate) fn options(setting: Setting, chosen: &[&str], reveal: bool) -> Vec<OptionView> {
    WHY_CACHE
        .iter()
        .map(|(id, key, text, why)| {
            let is_chosen = chosen.contains(id);
            let why_html = (is_chosen || *key).then(|| setting.t(why[0], why[1]));
            OptionView {
                id: (*id).to_owned(),
                text_html: setting.t(text[0], text[1]),
                chosen: is_chosen,
                mark: reveal.then_some(OptionMark { key: *key, why_html }),
            }
        })
        .collect()
}

pub(crate) fn question(setting: Setting, id: &str, input: Input, state: QuestionState) -> QuestionView {
    let stem_html = match &input {
        Input::One(_) => setting.t(
            "Why does PyTorch keep memory that a program has freed, instead of giving it back to the driver?",
            "Vì sao PyTorch giữ lại bộ nhớ mà chương trình đã giải phóng, thay vì trả về cho trình điều khiển?",
        ),
        Input::Many(_) => setting.t(
            "Which of these are true of memory in the caching allocator’s pools?",
            "Những điều nào sau đây đúng với bộ nhớ trong các nhóm khối của bộ cấp phát có đệm?",
        ),
        Input::Number { .. } => setting.t(
            "A tensor of 3 MiB is the first one on the device. How much memory does the allocator ask the driver for?",
            "Một tensor 3 MiB là tensor đầu tiên trên thiết bị. Bộ cấp phát xin trình điều khiển bao nhiêu bộ nhớ?",
        ),
    };
    QuestionView {
        id: id.to_owned(),
        action: format!("/{}/courses/gpu-memory/questions/{id}", setting.lang),
        try_no: 1,
        attempt: None,
        level: Level::Explain,
        stem_html,
        steps: None,
        hint_html: Some(setting.t(
            "Think of what <code>cudaFree</code> has to wait for.",
            "Hãy nghĩ xem <code>cudaFree</code> phải đợi điều gì.",
        )),
        source: Some(Link {
            href: "https://pytorch.org/docs/stable/notes/cuda.html".to_owned(),
            text: "PyTorch notes: CUDA semantics".to_owned(),
        }),
        input,
        state,
        report_href: format!("/{}/report?question={id}", setting.lang),
        heading_level: 3,
    }
}

pub(crate) fn verdict(correct: bool) -> Verdict {
    Verdict { correct, try_no: 1, missed: 0, wrong: 0, number: None, retry_href: None, next: None, problem: None }
}

/// A question in each of its states, by name.
pub(crate) fn states(setting: Setting) -> Vec<(&'static str, QuestionView)> {
    use QuestionState::{Answered, Open};
    let retry = || Some("?retry=why-caching-allocator".to_owned());
    let one = |chosen: &[&str], reveal| Input::One(options(setting, chosen, reveal));
    let many = |chosen: &[&str], reveal| {
        let mut options = options(setting, chosen, reveal);
        if let Some(mark) = &mut options[2].mark {
            mark.key = true;
            mark.why_html = Some(setting.t("Nothing wipes a freed block.", "Không gì xóa một khối đã giải phóng."));
        }
        Input::Many(options)
    };
    let number = |value: &str| Input::Number { unit: "MiB".to_owned(), value: value.to_owned() };
    let feedback = |trap: bool| {
        NumberFeedback {
        run: None,
            key: "20\u{a0}MiB".to_owned(),
        why_html: setting.t(
            "Requests from 1 MiB up to 10 MiB get a segment of 20 MiB; the rest of it stays in the pool as a free block.",
            "Yêu cầu từ 1 MiB đến 10 MiB được cấp một phân đoạn 20 MiB; phần còn lại nằm trong nhóm như một khối trống.",
        ),
        trap_html: trap.then(|| {
            setting.t(
                "3 MiB is what the tensor needs. The allocator asks for a whole segment, so that the next tensor needs no driver call.",
                "3 MiB là phần tensor cần. Bộ cấp phát xin cả một phân đoạn, để tensor tiếp theo không phải gọi trình điều khiển.",
            )
        }),
    }
    };
    let q = |id, input, state| question(setting, id, input, state);
    vec![
        ("one-open", q("one-open", one(&[], false), Open { problem: None })),
        ("one-empty", q("one-empty", one(&[], false), Open { problem: Some(Problem::NothingChosen) })),
        ("one-right", q("one-right", one(&["reuse"], true), Answered(verdict(true)))),
        (
            "one-wrong",
            q("one-wrong", one(&["accuracy"], true), Answered(Verdict { retry_href: retry(), ..verdict(false) })),
        ),
        ("many-open", q("many-open", many(&[], false), Open { problem: None })),
        ("many-empty", q("many-empty", many(&[], false), Open { problem: Some(Problem::NothingChosen) })),
        (
            "many-wrong",
            q(
                "many-wrong",
                many(&["reuse", "one-gpu"], true),
                Answered(Verdict { missed: 1, wrong: 1, retry_href: retry(), ..verdict(false) }),
            ),
        ),
        ("many-right", q("many-right", many(&["reuse", "encrypt"], true), Answered(verdict(true)))),
        ("number-open", q("number-open", number(""), Open { problem: None })),
        ("number-bad", q("number-bad", number("three"), Open { problem: Some(Problem::NotANumber) })),
        (
            "number-wrong",
            q(
                "number-wrong",
                number("3"),
                Answered(Verdict { number: Some(feedback(true)), retry_href: retry(), ..verdict(false) }),
            ),
        ),
        (
            "number-right",
            q("number-right", number("20"), Answered(Verdict { number: Some(feedback(false)), ..verdict(true) })),
        ),
        (
            "elsewhere",
            q(
                "elsewhere",
                one(&["accuracy"], true),
                Answered(Verdict { problem: Some(Problem::AnsweredElsewhere), ..verdict(false) }),
            ),
        ),
    ]
}

pub(crate) fn quiz_strip(setting: Setting, current: Option<usize>) -> Vec<StripCell> {
    use CellState::{Correct, Empty, Incorrect};
    let states = [Correct, Correct, Incorrect, Correct, Empty, Empty, Empty, Empty, Empty, Empty, Empty, Empty];
    let cells = states.into_iter().enumerate();
    let cells = cells.map(|(index, state)| StripCell {
        href: Some(format!("/{}/courses/gpu-memory/quiz/q{index}", setting.lang)),
        label: setting.t(&format!("Question {}", index + 1), &format!("Câu {}", index + 1)),
        state,
        current: current == Some(index),
    });
    cells.collect()
}

pub(crate) fn pages(setting: Setting) -> Vec<Page> {
    states(setting).into_iter().map(|(name, question)| quiz(setting, name, question)).collect()
}

fn quiz(setting: Setting, name: &str, mut question: QuestionView) -> Page {
    question.heading_level = 2;
    question.attempt = Some("0198f3a2-7c1e-7d60-9a41-5b6a6c0e2f11".to_owned());
    if let QuestionState::Answered(verdict) = &mut question.state {
        verdict.retry_href = None;
        verdict.next = Some(setting.link("/courses/gpu-memory/quiz/q5", "Next question", "Câu tiếp theo"));
    }
    let finish_action = (name == "number-right").then(|| "/finish".to_owned());
    let view = QuizQuestionView {
        course: setting.course(),
        number: 5,
        of: 12,
        strip: quiz_strip(setting, Some(4)),
        question,
        finish_action,
    };
    let title = setting.t("Question 5 of 12", "Câu 5 trên 12");
    let mut chrome = setting.chrome(Section::Courses, "/courses/gpu-memory/quiz/q5", &title);
    chrome.islands = true;
    Page { name: format!("quiz-{name}"), html: pages::quiz_question(&chrome, &view) }
}
