//! Events and annotations.

use super::super::pickle::Value;
use super::super::{Action, Annotation, StackId, Stage, Subject, TraceEvent};
use super::context::Context;
use super::error::{ImportError, Mismatch, Result};
use super::fields::{self, required};
use super::keys::Key;
use super::record::pool_id;
use crate::device::{Address, Stream};

/// Reads the events of one device.
pub(super) fn events<'p>(value: Value<'p>, context: &mut Context<'p>) -> Result<Vec<TraceEvent>> {
    context.list(value, event)
}

/// Reads the events of pinned memory: a list of them, or of such lists.
pub(super) fn host_events<'p>(value: Value<'p>, context: &mut Context<'p>) -> Result<Vec<TraceEvent>> {
    let nested = fields::items(&value)?.iter().any(|item| matches!(item, Value::List(_)));
    if nested { Ok(context.list(value, events)?.into_iter().flatten().collect()) } else { events(value, context) }
}

#[derive(Default)]
struct Found {
    action: Option<Action>,
    addr: Option<u64>,
    device_free: Option<u64>,
    size: u64,
}

fn event<'p>(value: Value<'p>, context: &mut Context<'p>) -> Result<TraceEvent> {
    let entries = fields::entries(&value)?;
    let mut found = Found::default();
    let mut event = TraceEvent {
        action: Action::Alloc,
        subject: Subject::Address(Address::new(0)),
        size: 0,
        stream: Stream::DEFAULT,
        time_us: None,
        compile_context: None,
        user_metadata: None,
        internal_metadata: None,
        pool_id: None,
        stack: StackId::EMPTY,
    };
    context.each(entries, |key, value, context| {
        match key {
            Key::Action => found.action = Some(action(value, context)?),
            Key::Addr => found.addr = Some(fields::word(value)?),
            Key::DeviceFree => found.device_free = Some(fields::word(value)?),
            Key::Size => found.size = fields::unsigned(value)?,
            Key::Stream => event.stream = Stream(fields::word(value)?),
            Key::TimeUs => event.time_us = Some(fields::unsigned(value)?),
            Key::CompileContext => event.compile_context = context.optional_text(value),
            Key::UserMetadata => event.user_metadata = context.optional_text(value),
            Key::InternalMetadata => event.internal_metadata = context.optional_text(value),
            Key::PoolId => event.pool_id = Some(pool_id(value)?),
            Key::Frames => event.stack = context.stack(value)?,
            _ => {}
        }
        Ok(())
    })?;
    found.put_into(&mut event).map_err(|error| error.at(entries.offset()))?;
    Ok(event)
}

impl Found {
    fn put_into(self, event: &mut TraceEvent) -> Result<()> {
        event.action = required(self.action, "action")?;
        event.size = self.size;
        event.subject = match (self.addr, self.device_free) {
            (_, Some(bytes)) => Subject::DeviceFree(bytes),
            (Some(number), None) => Subject::Address(Address::new(number)),
            // A mark need not be about memory.
            (None, None) if matches!(event.action, Action::Snapshot | Action::Annotate | Action::Other(_)) => {
                event.subject
            }
            (None, None) if event.action == Action::Oom => {
                return Err(ImportError::new(Mismatch::Missing("device_free")));
            }
            (None, None) => return Err(ImportError::new(Mismatch::Missing("addr"))),
        };
        Ok(())
    }
}

fn action<'p>(value: Value<'p>, context: &mut Context<'p>) -> Result<Action> {
    let text = fields::text(value)?;
    Ok(Action::known(text.text).unwrap_or_else(|| Action::Other(context.share(text))))
}

pub(super) fn annotation<'p>(value: Value<'p>, context: &mut Context<'p>) -> Result<Annotation> {
    let entries = fields::entries(&value)?;
    let (mut stage, mut name, mut device, mut time_us) = (None, None, 0, 0);
    context.each(entries, |key, value, context| {
        match key {
            Key::Stage => stage = Some(read_stage(value)?),
            Key::Name => name = Some(context.share(fields::text(value)?)),
            Key::Device => device = fields::device(value)?,
            Key::TimeUs => time_us = fields::unsigned(value)?,
            _ => {}
        }
        Ok(())
    })?;
    let missing = |error: Box<ImportError>| error.at(entries.offset());
    let stage = required(stage, "stage").map_err(missing)?;
    let name = required(name, "name").map_err(missing)?;
    Ok(Annotation { stage, name, device, time_us })
}

fn read_stage(value: Value<'_>) -> Result<Stage> {
    match fields::text(value)?.text {
        "START" => Ok(Stage::Start),
        "END" => Ok(Stage::End),
        other => Err(ImportError::new(Mismatch::unknown("'START' or 'END'", other))),
    }
}
