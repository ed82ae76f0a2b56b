//! What came out of an experiment, as plain data: a page draws it, a terminal shows it as text ([`Report::to_text`]), and
//! it can be downloaded as JSON.
//!
//! Sizes are bytes and times are microseconds, in `u64`.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::Hash;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::device::recording::Call;
use crate::device::{Address, Description, Stream};
use crate::experiment::parameter::Value;
use crate::snapshot::{BlockState, SegmentType};

mod fold;
mod label;
mod text;
mod unit;

pub use fold::Fold;
pub use label::{Argument, Label, Words};
pub use unit::Unit;

/// The result of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The name of the experiment.
    pub experiment: String,
    /// What it shows, in a line.
    pub title: String,
    /// What to predict before looking at the result.
    pub question: String,
    /// The version of vramlab that made the report.
    pub version: String,
    /// The device that it ran on, real or simulated, and the budget it had there.
    pub device: Description,
    pub parameters: Vec<Setting>,
    pub outcome: Outcome,
    /// The numbers to look at, with what was expected of them.
    pub figures: Vec<Figure>,
    /// What happened, once for each allocator that took part.
    pub runs: Vec<Run>,
    pub tables: Vec<Table>,
}

impl Report {
    /// Returns the figures that are not what was expected.
    pub fn surprises(&self) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(|figure| figure.agrees() == Some(false))
    }

    /// Returns every label in it, those within labels left out.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        let of_tables = self.tables.iter().flat_map(Table::labels);
        let figures = self.figures.iter().map(|figure| &figure.label);
        self.parameters
            .iter()
            .map(|setting| &setting.label)
            .chain(figures)
            .chain(self.runs.iter().flat_map(Run::labels))
            .chain(of_tables)
    }

    /// Returns what was found for the figure of this name.
    pub fn found(&self, name: &str) -> Option<u64> {
        self.figures.iter().find(|figure| figure.name == name).map(|figure| figure.found)
    }
}

/// A parameter as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    pub name: String,
    pub label: Label,
    pub unit: Unit,
    pub value: Value,
    pub origin: Origin,
}

/// Who set a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Nobody.
    Default,
    /// The learner.
    Given,
    /// Nobody; it was lowered to what the device has.
    Fitted,
}

/// How an experiment ended. Running out of memory is a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Done,
    /// As the experiment means it to.
    OutOfMemory,
    /// Without memory for what was to be there before: the device has too little for these parameters.
    TooSmall,
}

/// A number, with what was expected of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// Stays the same, so that a test or a page can ask for it.
    pub name: String,
    pub label: Label,
    pub unit: Unit,
    /// What follows from the rules of the allocator; nothing where they do not decide it, such as a time.
    pub expected: Option<u64>,
    /// How far from that a figure may be that depends on chance. Zero for all others.
    pub tolerance: u64,
    pub found: u64,
}

impl Figure {
    /// Says whether the figure is what was expected, if anything was.
    pub fn agrees(&self) -> Option<bool> {
        self.expected.map(|expected| expected.abs_diff(self.found) <= self.tolerance)
    }
}

/// What happened in one allocator on one device.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Run {
    pub title: Label,
    /// Its settings, as in `PYTORCH_CUDA_ALLOC_CONF`. Empty for the defaults, nothing where there was no allocator.
    pub settings: Option<String>,
    pub events: Vec<Event>,
    /// The memory after each event.
    pub timeline: Vec<Point>,
    /// The memory map at chosen moments.
    pub maps: Vec<MemoryMap>,
    /// The physical pages behind expandable segments at chosen moments.
    pub pages: Vec<PageMap>,
    pub driver: DriverLog,
    pub refusals: Vec<Refusal>,
    /// The contents of tensors before and after something that should not have touched them.
    pub contents: Vec<Contents>,
    /// The table of `torch.cuda.memory_summary()`, where the experiment is about it.
    pub summary: Option<String>,
}

impl Run {
    fn labels(&self) -> impl Iterator<Item = &Label> {
        let maps = self.maps.iter().map(|map| &map.label);
        let pages = self.pages.iter().map(|map| &map.label);
        [&self.title].into_iter().chain(maps).chain(pages)
    }

    /// Returns the point that a step led to.
    pub fn point(&self, step: u64) -> Option<&Point> {
        self.timeline.iter().rfind(|point| point.step == step)
    }
}

/// Something that the experiment did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its number in the run, from one. Driver calls, points and maps refer to it.
    pub step: u64,
    pub action: Action,
    /// The name of the tensor that it is about, or of who holds the memory. Empty where it is about neither.
    pub subject: String,
    /// Bytes asked for, or given back.
    pub bytes: u64,
    /// Where the tensor is.
    pub address: Option<Address>,
    /// How often it was done in this step, one after the other.
    pub times: u64,
}

/// The kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A tensor was made.
    Allocate,
    /// A tensor was dropped.
    Free,
    /// A tensor was made and dropped.
    AllocateAndFree,
    /// A tensor was asked for and refused.
    OutOfMemory,
    /// Memory was taken past the allocator, by somebody else so to speak.
    Hold,
    /// `torch.cuda.empty_cache()`.
    EmptyCache,
}

impl Action {
    pub const ALL: [Self; 6] =
        [Self::Allocate, Self::Free, Self::AllocateAndFree, Self::OutOfMemory, Self::Hold, Self::EmptyCache];

    /// Returns the words for it.
    pub const fn words(self) -> Words {
        match self {
            Self::Allocate => Words::new("action-allocate", "allocate"),
            Self::Free => Words::new("action-free", "free"),
            Self::AllocateAndFree => Words::new("action-allocate-and-free", "allocate and free"),
            Self::OutOfMemory => Words::new("action-out-of-memory", "out of memory"),
            Self::Hold => Words::new("action-hold", "held by others"),
            Self::EmptyCache => Words::new("action-empty-cache", "empty_cache"),
        }
    }
}

