//! Wording of questions, and statements about whole quizzes.

use std::fmt::Write;

use content::finding::Code;

use crate::site::Site;

const QUIZ: &str = "first/quiz.toml";

/// A question as the tests write it: a stem, and options of which the first is the key unless said otherwise.
struct Item<'a> {
    stem: [&'a str; 2],
    options: Vec<[&'a str; 2]>,
    key: usize,
}

fn item_toml(id: usize, item: &Item<'_>) -> String {
    let mut out = String::new();
    let [en, vi] = item.stem;
    let _ = write!(
        out,
        "\n[[question]]\nid = \"item-{id}\"\nkind = \"single\"\nlevel = \"recall\"\nobjective.en = \"x\"\nobjective.vi = \"x\"\nstem.en = '''{en}'''\nstem.vi = '''{vi}'''\n"
    );
    for (number, [en, vi]) in item.options.iter().enumerate() {
        let key = if number == item.key { "key = true\n" } else { "" };
        let _ = write!(
            out,
            "\n[[question.option]]\nid = \"option-{number}\"\n{key}text.en = '''{en}'''\ntext.vi = '''{vi}'''\nwhy.en = \"x\"\nwhy.vi = \"x\"\n"
        );
    }
    out
}

/// Adds questions to the final quiz and locks their keys.
fn site(items: &[Item<'_>]) -> Site {
    let text: String = items.iter().enumerate().map(|(id, item)| item_toml(id, item)).collect();
    let site = Site::new().append("final.toml", &text);
    content::check::accept_keys(site.path(), &content::lab::Known::default()).expect("a writable folder");
    site
}

fn one(stem: [&str; 2], options: &[[&str; 2]]) -> Vec<Code> {
    let mut codes = site(&[Item { stem, options: options.to_vec(), key: 0 }]).codes();
    // Keys are not accepted while there is an error.
    codes.retain(|code| *code != Code::KeysNotLocked);
    codes
}

const PLAIN: [[&str; 2]; 3] =
    [["Alpha block", "Khối alpha"], ["Bravo block", "Khối bravo"], ["Delta block", "Khối delta"]];

#[test]
fn a_negative_stem_must_shout() {
    let en = |stem: &str| one([stem, "Khối nào trả lại được?"], &PLAIN);
    assert_eq!(en("Which block is not returned?"), [Code::NegationNotEmphasised]);
    assert_eq!(en("Which block is NOT returned?"), []);
    assert_eq!(en("Which block is **not** returned?"), []);
    assert_eq!(en("Which block is returned when the other is not free?"), []);
    let vi = |stem: &str| one(["Which block can go back?", stem], &PLAIN);
    assert_eq!(vi("Khối nào không trả lại được?"), [Code::NegationNotEmphasised]);
    assert_eq!(vi("Khối nào KHÔNG trả lại được?"), []);
    assert_eq!(vi("Khối này có trả lại được không?"), []);
}

#[test]
fn a_negative_stem_takes_no_negative_option() {
    let options = |text: [&'static str; 2]| [PLAIN[0], PLAIN[1], text];
    assert_eq!(
        one(
            ["Which block is NOT free?", "Khối nào đang dùng?"],
            &options(["The one that is not live", "Khối đã chết"])
        ),
        [Code::DoubleNegative]
    );
    assert_eq!(
        one(["Which block is free?", "Khối nào trống?"], &options(["The one that is not live", "Khối đã chết"])),
        []
    );
    assert_eq!(
        one(["Which block is used?", "Khối nào KHÔNG trống?"], &options(["The dead one", "Khối không còn sống"])),
        [Code::DoubleNegative]
    );
    assert_eq!(
        one(["Is it used?", "Nó trống?"], &options(["The dead one", "Không thể không trống"])),
        [Code::DoubleNegative]
    );
}

#[test]
fn options_do_not_speak_of_each_other() {
    let with = |text: [&'static str; 2]| one(["Which one?", "Khối nào?"], &[PLAIN[0], PLAIN[1], text]);
    for text in [
        ["All of these", "Khối khác"],
        ["Both A and B", "Khối khác"],
        ["None of the above", "Khối khác"],
        ["Another", "Tất cả các phương án trên"],
        ["Another", "Cả A và B"],
    ] {
        assert_eq!(with(text), [Code::AllOfTheAbove], "{text:?}");
    }
    for text in [
        ["All of it", "Khối khác"],
        ["Tensor A and tensor B", "Tensor A và tensor B"],
        ["Neither tensor", "Không tensor nào"],
    ] {
        assert_eq!(with(text), [], "{text:?}");
    }
}

#[test]
fn absolutes_in_distractors_only() {
    let with = |options: [[&'static str; 2]; 3]| one(["What happens?", "Điều gì xảy ra?"], &options);
    let always = ["It always fails", "Nó hỏng"];
    let never = ["It never works", "Nó chạy"];
    assert_eq!(with([["It may work", "Nó có thể chạy"], always, never]), [Code::AbsolutesInDistractors]);
    assert_eq!(with([["It always works", "Nó có thể chạy"], always, never]), []);
    assert_eq!(with([["It may work", "Nó có thể chạy"], always, ["It waits", "Nó chờ"]]), []);
}

#[test]
fn numbers_stand_in_order_and_in_one_kind_of_unit() {
    let with = |options: [[&'static str; 2]; 4]| one(["How much?", "Bao nhiêu?"], &options);
    let same = |texts: [&'static str; 4]| texts.map(|text| [text, text]);
    assert_eq!(with(same(["2 MiB", "20 MiB", "10 MiB", "40 MiB"])), [Code::NumericOrder]);
    assert_eq!(with(same(["2 MiB", "10 MiB", "20 MiB", "40 MiB"])), []);
    assert_eq!(with(same(["40", "20", "10", "2"])), []);
    assert_eq!(with(same(["512 KiB", "1 MiB", "2 MiB", "1 GiB"])), []);
    assert_eq!(with(same(["1 GB", "1 GiB", "2 GB", "2 GiB"])), [Code::MixedUnits]);
    assert_eq!(with([["2,000", "2.000"], ["3,000", "3.000"], ["4,000.5", "4.000,5"], ["10,000", "10.000"]]), []);
}

#[test]
fn every_option_with_the_same_beginning() {
    let en_only = |texts: [&'static str; 3]| {
        one(["Why?", "Vì sao?"], &[[texts[0], "Một"], [texts[1], "Hai"], [texts[2], "Nhiều"]])
    };
    assert_eq!(
        en_only(["Because the block is live", "Because the block is free", "Because the block is gone"]),
        [Code::RepeatedLeadIn]
    );
    assert_eq!(en_only(["Because it is live", "Because the rest went", "Because of others"]), []);
}

#[test]
fn a_stem_that_answers_another_question() {
    let answer = ["Pinned segments hold several scattered survivors", "Phân đoạn bị ghim chứa vài khối sống rải rác"];
    let item = |stem: [&'static str; 2], first: [&'static str; 2]| Item {
        stem,
        options: vec![
            first,
            ["Nothing much changes for anybody here", "Ở đây chẳng có gì thay đổi cho ai cả"],
            ["Everybody simply waits a little longer", "Mọi người chỉ đợi lâu hơn một chút thôi"],
        ],
        key: 0,
    };
    let items = |stem: [&'static str; 2]| {
        let second = item(stem, ["They stay where they are until restart", "Chúng ở yên đó cho đến khi khởi động lại"]);
        site(&[item(["What wastes room?", "Điều gì phí chỗ?"], answer), second]).codes()
    };
    assert_eq!(
        items(["Pinned segments hold several scattered survivors. What now?", "Giờ sao?"]),
        [Code::AnswersAnother]
    );
    assert_eq!(items(["Pinned segments exist. What now?", "Giờ sao?"]), []);
}

#[test]
fn a_rare_word_of_the_stem_in_the_key_only() {
    // A word can be called rare only in a course of some length.
    let filler = |site: Site| {
        let text = "The allocator keeps a block that was freed. ".repeat(500);
        let vi = "Bộ cấp phát giữ lại khối đã giải phóng. ".repeat(500);
        site.append("first/lesson.en.md", &format!("\n{text}\n")).append("first/lesson.vi.md", &format!("\n{vi}\n"))
    };
    let with = |stem: [&str; 2], options: [[&str; 2]; 3]| {
        filler(site(&[Item { stem, options: options.to_vec(), key: 0 }])).codes()
    };
    let options =
        [["A mosaic of pieces", "Nhiều mảnh"], ["A single piece", "Một mảnh"], ["A pair of pieces", "Hai mảnh"]];
    assert_eq!(with(["What is a mosaic made of?", "Nó gồm gì?"], options), [Code::StemWordInKey]);
    assert_eq!(with(["What is it made of?", "Nó gồm gì?"], options), []);
    let shared = [options[0], ["A mosaic", "Một bức"], options[2]];
    assert_eq!(with(["What is a mosaic made of?", "Nó gồm gì?"], shared), []);
    assert_eq!(
        site(&[Item { stem: ["What is a mosaic made of?", "Nó gồm gì?"], options: options.to_vec(), key: 0 }]).codes(),
        []
    );
}

/// A quiz of short questions whose keys are at given places, and the longest option where wanted.
fn pool(count: usize, place: impl Fn(usize) -> usize, longest: impl Fn(usize) -> bool) -> Vec<Code> {
    let stems: Vec<(String, String)> =
        (0..count).map(|n| (format!("Question {n}?"), format!("Câu hỏi {n}?"))).collect();
    let long = ["tango tango tan", "tango tango tan"];
    let short = [["alpha", "alpha"], ["bravo", "bravo"], ["delta", "delta"], ["gamma", "gamma"]];
    let items: Vec<Item<'_>> = stems
        .iter()
        .enumerate()
        .map(|(n, (en, vi))| {
            let key = place(n);
            let mut options = short.to_vec();
            // Where the key is not the longest option, its neighbour is.
            let at = if longest(n) { key } else { (key + 1) % 4 };
            options[at] = long;
            Item { stem: [en, vi], options, key }
        })
        .collect();
    let mut codes = site(&items).codes();
    codes.retain(|code| matches!(code, Code::KeysLongest | Code::KeysShort | Code::KeyPositions));
    codes
}

#[test]
fn keys_in_one_place_are_noticed_in_a_long_quiz_only() {
    assert_eq!(pool(40, |_| 0, |n| n % 4 == 0), [Code::KeyPositions]);
    assert_eq!(pool(40, |n| n % 4, |n| n % 4 == 0), []);
    assert_eq!(pool(40, |n| if n % 5 == 0 { 0 } else { n % 4 }, |n| n % 4 == 0), []);
    assert_eq!(pool(8, |_| 0, |n| n % 4 == 0), []);
}

#[test]
fn keys_that_are_the_longest_option_are_noticed_in_a_long_quiz_only() {
    assert_eq!(pool(40, |n| n % 4, |n| n % 4 != 0), [Code::KeysLongest]);
    assert_eq!(pool(40, |n| n % 4, |n| n % 3 == 0), []);
    assert_eq!(pool(8, |n| n % 4, |_| true), []);
}

/// Options of four lengths, the shortest first.
const LENGTHS: [[&str; 2]; 4] =
    [["echo", "echo"], ["tango", "tango"], ["foxtrot", "foxtrot"], ["november", "november"]];

/// The text of questions from a number on, whose keys have a given rank among the options by length, the shortest first.
fn ranked(numbers: std::ops::Range<usize>, words: [[&str; 2]; 4], rank: impl Fn(usize) -> usize) -> String {
    let question = |n: usize| {
        let (en, vi) = (format!("Question {n}?"), format!("Câu hỏi {n}?"));
        let key = n % 4;
        let mut options = words.to_vec();
        options.swap(key, rank(n));
        item_toml(n, &Item { stem: [&en, &vi], options, key })
    };
    numbers.map(question).collect()
}

#[test]
fn keys_among_the_shorter_options_are_noticed_in_a_long_quiz_only() {
    let codes = |count: usize, rank: &dyn Fn(usize) -> usize| {
        let site = Site::new().append("final.toml", &ranked(0..count, LENGTHS, rank));
        content::check::accept_keys(site.path(), &content::lab::Known::default()).expect("a writable folder");
        site.codes()
    };
    assert_eq!(codes(40, &|n| n / 4 % 2), [Code::KeysShort], "always one of the two shorter");
    assert_eq!(codes(40, &|n| if n % 5 < 3 { 0 } else { 2 + n % 2 }), [Code::KeysShort], "often the shortest");
    assert_eq!(codes(40, &|n| n / 4 % 4), [], "each rank as often as the others");
    assert_eq!(codes(40, &|n| if n % 3 == 0 { 2 + n % 2 } else { n / 4 % 2 }), [], "26 of 40 may be chance");
    assert_eq!(codes(8, &|_| 0), [], "too few to say anything");
}

#[test]
fn options_of_one_length_are_not_among_the_shorter_ones() {
    let words = [["alpha", "alpha"], ["bravo", "bravo"], ["delta", "delta"], ["gamma", "gamma"]];
    let site = Site::new().append("final.toml", &ranked(0..40, words, |_| 0));
    content::check::accept_keys(site.path(), &content::lab::Known::default()).expect("a writable folder");
    assert_eq!(site.codes(), []);
}

#[test]
fn short_keys_are_noticed_over_the_whole_course_when_each_quiz_is_too_small() {
    let mut site = Site::new()
        .append("final.toml", &ranked(0..10, LENGTHS, |n| n / 4 % 2))
        .append(QUIZ, &ranked(10..20, LENGTHS, |n| n / 4 % 2));
    let placed = (10..20).map(|n| format!("\n::question item-{n}\n")).collect::<Vec<_>>().concat();
    for lesson in ["first/lesson.en.md", "first/lesson.vi.md"] {
        site = site.append(lesson, &placed);
    }
    content::check::accept_keys(site.path(), &content::lab::Known::default()).expect("a writable folder");
    assert_eq!(site.codes(), [Code::KeysShort], "{}", site.report().render_text(false));
    let report = site.report();
    let messages: Vec<_> = report.findings().map(|finding| finding.message.as_str()).collect();
    assert_eq!(messages.len(), 2, "one a language: {messages:?}");
    assert!(messages[0].starts_with("in the whole course the right option is among the shorter ones"), "{messages:?}");
}

#[test]
fn placement_of_questions() {
    let lesson = "first/lesson.en.md";
    let missing = Site::new().replace(lesson, "::question why-pool\n", "");
    assert_eq!(missing.finding(Code::NotPlaced).related.len(), 1);
    let twice = Site::new().append(lesson, "\n::question why-pool\n");
    assert!(twice.codes().contains(&Code::PlacedTwice));
    let moved = Site::new().replace(lesson, "::question why-pool\n", "").replace(
        lesson,
        "### In code {#code}\n",
        "### In code {#code}\n\n::question why-pool\n",
    );
    assert_eq!(moved.codes(), [Code::PlacementDiffers]);
    let beside = Site::new().replace(lesson, "::question why-pool\n", "More text.\n\n::question why-pool\n");
    assert_eq!(beside.codes(), []);
    let together =
        Site::new().replace(lesson, "::tool memory-calculator\n\n::question", "::tool memory-calculator\n::question");
    assert_eq!(together.codes(), []);
}

#[test]
fn an_anchor_is_used_once() {
    let site = Site::new().replace("first/lesson.en.md", "{#code}", "{#pools}").replace(
        "first/lesson.vi.md",
        "{#code}",
        "{#pools}",
    );
    assert_eq!(site.codes(), [Code::DuplicateAnchor]);
}

#[test]
fn an_anchor_is_no_id_that_the_page_of_a_lesson_has_itself() {
    for anchor in ["main", "read", "toc", "q-why-pool", "fn-1", "lab-one", "tool-calculator", "pattern-cached"] {
        let anchor = format!("{{#{anchor}}}");
        let site = Site::new().replace("first/lesson.en.md", "{#code}", &anchor).replace(
            "first/lesson.vi.md",
            "{#code}",
            &anchor,
        );
        assert!(site.codes().contains(&Code::Heading), "{anchor} gave {:?}", site.codes());
    }
    let made = Site::new().replace("first/lesson.en.md", "### In code {#code}", "### Read");
    assert!(made.codes().contains(&Code::Heading), "an anchor made from the words is looked at, too");
}

#[test]
fn question_ids_are_unique_in_the_whole_course() {
    let site = Site::new().replace("final.toml", "id = \"card-size\"", "id = \"why-pool\"");
    let finding = site.finding(Code::DuplicateId);
    assert_eq!(finding.file, "courses/demo/final.toml");
    assert_eq!(finding.related[0].file, format!("courses/demo/{QUIZ}"));
}
