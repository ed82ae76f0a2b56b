//! Which steps there are, and in which order.

use crate::client::WASM;
use crate::workspace::NATIVE;

/// A part of the suite that can be asked for by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Fmt,
    Client,
    Clippy,
    Deny,
    Docs,
    Unit,
    Tidy,
    Storage,
    Certificate,
    Labs,
    Http,
    Live,
    Pages,
    Browser,
}

/// One thing to run.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) section: Section,
    pub(super) name: String,
    pub(super) work: Work,
}

#[derive(Debug)]
pub(super) enum Work {
    /// A cargo command, with `-D warnings` for rustdoc.
    Cargo(Vec<String>),
    /// A cargo command whose tests are counted.
    Tests(Vec<String>),
    Client,
    Deny,
}

impl Section {
    const ALL: [Self; 14] = [
        Self::Fmt,
        Self::Client,
        Self::Clippy,
        Self::Deny,
        Self::Docs,
        Self::Unit,
        Self::Tidy,
        Self::Storage,
        Self::Certificate,
        Self::Labs,
        Self::Http,
        Self::Live,
        Self::Pages,
        Self::Browser,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Client => "client",
            Self::Clippy => "clippy",
            Self::Deny => "deny",
            Self::Docs => "docs",
            Self::Unit => "unit",
            Self::Tidy => "tidy",
            Self::Storage => "storage",
            Self::Certificate => "certificate",
            Self::Labs => "labs",
            Self::Http => "http",
            Self::Live => "live",
            Self::Pages => "pages",
            Self::Browser => "browser",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.name() == name)
    }

    /// Says whether the section needs a browser, PostgreSQL or something from npm.
    pub(super) fn needs_tools(self) -> bool {
        self.is_integration()
    }

    fn integration() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|section| section.is_integration())
    }

    /// Says whether the section is a module of the integration binary.
    fn is_integration(self) -> bool {
        matches!(
            self,
            Self::Tidy
                | Self::Storage
                | Self::Certificate
                | Self::Labs
                | Self::Http
                | Self::Live
                | Self::Pages
                | Self::Browser
        )
    }
}

const XTASK: [&str; 2] = ["--package", "xtask"];

/// Returns the steps of the sections asked for, all of them when none is. Words narrow the tests that run.
pub(super) fn steps(sections: &[Section], filters: &[&str]) -> Vec<Step> {
    let wanted = |section: Section| match (sections, filters) {
        ([], []) => true,
        // Words alone: look for them in all tests, and skip what has no tests.
        ([], _) => section.is_integration() || matches!(section, Section::Unit | Section::Client),
        (sections, _) => {
            sections.contains(&section)
                || (section == Section::Client && sections.iter().any(|section| section.is_integration()))
        }
    };
    let mut steps = checks();
    steps.extend(tests(filters));
    steps.retain(|step| wanted(step.section));
    steps
}

fn checks() -> Vec<Step> {
    let cargo = |section, name: &str, arguments: &[&[&str]]| step(section, name, Work::Cargo(words(arguments)));
    let clippy = |name: &str, what: &[&str]| {
        cargo(Section::Clippy, &format!("clippy: {name}"), &[&["clippy"], what, &["--", "-D", "warnings"]])
    };
    let browser = |package: &'static str| ["--package", package, "--target", WASM];
    vec![
        cargo(Section::Fmt, "fmt", &[&["fmt", "--all", "--check"]]),
        step(Section::Client, "client", Work::Client),
        clippy("content, labs, app, server, tests", &[&NATIVE[..], &["--all-targets"]].concat()),
        clippy("xtask", &[&XTASK[..], &["--all-targets"]].concat()),
        clippy("content in the browser", &[&browser("content")[..], &["--no-default-features"]].concat()),
        clippy("labs in the browser", &browser("labs")),
        clippy("app in the browser", &[&browser("app")[..], &["--features", "hydrate"]].concat()),
        clippy("client", &browser("client")),
        clippy("client-lab", &browser("client-lab")),
        clippy("client-playground", &browser("client-playground")),
        step(Section::Deny, "licences, sources, duplicates, advisories", Work::Deny),
        cargo(Section::Docs, "docs", &[&["doc", "--no-deps", "--document-private-items"], &NATIVE]),
        cargo(Section::Docs, "docs: xtask", &[&["doc", "--no-deps", "--document-private-items"], &XTASK]),
    ]
}

