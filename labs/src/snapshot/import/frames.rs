//! Stack traces and frames, each converted once.

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
}

impl Frames {
    pub(super) fn new(containers: usize) -> Self {
        let (stack_of, frame_of) = (vec![None; containers], vec![None; containers]);
        Self { stack_of, frame_of, stacks: Stacks::default() }
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
        self.stacks.close().ok_or_else(|| ImportError::new(Mismatch::TooManyFrames))
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
