//! What is kept over a whole import: tables of what is shared, and how much of the file is looked at.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::pickle::{Entries, Pickle, Text, Value};
use super::super::{StackId, Stacks};
use super::error::{ImportError, Mismatch, Result, Step};
use super::fields;
use super::frames::Frames;
use super::keys::{Key, Keys};

pub(super) struct Context<'p> {
    texts: Texts<'p>,
    keys: Keys,
    frames: Frames<'p>,
    /// How many items may still be looked at.
    budget: usize,
}

impl<'p> Context<'p> {
    pub(super) fn new(pickle: &'p Pickle<'_>) -> Self {
        Self {
            texts: Texts::new(pickle.texts()),
            keys: Keys::new(pickle.texts()),
            frames: Frames::new(pickle.containers()),
            budget: pickle.items().saturating_mul(2),
        }
    }

    /// Converts each item of a list.
    pub(super) fn list<T>(
        &mut self,
        value: Value<'p>,
        mut convert: impl FnMut(Value<'p>, &mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let items = fields::items(&value)?;
        self.spend(items.len()).map_err(|error| error.at(items.offset()))?;
        let mut list = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            list.push(convert(item, self).map_err(|error| error.at(items.offset()).within(Step::Index(index)))?);
        }
        Ok(list)
    }

    /// Hands each entry of a record to `convert`. Errors name the key and the dict.
    #[inline]
    pub(super) fn each(
        &mut self,
        entries: Entries<'p>,
        mut convert: impl FnMut(Key, Value<'p>, &mut Self) -> Result<()>,
    ) -> Result<()> {
        self.each_text(entries, |text, value, context| {
            let key = context.keys.get(text);
            convert(key, value, context)
        })
    }

    /// Hands each entry of a dict that has a text for a key to `convert`. Errors name the key and the dict.
    #[inline]
    pub(super) fn each_text(
        &mut self,
        entries: Entries<'p>,
        mut convert: impl FnMut(Text<'p>, Value<'p>, &mut Self) -> Result<()>,
    ) -> Result<()> {
        self.spend(2 * entries.len()).map_err(|error| error.at(entries.offset()))?;
        for (key, value) in entries.texts() {
            convert(key, value, self).map_err(|error| error.at(entries.offset()).within(Step::Key(key.text.into())))?;
        }
        Ok(())
    }

    /// Returns a copy of a text, one for all places that have the same.
    pub(super) fn share(&mut self, text: Text<'p>) -> Arc<str> {
        self.texts.share(text)
    }

    /// Returns a text, or nothing where there is `None` or something of another kind.
    pub(super) fn optional_text(&mut self, value: Value<'p>) -> Option<Arc<str>> {
        match value {
            Value::Text(text) => Some(self.share(text)),
            _ => None,
        }
    }

    /// Returns the number of a stack trace.
    pub(super) fn stack(&mut self, value: Value<'p>) -> Result<StackId> {
        self.frames.stack(value, &mut self.texts)
    }

    pub(super) fn into_stacks(self) -> Stacks {
        self.frames.into_stacks()
    }

    fn spend(&mut self, items: usize) -> Result<()> {
        self.budget = self.budget.checked_sub(items).ok_or_else(|| ImportError::new(Mismatch::Repeated))?;
        Ok(())
    }
}

/// Texts, each copied once.
pub(super) struct Texts<'p> {
    /// By the number in the pickle, so that a long text that is referred to often is compared once.
    by_id: Vec<Option<Arc<str>>>,
    by_text: HashMap<&'p str, Arc<str>>,
    /// The last text of each length, as most events have the same few short texts.
    recent: [Arc<str>; 8],
}

impl<'p> Texts<'p> {
    fn new(texts: usize) -> Self {
        Self { by_id: vec![None; texts], by_text: HashMap::new(), recent: Default::default() }
    }

    pub(super) fn share(&mut self, text: Text<'p>) -> Arc<str> {
        let length = text.text.len();
        if let Some(recent) = self.recent.get(length).filter(|recent| ***recent == *text.text) {
            return Arc::clone(recent);
        }
        let known = &mut self.by_id[text.id as usize];
        let shared =
            known.get_or_insert_with(|| Arc::clone(self.by_text.entry(text.text).or_insert_with(|| text.text.into())));
        if let Some(recent) = self.recent.get_mut(length) {
            Arc::clone_from(recent, shared);
        }
        Arc::clone(shared)
    }
}
