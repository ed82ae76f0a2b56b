//! Stack traces and frames, each converted once.

use std::collections::HashMap;

use super::super::pickle::{Items, Text, Value};
use super::super::{Frame, FrameId, StackId, Stacks};
use super::context::Texts;
use super::error::{ImportError, Mismatch, Result, Step};
use super::fields;

pub(super) struct Frames<'p> {
    /// By the number of the list in the pickle.
    stack_of: Vec<Option<StackId>>,
    /// By the number of the dict in the pickle.
    frame_of: Vec<Option<FrameId>>,
    stacks: Stacks,
    /// A list and its trace for each fingerprint. PyTorch writes a list for each event, and a loop has the same frames in it
    /// each time. Of two lists with the same fingerprint, the later is remembered, so a file that is made to have many of them
    /// only loses what would have been shared.
    by_fingerprint: HashMap<u64, (Items<'p>, StackId)>,
}

impl<'p> Frames<'p> {
    pub(super) fn new(containers: usize) -> Self {
        let (stack_of, frame_of) = (vec![None; containers], vec![None; containers]);
        Self { stack_of, frame_of, stacks: Stacks::default(), by_fingerprint: HashMap::new() }
    }

    pub(super) fn into_stacks(self) -> Stacks {
        self.stacks
    }

    /// Returns the number of a trace: a list of frames, or `None`.
    pub(super) fn stack(&mut self, value: Value<'p>, texts: &mut Texts<'p>) -> Result<StackId> {
        if let Value::None = value {
            return Ok(StackId::EMPTY);
        }
        let items = fields::items(&value)?;
        if let Some(known) = self.stack_of[items.id() as usize] {
            return Ok(known);
        }
        let stack = self.shared(items, texts)?;
        self.stack_of[items.id() as usize] = Some(stack);
        Ok(stack)
    }

    /// Returns the trace of a list with the same frames, or converts it. Most lists are like an earlier one, and this is where
    /// the time of an import goes.
    fn shared(&mut self, items: Items<'p>, texts: &mut Texts<'p>) -> Result<StackId> {
        let fingerprint = items.fingerprint();
        match self.by_fingerprint.get(&fingerprint) {
            Some((known, stack)) if known.holds_the_same(&items) => Ok(*stack),
            _ => {
                let stack = self.convert(items, texts)?;
                self.by_fingerprint.insert(fingerprint, (items, stack));
                Ok(stack)
            }
        }
    }

    fn convert(&mut self, items: Items<'p>, texts: &mut Texts<'p>) -> Result<StackId> {
        for (index, item) in items.iter().enumerate() {
            let known = match item {
                Value::Dict(frame) => self.frame_of[frame.id() as usize],
                _ => None,
            };
            let frame = match known {
                Some(known) => known,
                None => self.frame(item, texts).map_err(|error| error.at(items.offset()).within(Step::Index(index)))?,
            };
            self.stacks.push(frame);
        }
        self.stacks.close().ok_or_else(|| ImportError::new(Mismatch::TooManyFrames))
    }

    #[cold]
    fn frame(&mut self, value: Value<'p>, texts: &mut Texts<'p>) -> Result<FrameId> {
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
