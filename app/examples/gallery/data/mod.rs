//! Pages in every state, with text of the length and kind that the course has.

mod certificate;
mod course;
mod lab;
mod learner;
mod lesson;
pub(crate) mod question;
mod simple;

use app::view::{Assets, Bundle, BundleFiles, Chrome, Link, Section, Theme};
use content::lang::Lang;

pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) html: String,
}

/// Where the pages are made for.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    lang: Lang,
    theme: Theme,
}

pub(crate) fn pages(lang: Lang, theme: Theme) -> Vec<Page> {
    let setting = Setting::new(lang, theme);
    let pages = [
        simple::pages(setting),
        course::pages(setting),
        lesson::pages(setting),
        question::pages(setting),
        lab::pages(setting),
        learner::pages(setting),
        certificate::pages(setting),
    ];
    pages.into_iter().flatten().collect()
}

impl Setting {
    pub(crate) fn new(lang: Lang, theme: Theme) -> Self {
        Self { lang, theme }
    }

    /// The text of this setting's language.
    fn t(self, en: &str, vi: &str) -> String {
        if self.lang == Lang::VI { vi } else { en }.to_owned()
    }

    fn link(self, path: &str, en: &str, vi: &str) -> Link {
        Link { href: format!("/{}{path}", self.lang), text: self.t(en, vi) }
    }

    fn course(self) -> Link {
        self.link("/courses/gpu-memory", "GPU memory management and fragmentation", "Quản lý và phân mảnh bộ nhớ GPU")
    }

    pub(crate) fn chrome(self, section: Section, path: &str, title: &str) -> Chrome {
        Chrome {
            lang: self.lang,
            alternates: [Lang::EN, Lang::VI].map(|lang| (lang, format!("/{lang}{path}"))).to_vec(),
            theme: self.theme,
            here: format!("/{}{path}", self.lang),
            origin: "https://vramlab.example".to_owned(),
            assets: Assets {
                css: "style.css".to_owned(),
                loader: "./loader.js".to_owned(),
                course: bundle("client"),
                lab: bundle("client-lab"),
                playground: bundle("client-playground"),
                favicon: "favicon.svg".to_owned(),
                favicon_png: "favicon-48.png".to_owned(),
                touch_icon: "touch-icon.png".to_owned(),
                og_image: "/og-image.png".to_owned(),
            },
            section,
            title: title.to_owned(),
            description: self.t(
                "How AI frameworks allocate, reuse and reclaim GPU memory.",
                "Cách các framework AI cấp phát, dùng lại và thu hồi bộ nhớ GPU.",
            ),
            noindex: false,
            json_ld: None,
            islands: false,
            bundle: Bundle::Course,
            refresh_s: None,
        }
    }
}

fn bundle(name: &str) -> BundleFiles {
    BundleFiles { js: format!("./{name}.js"), wasm: format!("./{name}.wasm") }
}
