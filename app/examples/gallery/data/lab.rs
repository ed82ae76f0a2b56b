use app::pages;
use app::playground::{ON_THE_SERVER, examples, run as run_script};
use app::view::{
    Bundle, DeviceChoice, GuessChoice, GuessInput, LabAbout, LabCard, LabForm, LabProblem, LabResult, LabRunState,
    LabRunView, LabStop, LabView, LabsView, ParameterField, PlaygroundView, PredictionView, RunSubject, Section,
};
use content::lab::GuessUnit;
use labs::experiment::{self, Experiment, SimRig};
use labs::report::Words;

use super::{Page, Setting};

pub(crate) fn pages(setting: Setting) -> Vec<Page> {
    let mut pages = vec![list(setting)];
    let first = experiment::ALL[2];
    let form = |guess, devices, problem| form(setting, first, guess, devices, problem);
    let number = |value: &str| GuessInput::Number { unit: GuessUnit::Mib, value: value.to_owned() };
    pages.push(lab(setting, "lab", form(number(""), 1, None)));
    pages.push(lab(setting, "lab-devices", form(choices(setting), 3, None)));
    pages.push(lab(setting, "lab-nothing-predicted", form(choices(setting), 1, Some(LabProblem::NothingPredicted))));
    pages.push(lab(setting, "lab-not-a-number", form(number("\"><i>many"), 1, Some(LabProblem::NotANumber))));
    pages.push(lab(setting, "lab-parameter", form(number("256"), 1, Some(LabProblem::Parameter("small_mib")))));
    let words = Words::new(
        "problem-less-than",
        "`{parameter}` is {value}, but it must be less than `{other}`, which is {limit}",
    );
    let together = words.with("parameter", "small_mib").with("value", 64).with("other", "large_mib").with("limit", 32);
    pages.push(lab(setting, "lab-together", form(number("256"), 1, Some(LabProblem::Together(together)))));
    pages.extend(states(setting));
    pages.extend(experiment::ALL.map(|experiment| finished(setting, experiment, &[], experiment.name)));
    let classic = [("scenario".to_owned(), "classic".to_owned())];
    pages.push(finished(setting, experiment::ALL[3], &classic, "fragmentation-oom-classic"));
    let small = [("device_mib".to_owned(), "128".to_owned())];
    pages.push(finished(setting, first, &small, "too-small"));
    let scripts =
        [("", examples::ALL[0].script), ("-wrong", "a = alloc </textarea> MiB"), ("-settings", "settings x:1")];
    pages.extend(scripts.map(|(name, script)| playground(setting, &format!("playground{name}"), script)));
    pages
}

fn playground(setting: Setting, name: &str, script: &str) -> Page {
    let view = PlaygroundView {
        action: "/en/playground".to_owned(),
        script: script.to_owned(),
        attempt: run_script(script, ON_THE_SERVER),
        examples: vec![setting.link("/playground?script=a", "Fragmentation", "Phân mảnh")],
        devices: vec![DeviceChoice { value: "sim".to_owned(), name: None, chosen: true }],
        problem: None,
    };
    let mut chrome = setting.chrome(Section::Labs, "/playground", &setting.t("Playground", "Sân tập"));
    chrome.islands = true;
    chrome.bundle = Bundle::Playground;
    Page { name: name.to_owned(), html: pages::playground(&chrome, &view) }
}

fn question(setting: Setting) -> String {
    setting.t(
        "Eight tensors of 16 MiB are made and dropped, then four of 32 MiB. How much is reserved then?",
        "Tám tensor 16 MiB được tạo rồi bỏ, sau đó tạo bốn tensor 32 MiB. Khi ấy bao nhiêu bộ nhớ được giữ chỗ?",
    )
}

pub(crate) fn card(setting: Setting, name: &str) -> LabCard {
    LabCard {
        id: name.to_owned(),
        lab: setting.link(&format!("/labs/{name}"), "Small first, or large first", "Nhỏ trước hay lớn trước"),
        summary_html: setting.t("The same two batches in both orders.", "Cùng hai lô tensor, theo hai thứ tự."),
        question_html: question(setting),
        lesson: setting.link("/courses/gpu-memory/fragmentation", "Fragmentation", "Phân mảnh"),
        done: name.len().is_multiple_of(2),
    }
}

fn list(setting: Setting) -> Page {
    let view = LabsView { labs: experiment::ALL.map(|experiment| card(setting, experiment.name)).to_vec() };
    let chrome = setting.chrome(Section::Labs, "/labs", &setting.t("Labs", "Bài thực hành"));
    Page { name: "labs".to_owned(), html: pages::labs(&chrome, &view) }
}

fn choices(setting: Setting) -> GuessInput {
    let choice = |value, en, vi| GuessChoice { value, text_html: setting.t(en, vi), chosen: false };
    GuessInput::Choice(vec![choice(0, "It succeeds.", "Thành công."), choice(1, "It fails.", "Thất bại.")])
}

