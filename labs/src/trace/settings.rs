//! Recorded texts of settings: what PyTorch made of them.

use serde::Deserialize;
use serde_json::{Value, json};

use super::recorded::settings_json;
use crate::allocator::config::{ConfigError, Notice, Stage};
use crate::allocator::{AllocError, Allocator, Config, Metric, Scope, Source};
use crate::bytes::MIB;
use crate::device::sim::SimOptions;
use crate::device::{Sim, Stream};

/// Bytes of the device that the texts were tried on.
const CAPACITY: u64 = 1024 * MIB;

/// A text of settings, and what PyTorch made of it.
#[derive(Debug, Clone, Deserialize)]
pub struct Case {
    pub config: String,
    /// How it was given.
    pub via: Via,
    #[serde(flatten)]
    pub outcome: CaseOutcome,
    /// What PyTorch printed.
    #[serde(default)]
    pub stderr: String,
}

/// How a text was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Via {
    Runtime,
    Env,
}

/// What became of a text.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct CaseOutcome {
    pub accepted: bool,
    /// The exception, with its class.
    pub error: Option<String>,
    /// When it was raised.
    pub stage: Option<String>,
    /// Bytes allocated and reserved after 1000 and 3,000,000 bytes were allocated.
    #[serde(default)]
    pub probe: Option<Value>,
    #[serde(default)]
    pub settings: Option<Value>,
    #[serde(default)]
    pub memory_fraction: Option<f64>,
}

impl Case {
    /// Returns what differs from what was recorded, if something does.
    pub fn difference(&self) -> Option<String> {
        let (found, notices) = self.run();
        if found != self.outcome {
            return Some(format!("`{}` gives {found:?}, recorded was {:?}", self.config, self.outcome));
        }
        let printed: Vec<_> = notices.iter().filter(|notice| notice.is_pytorchs()).map(Notice::to_string).collect();
        let missing = printed.iter().find(|text| !self.stderr.contains(*text));
        if missing.is_some() || printed.is_empty() != self.stderr.is_empty() {
            return Some(format!("`{}` prints {printed:?}, recorded was {:?}", self.config, self.stderr));
        }
        None
    }

    fn run(&self) -> (CaseOutcome, Vec<Notice>) {
        let source = match self.via {
            Via::Runtime => Source::RunTime,
            Via::Env => Source::Environment,
        };
        let mut config = Config::default();
        match config.apply(&self.config, source) {
            Ok(notices) => (probe(config), notices),
            Err(error) => (refused(&error, config, self.via), Vec::new()),
        }
    }
}

fn refused(error: &ConfigError, config: Config, via: Via) -> CaseOutcome {
    let text = match error.stage {
        Stage::Import => {
            format!(
                "process ended with status -6: terminate called after throwing an instance of 'c10::Error' what():  {error}"
            )
        }
        Stage::Init | Stage::Set => format!("{}: {error}", error.kind.name()),
    };
    let refused = failed(text, error.stage.name());
    if via == Via::Env {
        return refused;
    }
    let settings = Some(settings_json(&config.settings()));
    CaseOutcome { settings, memory_fraction: fraction(config), ..refused }
}

fn failed(error: String, stage: &str) -> CaseOutcome {
    CaseOutcome {
        accepted: false,
        error: Some(error),
        stage: Some(stage.into()),
        probe: None,
        settings: None,
        memory_fraction: None,
    }
}

fn fraction(config: Config) -> Option<f64> {
    Allocator::new(Sim::new(&SimOptions::new(CAPACITY)), config).ok().map(|allocator| allocator.memory_fraction())
}

fn probe(config: Config) -> CaseOutcome {
    let settings = Some(settings_json(&config.settings()));
    let memory_fraction = fraction(config.clone());
    let outcome = match allocate(config) {
        Ok(probe) => CaseOutcome {
            accepted: true,
            error: None,
            stage: None,
            probe: Some(probe),
            settings: None,
            memory_fraction: None,
        },
        Err(error) => failed(format!("OutOfMemoryError: {error}"), "alloc"),
    };
    CaseOutcome { settings, memory_fraction, ..outcome }
}

fn allocate(config: Config) -> Result<Value, AllocError> {
    let mut allocator = Allocator::new(Sim::new(&SimOptions::new(CAPACITY)), config)?;
    allocator.count_all_memory_as_own();
    for bytes in [1000, 3_000_000] {
        allocator.alloc(bytes, Stream::DEFAULT)?;
    }
    let current = |metric| allocator.stats().get(metric, Scope::All).current();
    Ok(json!({ "allocated": current(Metric::AllocatedBytes), "reserved": current(Metric::ReservedBytes) }))
}
