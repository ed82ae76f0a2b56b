//! Pages of finished runs, made from runs on a simulated device.

use anyhow::Result;
use app::view::{Assets, Bundle, BundleFiles, Chrome, Section, Theme};
use content::lang::Lang;
use labs::experiment::parameter::Kind;
use labs::experiment::{self, Experiment, SimRig};
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use server::service::labs::form::known;
use server::service::shape::lab::{KnownRun, RunLinks, Stage, run};
use tests::course::catalog;
use tests::markup;
use tests::visitor::Answer;

use super::LANGS;

fn chrome(lang: Lang, here: &str, title: &str) -> Chrome {
    let asset = || "/assets/x".to_owned();
    Chrome {
        lang,
        alternates: LANGS.map(|other| (other, here.replace(&format!("/{lang}/"), &format!("/{other}/")))).to_vec(),
        theme: Theme::System,
        here: here.to_owned(),
        origin: "https://vramlab.example".to_owned(),
        assets: Assets {
            css: asset(),
            loader: asset(),
            course: BundleFiles::default(),
            lab: BundleFiles { js: asset(), wasm: asset() },
            playground: BundleFiles::default(),
            favicon: asset(),
            favicon_png: asset(),
            touch_icon: asset(),
            og_image: asset(),
        },
        section: Section::Labs,
        title: title.to_owned(),
        description: String::new(),
        noindex: true,
        json_ld: None,
        islands: true,
        bundle: Bundle::Lab,
        refresh_s: None,
    }
}

/// Every request of this run finds no memory, as when a learner sets each parameter to its maximum.
#[test]
fn a_run_with_thousands_of_refusals_makes_no_page_of_megabytes() -> Result<()> {
    let experiment = experiment::find("fragmentation-oom")?;
    let most = experiment.parameters.iter().filter_map(|parameter| match parameter.kind {
        Kind::Number { max, .. } => Some((parameter.name.to_owned(), max.to_string())),
        Kind::Choice(_) => None,
    });
    let page = page(Lang::EN, experiment, &most.collect::<Vec<_>>())?;
    assert!(page.body.contains("CUDA out of memory"));
    assert!(page.body.len() < 400_000, "{} bytes", page.body.len());
    Ok(())
}

fn page(lang: Lang, experiment: &'static Experiment, given: &[(String, String)]) -> Result<Answer> {
    let report = experiment.run(&mut SimRig, given)?;
    let lab = catalog().lab(experiment.name).expect("the content has every lab");
    let known = KnownRun { guess: Some(1.0), parameters: Vec::new(), stage: Stage::Finished(Box::new(report)) };
    let links = RunLinks {
        events: "/events".to_owned(),
        report: Some("/r.json".to_owned()),
        snapshot: Some("/s.pickle".to_owned()),
        cancel: None,
    };
    let view = run(lang, catalog(), lab, known, links).expect("the lab has a lesson");
    let path = format!("/{lang}/lab-runs/{}", experiment.name);
    let body = app::pages::lab_run(&chrome(lang, &path, &view.lab.text), &view);
    Ok(Answer { path, status: StatusCode::OK, headers: HeaderMap::new(), body })
}

#[test]
fn every_finished_run_is_well_formed() -> Result<()> {
    assert_eq!(known().labs.map(|labs| labs.len()), Some(catalog().labs.len()));
    for lang in LANGS {
        let mut pages = Vec::new();
        for experiment in experiment::ALL {
            pages.push(page(lang, experiment, &[])?);
        }
        let classic = [("scenario".to_owned(), "classic".to_owned())];
        pages.push(page(lang, experiment::ALL[3], &classic)?);
        let found = markup::findings(&pages)?;
        assert!(found.is_empty(), "{} findings in {lang}:\n{}", found.len(), found.join("\n"));
    }
    Ok(())
}