fn form(
    setting: Setting,
    experiment: &'static Experiment,
    guess: GuessInput,
    devices: usize,
    problem: Option<LabProblem>,
) -> LabForm {
    let devices = [("sim", None), ("cuda:0", Some("NVIDIA H200")), ("cuda:1", Some("<b>NVIDIA</b> A100"))]
        .into_iter()
        .take(devices)
        .enumerate()
        .map(|(index, (value, name))| DeviceChoice {
            value: value.to_owned(),
            name: name.map(str::to_owned),
            chosen: index == 0,
        });
    let typed = if problem.is_some() { "\"><i>3" } else { "" };
    let field = |parameter| ParameterField { parameter, value: typed.to_owned() };
    LabForm {
        action: "/en/labs/order-of-sizes".to_owned(),
        question_html: question(setting),
        guess,
        parameters: experiment.parameters.iter().map(field).collect(),
        devices: devices.collect(),
        problem,
    }
}

fn lab(setting: Setting, name: &str, form: LabForm) -> Page {
    let view = LabView {
        title: setting.t("Small first, or large first", "Nhỏ trước hay lớn trước"),
        intro_html: setting.t("As many bytes, in larger pieces.", "Cùng số byte, nhưng mỗi mảnh to hơn."),
        lesson: setting.link("/courses/gpu-memory/fragmentation", "Fragmentation", "Phân mảnh"),
        form,
    };
    let chrome = setting.chrome(Section::Labs, "/labs/order-of-sizes", &view.title);
    Page { name: name.to_owned(), html: pages::lab(&chrome, &view) }
}

fn states(setting: Setting) -> Vec<Page> {
    let cancel_action = Some("/en/lab-runs/0/cancel".to_owned());
    let stopped = |why| LabRunState::Stopped { why, said: None };
    let states = [
        ("queued-next", LabRunState::Queued { position: 1, device_away: false, cancel_action: cancel_action.clone() }),
        ("queued", LabRunState::Queued { position: 7, device_away: false, cancel_action: None }),
        ("running", LabRunState::Running { cancel_action }),
        ("timed-out", stopped(LabStop::TimedOut { seconds: 30 })),
        ("cancelled", stopped(LabStop::Cancelled)),
        ("device-lost", stopped(LabStop::DeviceLost)),
        (
            "failed",
            LabRunState::Stopped { why: LabStop::Failed, said: Some("the result is larger than 32 MiB".to_owned()) },
        ),
    ];
    states.map(|(name, state)| run(setting, &format!("lab-run-{name}"), state)).into()
}

fn run(setting: Setting, name: &str, state: LabRunState) -> Page {
    let unfinished = matches!(state, LabRunState::Queued { .. } | LabRunState::Running { .. });
    let LabCard { lab, lesson, question_html, .. } = card(setting, "order-of-sizes");
    let view = LabRunView {
        again_href: lab.href.clone(),
        lab,
        subject: RunSubject::Lab { lesson, question_html },
        guess: Some("128\u{a0}MiB".to_owned()),
        events_href: "/api/v1/lab-runs/0/events".to_owned(),
        state,
    };
    let mut chrome = setting.chrome(Section::Labs, "/lab-runs/0198f3a2-7c1e-7d60-9a41-5b6a6c0e2f11", &view.lab.text);
    chrome.noindex = true;
    chrome.refresh_s = unfinished.then_some(2);
    chrome.islands = !matches!(view.state, LabRunState::Stopped { .. });
    chrome.bundle = Bundle::Lab;
    Page { name: name.to_owned(), html: pages::lab_run(&chrome, &view) }
}

fn finished(setting: Setting, experiment: &'static Experiment, given: &[(String, String)], name: &str) -> Page {
    let report = experiment.run(&mut SimRig, given).expect("it runs on a simulated device");
    let right = name.len().is_multiple_of(2);
    let result = LabResult {
        report,
        prediction: (name != "too-small").then(|| PredictionView {
            guess: "128\u{a0}MiB".to_owned(),
            found: if right { "128\u{a0}MiB" } else { "256\u{a0}MiB" }.to_owned(),
            right,
            why_html: setting.t("No old segment is large enough.", "Không phân đoạn cũ nào đủ lớn."),
        }),
        about: Some(LabAbout {
            explanation_html: setting
                .t("A segment is as large as its request.", "Phân đoạn chỉ to bằng yêu cầu của nó."),
            code_html: "<span class=\"hl-keyword\">import</span> torch".to_owned(),
        }),
        report_href: Some("/api/v1/lab-runs/0/report.json".to_owned()),
        snapshot_href: Some("/api/v1/lab-runs/0/snapshot.pickle".to_owned()),
    };
    run(setting, &format!("lab-run-{name}"), LabRunState::Finished(Box::new(result)))
}
