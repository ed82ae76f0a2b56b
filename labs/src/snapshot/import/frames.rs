//! Stack traces and frames, each converted once.

use std::collections::HashMap;

use super::super::pickle::{Items, Text, Value};
use super::super::{Frame, FrameId, StackId, Stacks};
use super::context::Texts;
use super::error::{ImportError, Mismatch, Result, Step};
use super::fields;

pub(super) struct Frames {
    /// By the number of the list in the pickle.
    stack_of: Vec<Option<StackId>>,
    /// By the number of the dict in the pickle.
    frame_of: Vec<Option<FrameId>>,
    stacks: Stacks,
    /// A trace for each hash of frames. PyTorch writes a list for each event, and a loop has the same ones each time.
    by_hash: HashMap<u64, StackId>,
}

impl Frames {
    pub(super) fn new(containers: usize) -> Self {
        let (stack_of, frame_of) = (vec![None; containers], vec![None; containers]);
        Self { stack_of, frame_of, stacks: Stacks::default(), by_hash: HashMap::new() }
    }

    pub(super) fn into_stacks(self) -> Stacks {
        self.stacks
    }

    /// Returns the number of a trace: a list of frames, or `None`.
    pub(super) fn stack<'p>(&mut self, value: Value<'p>, texts: &mut Texts<'p>) -> Result<StackId> {
        if let Value::None = value {
            return Ok(StackId::EMPTY);
        }
        let items = fields::items(&value)?;
        if let Some(known) = self.stack_of[items.id() as usize] {
            return Ok(known);
        }
        let stack = self.convert(items, texts)?;
        self.stack_of[items.id() as usize] = Some(stack);
        Ok(stack)
    }

    fn convert<'p>(&mut self, items: Items<'p>, texts: &mut Texts<'p>) -> Result<StackId> {
        // Most frames are known, and this is where the time of an import goes.
        let mut index = 0;
        for run in items.runs() {
            for item in run {
                let frame = match item.dict_id().and_then(|id| self.frame_of[id as usize]) {
                    Some(known) => known,
                    None => self
                        .frame(item.read(), texts)
                        .map_err(|error| error.at(items.offset()).within(Step::Index(index)))?,
                };
                self.stacks.push(frame);
                index += 1;
            }
        }
        self.close().ok_or_else(|| ImportError::new(Mismatch::TooManyFrames))
    }

    /// Ends the trace that was pushed, or takes it back where an equal one is there. Of two traces with the same hash, the
    /// later is remembered, so a file that is made to have many of them only loses what would have been shared.
    fn close(&mut self) -> Option<StackId> {
        let hash = hash(self.stacks.open());
        if let Some(&known) = self.by_hash.get(&hash)
            && self.stacks.calls(known) == self.stacks.open()
        {
            self.stacks.take_back();
            return Some(known);
        }
        let stack = self.stacks.close()?;
        self.by_hash.insert(hash, stack);
        Some(stack)
    }

    #[cold]
    fn frame<'p>(&mut self, value: Value<'p>, texts: &mut Texts<'p>) -> Result<FrameId> {
        let entries = fields::entries(&value)?;
        let mut frame = Frame::default();
        for (key, value) in entries.texts() {
            set(&mut frame, key, value, texts)
                .map_err(|error| error.at(entries.offset()).within(Step::Key(key.text.into())))?;
        }
        let id = self.stacks.add_frame(frame).ok_or_else(|| ImportError::new(Mismatch::TooManyFrames))?;
        self.frame_of[entries.id() as usize] = Some(id);
        Ok(id)
    }
}

/// Returns a number that differs between most traces. Two halves are worked on at the same time.
fn hash(calls: &[u32]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let (pairs, rest) = calls.as_chunks::<4>();
    let mix = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(ODD);
    let word = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
    let [one, other] = pairs
        .iter()
        .fold([calls.len() as u64, ODD], |[one, other], &[a, b, c, d]| [mix(one, word(a, b)), mix(other, word(c, d))]);
    rest.iter().fold(mix(one, other), |hash, &call| mix(hash, call.into()))
}

fn set<'p>(frame: &mut Frame, key: Text<'p>, value: Value<'p>, texts: &mut Texts<'p>) -> Result<()> {
    match key.text {
        "name" => frame.name = texts.share(fields::text(value)?),
        "filename" => frame.filename = texts.share(fields::text(value)?),
        "line" if !matches!(value, Value::None) => frame.line = fields::word(value)?,
        _ => {
            if let (Value::Text(value), true) = (value, key.text.starts_with("fx_")) {
                frame.fx.insert(texts.share(key), texts.share(value));
            }
        }
    }
    Ok(())
}