fn tests(filters: &[&str]) -> Vec<Step> {
    let run = |section, name: &str, arguments: &[&[&str]]| step(section, name, Work::Tests(words(arguments)));
    let mut steps = vec![
        run(
            Section::Unit,
            "unit tests: content, labs, app, server, harness",
            &[&["test"], &NATIVE, &["--lib", "--bins", "--"], filters],
        ),
        run(
            Section::Unit,
            "tests from outside: content, labs, app",
            &[&["test"], &NATIVE, &["--test", "content_it", "--test", "labs_it", "--test", "app_it", "--"], filters],
        ),
        // Debug builds check every invariant, for which they take memory of the host.
        run(
            Section::Unit,
            "memory that a cache hit takes",
            &[&["test"], &["--release", "--package", "labs", "--test", "heap", "--"], filters],
        ),
        run(
            Section::Unit,
            "the CUDA device on a fake driver",
            &[&["test"], &NATIVE, &["--test", "driver", "--"], filters],
        ),
        run(Section::Unit, "examples in the docs", &[&["test"], &NATIVE, &["--doc", "--"], filters]),
        run(Section::Unit, "unit tests: xtask", &[&["test"], &XTASK, &["--"], filters]),
        step(
            Section::Client,
            "the server under test",
            Work::Cargo(words(&[&["build"], &NATIVE, &["--bin", "vramlab"]])),
        ),
    ];
    for section in Section::integration() {
        let filters = within(section, filters);
        let filters: Vec<&str> = filters.iter().map(String::as_str).collect();
        let name = format!("integration: {}", section.name());
        steps.push(run(section, &name, &[&["test"], &NATIVE, &["--test", "it", "--"], &filters]));
    }
    steps
}

/// Returns arguments that make the test binary run a section's module, or the tests in it whose names hold a word.
///
/// The binary runs what matches any of its words, so with words the other modules are skipped instead.
fn within(section: Section, filters: &[&str]) -> Vec<String> {
    if filters.is_empty() {
        return vec![format!("{}::", section.name())];
    }
    let words = filters.iter().map(|word| (*word).to_owned());
    let others = Section::integration().filter(|other| *other != section);
    words.chain(others.map(|other| format!("--skip={}::", other.name()))).collect()
}

fn step(section: Section, name: &str, work: Work) -> Step {
    Step { section, name: name.to_owned(), work }
}

fn words(groups: &[&[&str]]) -> Vec<String> {
    groups.concat().into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sections: &[Section], filters: &[&str]) -> Vec<String> {
        steps(sections, filters).into_iter().map(|step| step.name).collect()
    }

    #[test]
    fn every_section_has_a_step_and_its_own_name() {
        let all = steps(&[], &[]);
        for section in Section::ALL {
            assert!(all.iter().any(|step| step.section == section), "{section:?}");
            assert_eq!(Section::named(section.name()), Some(section));
        }
    }

    /// A module that is no section would never run.
    #[test]
    fn every_module_of_the_integration_tests_is_a_section() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/it/main.rs");
        let main = std::fs::read_to_string(file).expect("the tests");
        let modules = main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
        let modules: Vec<&str> = modules.collect();
        assert_eq!(modules.len(), Section::integration().count());
        for module in modules {
            assert!(Section::named(module).is_some_and(Section::is_integration), "{module}");
        }
    }

    #[test]
    fn a_section_brings_the_client_that_it_needs() {
        assert_eq!(names(&[Section::Fmt], &[]), ["fmt"]);
        assert_eq!(names(&[Section::Http], &[]), ["client", "the server under test", "integration: http"]);
    }

    #[test]
    fn words_narrow_a_section_and_skip_the_others() {
        assert_eq!(within(Section::Http, &[]), ["http::"]);
        let arguments = within(Section::Http, &["limits"]);
        assert_eq!(arguments[0], "limits");
        assert!(arguments.contains(&"--skip=browser::".to_owned()) && !arguments.contains(&"--skip=http::".to_owned()));
        assert!(names(&[], &["limits"]).iter().all(|name| !name.starts_with("clippy")));
    }
}