/// The memory at one moment, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Point {
    pub step: u64,
    /// Of blocks that tensors hold.
    pub allocated: u64,
    /// Of blocks that tensors hold or that wait for a stream.
    pub active: u64,
    /// Got from the device.
    pub reserved: u64,
    /// Of free blocks that are a part of a segment.
    pub inactive_split: u64,
    /// Asked for by callers.
    pub requested: u64,
}

/// What lies where at one moment, in address order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryMap {
    pub step: u64,
    pub label: Label,
    pub segments: Vec<MapSegment>,
}

impl MemoryMap {
    /// Returns the segments, those that follow each other and look the same as one slice.
    pub fn groups(&self) -> impl Iterator<Item = &[MapSegment]> {
        self.segments.chunk_by(|a, b| a.looks() == b.looks())
    }

    /// Returns the segments, those that look the same together, in the order of the first of each kind.
    pub fn alike(&self) -> Vec<Vec<&MapSegment>> {
        let mut places = HashMap::new();
        let mut kinds: Vec<Vec<&MapSegment>> = Vec::new();
        for segment in &self.segments {
            let place = *places.entry(segment.looks()).or_insert(kinds.len());
            match kinds.get_mut(place) {
                Some(kind) => kind.push(segment),
                None => kinds.push(vec![segment]),
            }
        }
        kinds
    }
}

/// A segment; of an expandable one, a run of mapped addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapSegment {
    pub address: Address,
    pub bytes: u64,
    pub pool: SegmentType,
    pub stream: Stream,
    pub expandable: bool,
    /// They fill the segment without gaps.
    pub blocks: Vec<MapBlock>,
}

impl MapSegment {
    /// What segments have in common that are drawn as one.
    fn looks(&self) -> impl Eq + Hash + use<> {
        let blocks: Vec<_> = self
            .blocks
            .iter()
            .map(|block| (block.address.distance_from(self.address), block.bytes, block.state))
            .collect();
        (self.bytes, self.pool, self.expandable, blocks)
    }

    /// Returns the blocks that keep the segment from being given back.
    pub fn pinned_by(&self) -> impl Iterator<Item = &MapBlock> {
        self.blocks.iter().filter(|block| block.state != BlockState::Inactive)
    }
}

/// A block of a segment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapBlock {
    pub address: Address,
    pub bytes: u64,
    /// Bytes that its holder asked for; zero where there is none.
    pub requested: u64,
    pub state: BlockState,
    /// The tensor in it.
    pub tensor: Option<String>,
}

/// Which physical memory stands behind which addresses at one moment, in address order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageMap {
    pub step: u64,
    pub label: Label,
    pub ranges: Vec<PageRange>,
}

/// Pages with consecutive numbers behind consecutive addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageRange {
    pub address: Address,
    /// Bytes of one page.
    pub page_bytes: u64,
    /// The number of the first page, counted from one in the order in which the run made pages.
    pub first: u64,
    pub count: u64,
}

/// The calls to the driver.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DriverLog {
    /// The first calls, in order; those that follow each other and only count up are one entry.
    pub calls: Vec<DriverCall>,
    /// How many entries more there were.
    pub omitted: u64,
    /// How many calls of each kind there were in all.
    pub counts: BTreeMap<String, u64>,
}

impl DriverLog {
    /// Returns how many calls there were in all.
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }
}

/// A call, or several that only count up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriverCall {
    pub step: u64,
    pub call: Call,
}

/// A request that got no memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    pub step: u64,
    /// Bytes asked for.
    pub bytes: u64,
    /// What PyTorch would say.
    pub message: String,
    pub by: RefusedBy,
}

/// Who had no memory left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusedBy {
    /// The device.
    Device,
    /// The budget of the experiment. The device may have more.
    Budget,
}

impl RefusedBy {
    /// Returns who refused, by how often the budget had before and has now.
    pub(crate) const fn since(before: u64, now: u64) -> Self {
        if now > before { Self::Budget } else { Self::Device }
    }
}

/// The contents of a tensor, by their checksums.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    pub tensor: String,
    pub bytes: u64,
    /// Of what was written, computed on the host.
    pub written: Checksum,
    /// Of what the device held before.
    pub before: Checksum,
    /// Of what the device held after.
    pub after: Checksum,
}

impl Contents {
    /// Says whether the device held what was written, before and after.
    pub fn is_intact(&self) -> bool {
        self.written == self.before && self.before == self.after
    }
}

/// A checksum, see [`checksum`](crate::device::pattern::checksum). Written as sixteen hexadecimal digits, since readers
/// of JSON round large numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checksum(pub u64);

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Checksum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Checksum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map(Self).map_err(serde::de::Error::custom)
    }
}

/// A table that belongs to the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub title: Label,
    pub columns: Vec<Column>,
    /// Each as long as `columns`.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    fn labels(&self) -> impl Iterator<Item = &Label> {
        let cells = self.rows.iter().flatten().filter_map(|cell| match cell {
            Cell::Label(label) => Some(label),
            _ => None,
        });
        [&self.title].into_iter().chain(self.columns.iter().map(|column| &column.label)).chain(cells)
    }
}

/// What stands in a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    pub label: Label,
    pub unit: Unit,
}

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    Number(u64),
    /// An address or a list of numbers: the same in all languages.
    Text(String),
    /// Names of tensors.
    Names(Vec<String>),
    Label(Label),
}
