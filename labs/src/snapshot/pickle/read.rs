//! The stack machine.

use std::borrow::Cow;

use super::cursor::Cursor;
use super::memo::Memo;
use super::op::{self, refused};
use super::packed::{MAX_ROWS, Packed, Tag};
use super::tree::{Pickle, Tree, next_row};
use super::{Limits, PickleError, Problem, number, text};

/// Reads a whole file.
pub(super) fn read<'a>(input: &'a [u8], limits: &Limits) -> Result<Pickle<'a>, PickleError> {
    let length = input.len() as u64;
    if length > limits.bytes.into() {
        let limit = limits.bytes.into();
        return Err(PickleError { offset: limit, problem: Problem::TooLong { length, limit } });
    }
    let mut machine = Machine::new(input, *limits);
    machine.protocol()?;
    machine.run()
}

struct Machine<'a> {
    cursor: Cursor<'a>,
    limits: Limits,
    tree: Tree<'a>,
    stack: Vec<Packed>,
    /// Where on the stack each open MARK stands.
    marks: Vec<usize>,
    memo: Memo,
}

impl<'a> Machine<'a> {
    fn new(input: &'a [u8], limits: Limits) -> Self {
        // A snapshot has about an item for every three bytes.
        let tree = Tree { items: Vec::with_capacity(input.len() / 3), ..Tree::default() };
        Self { cursor: Cursor::new(input), limits, tree, stack: Vec::new(), marks: Vec::new(), memo: Memo::default() }
    }

    /// Reads the first two bytes.
    fn protocol(&mut self) -> Result<(), PickleError> {
        let start = self.cursor.rest();
        match *start {
            [] => Err(PickleError { offset: 0, problem: Problem::Empty }),
            [op::PROTO] | [op::PROTO, 2..=5, ..] => self.cursor.take(2).map(drop),
            [op::PROTO, version, ..] => Err(PickleError { offset: 1, problem: Problem::Protocol(version) }),
            _ => Err(PickleError { offset: 0, problem: Problem::NotAPickle { hint: hint(start) } }),
        }
    }

    fn run(mut self) -> Result<Pickle<'a>, PickleError> {
        // An instruction adds a row to a table at most, so that all rows can be named.
        let limit = self.limits.operations.min(MAX_ROWS);
        for _ in 0..limit {
            let code = self.cursor.byte()?;
            match code {
                // By far the most frequent: what was seen before.
                op::BINGET => {
                    let number = self.cursor.byte()?.into();
                    self.recall(number, 2)?;
                }
                op::LONG_BINGET => {
                    let number = u32::from_le_bytes(self.cursor.array()?);
                    self.recall(number, 5)?;
                }
                op::MEMOIZE => {
                    let top = self.top(code)?;
                    self.memo.push(top);
                }
                op::BININT1 => {
                    let byte = self.cursor.byte()?;
                    self.push_int(byte.into());
                }
                op::STOP => return self.stop(),
                _ => self.step(code)?,
            }
        }
        Err(self.here(Problem::TooManyOperations { limit: limit.into() }))
    }

    fn step(&mut self, code: u8) -> Result<(), PickleError> {
        match code {
            op::NONE => self.stack.push(Packed::plain(Tag::None)),
            op::NEWTRUE => self.stack.push(Packed::plain(Tag::True)),
            op::NEWFALSE => self.stack.push(Packed::plain(Tag::False)),
            op::BININT | op::BININT2 | op::LONG1 | op::LONG4 => {
                let number = number::read(code, &mut self.cursor)?;
                self.push_wide(number);
            }
            op::BINFLOAT => {
                let float = f64::from_be_bytes(self.cursor.array()?);
                self.stack.push(Packed::row(Tag::Float, next_row(&self.tree.floats)));
                self.tree.floats.push(float);
            }
            op::SHORT_BINUNICODE => {
                let bytes = self.cursor.counted8()?;
                self.push_text(bytes)?;
            }
            op::BINUNICODE => {
                let bytes = self.cursor.counted32()?;
                self.push_text(bytes)?;
            }
            _ => return self.container_step(code),
        }
        Ok(())
    }

    fn container_step(&mut self, code: u8) -> Result<(), PickleError> {
        match code {
            op::EMPTY_DICT => self.push_container(Tag::Dict),
            op::EMPTY_LIST => self.push_container(Tag::List),
            op::EMPTY_TUPLE => self.push_container(Tag::Tuple),
            op::MARK => self.mark()?,
            op::SETITEMS => {
                let from = self.back_to_mark(code)?;
                self.add(code, Tag::Dict, from)?;
            }
            op::APPENDS => {
                let from = self.back_to_mark(code)?;
                self.add(code, Tag::List, from)?;
            }
            op::SETITEM => {
                let from = self.down(code, 2)?;
                self.add(code, Tag::Dict, from)?;
            }
            op::APPEND => {
                let from = self.down(code, 1)?;
                self.add(code, Tag::List, from)?;
            }
            op::TUPLE1 | op::TUPLE2 | op::TUPLE3 => {
                let from = self.down(code, (code - op::TUPLE1) as usize + 1)?;
                self.collect(Tag::Tuple, from);
            }
            _ => return self.rare_step(code),
        }
        Ok(())
    }

    /// Follows what is allowed but does not occur in the snapshots that PyTorch writes.
    fn rare_step(&mut self, code: u8) -> Result<(), PickleError> {
        match code {
            op::BINPUT => {
                let top = self.top(code)?;
                self.memo.put(self.cursor.byte()?.into(), top);
            }
            op::LONG_BINPUT => {
                let top = self.top(code)?;
                self.memo.put(u32::from_le_bytes(self.cursor.array()?), top);
            }
            op::FRAME => self.frame()?,
            op::TUPLE | op::LIST => {
                let from = self.back_to_mark(code)?;
                self.collect(if code == op::LIST { Tag::List } else { Tag::Tuple }, from);
            }
            op::DICT => {
                let from = self.back_to_mark(code)?;
                self.check_entries(code, from)?;
                self.collect(Tag::Dict, from);
            }
            op::POP => {
                let from = self.down(code, 1)?;
                self.stack.truncate(from);
            }
            op::POP_MARK => {
                let from = self.back_to_mark(code)?;
                self.stack.truncate(from);
            }
            op::DUP => {
                let top = self.top(code)?;
                self.stack.push(top);
            }
            _ => return self.rare_data(code),
        }
        Ok(())
    }

    fn rare_data(&mut self, code: u8) -> Result<(), PickleError> {
        let bytes = match code {
            op::BINSTRING => self.cursor.counted31()?,
            op::SHORT_BINSTRING | op::SHORT_BINBYTES => self.cursor.counted8()?,
            op::BINBYTES => self.cursor.counted32()?,
            op::BINUNICODE8 | op::BINBYTES8 | op::BYTEARRAY8 => self.cursor.counted64()?,
            _ => return Err(self.before(1, refusal(code))),
        };
        if matches!(code, op::BINUNICODE8 | op::BINSTRING | op::SHORT_BINSTRING) {
            return self.push_text(bytes);
        }
        self.stack.push(Packed::row(Tag::Bytes, next_row(&self.tree.bytes)));
        self.tree.bytes.push(bytes);
        Ok(())
    }

    fn stop(self) -> Result<Pickle<'a>, PickleError> {
        let offset = self.cursor.at() as u64 - 1;
        let &[root] = &self.stack[..] else {
            return Err(PickleError { offset, problem: Problem::NotOneValue(self.stack.len() as u64) });
        };
        if !self.cursor.rest().is_empty() {
            return Err(self.here(Problem::Trailing(self.cursor.rest().len() as u64)));
        }
        Ok(Pickle { root, tree: self.tree })
    }

    /// A frame tells how many bytes may be fetched at once. All are here, so only its length matters.
    fn frame(&mut self) -> Result<(), PickleError> {
        let needed = u64::from_le_bytes(self.cursor.array()?);
        if needed > self.cursor.rest().len() as u64 { Err(self.cursor.truncated(needed)) } else { Ok(()) }
    }

    // Values onto the stack

    #[inline]
    fn recall(&mut self, number: u32, length: usize) -> Result<(), PickleError> {
        let Some(value) = self.memo.get(number) else {
            return Err(self.before(length, Problem::NotMemoized(number)));
        };
        self.stack.push(value);
        Ok(())
    }

    #[inline]
    fn push_int(&mut self, number: i64) {
        if let Some(packed) = Packed::int(number) {
            self.stack.push(packed);
        } else {
            self.stack.push(Packed::row(Tag::Long, next_row(&self.tree.longs)));
            self.tree.longs.push(number);
        }
    }

    fn push_wide(&mut self, number: i128) {
        match i64::try_from(number) {
            Ok(number) => self.push_int(number),
            Err(_) => self.push_wider(number),
        }
    }

    fn push_wider(&mut self, number: i128) {
        self.stack.push(Packed::row(Tag::Wide, next_row(&self.tree.wide)));
        self.tree.wide.push(number);
    }

    fn push_text(&mut self, bytes: &'a [u8]) -> Result<(), PickleError> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => match text::with_surrogates(bytes) {
                Some(text) => Cow::Owned(text),
                None => return Err(self.before(bytes.len(), Problem::NotUtf8)),
            },
        };
        self.stack.push(Packed::row(Tag::Text, next_row(&self.tree.texts)));
        self.tree.texts.push(text);
        Ok(())
    }

    fn push_container(&mut self, tag: Tag) {
        let container = self.new_container(tag);
        self.stack.push(container);
    }

    fn new_container(&mut self, tag: Tag) -> Packed {
        let offset = u32::try_from(self.cursor.at() - 1).expect("a file is shorter than 4 GiB, see `Limits::bytes`");
        self.tree.container(tag, offset)
    }

    // Values off the stack

    fn mark(&mut self) -> Result<(), PickleError> {
        if self.marks.len() >= self.limits.depth as usize {
            return Err(self.before(1, Problem::TooDeep { limit: self.limits.depth.into() }));
        }
        self.marks.push(self.stack.len());
        Ok(())
    }

    fn back_to_mark(&mut self, code: u8) -> Result<usize, PickleError> {
        self.marks.pop().ok_or_else(|| self.before(1, Problem::NoMark { instruction: op::name(code) }))
    }

    /// Returns where the topmost `count` values begin. Those below the last MARK cannot be reached.
    fn down(&self, code: u8, count: usize) -> Result<usize, PickleError> {
        let floor = self.marks.last().copied().unwrap_or(0);
        let from = self.stack.len().checked_sub(count).filter(|&from| from >= floor);
        from.ok_or_else(|| self.before(1, Problem::NoValue { instruction: op::name(code) }))
    }

    #[inline]
    fn top(&self, code: u8) -> Result<Packed, PickleError> {
        self.down(code, 1).map(|top| self.stack[top])
    }

    /// Adds what stands at `from` and above to the container below.
    fn add(&mut self, code: u8, expected: Tag, from: usize) -> Result<(), PickleError> {
        let floor = self.marks.last().copied().unwrap_or(0);
        let below = from.checked_sub(1).filter(|&below| below >= floor);
        let Some(&target) = below.and_then(|below| self.stack.get(below)) else {
            return Err(self.before(1, Problem::NoValue { instruction: op::name(code) }));
        };
        if target.tag() != expected {
            let expected = Packed::plain(expected).kind();
            let problem = Problem::WrongTarget { instruction: op::name(code), expected, found: target.kind() };
            return Err(self.before(1, problem));
        }
        if expected == Tag::Dict {
            self.check_entries(code, from)?;
        }
        self.tree.extend(target, &self.stack[from..]);
        self.stack.truncate(from);
        Ok(())
    }

    /// Makes a container of what stands at `from` and above.
    fn collect(&mut self, tag: Tag, from: usize) {
        let container = self.new_container(tag);
        self.tree.extend(container, &self.stack[from..]);
        self.stack.truncate(from);
        self.stack.push(container);
    }

    fn check_entries(&self, code: u8, from: usize) -> Result<(), PickleError> {
        let (entries, rest) = self.stack[from..].as_chunks::<2>();
        if !rest.is_empty() {
            return Err(self.before(1, Problem::OddItems { instruction: op::name(code) }));
        }
        match entries.iter().find(|entry| matches!(entry[0].tag(), Tag::List | Tag::Dict)) {
            Some([key, _]) => Err(self.before(1, Problem::Unhashable { found: key.kind() })),
            None => Ok(()),
        }
    }

    // Errors

    fn here(&self, problem: Problem) -> PickleError {
        self.before(0, problem)
    }

    /// Returns an error that begins so many bytes before the next one.
    #[cold]
    fn before(&self, bytes: usize, problem: Problem) -> PickleError {
        PickleError { offset: (self.cursor.at() - bytes) as u64, problem }
    }
}

fn refusal(code: u8) -> Problem {
    refused(code).map_or(Problem::Unknown(code), |(name, refusal)| Problem::Refused { name, code, refusal })
}

/// Says what a file that is not a pickle looks like.
fn hint(start: &[u8]) -> &'static str {
    match start {
        [0x1f, 0x8b, ..] => "; it is compressed with gzip, unpack it first",
        [b'P', b'K', ..] => "; it is a zip archive, as torch.save writes, or a zipped snapshot: unpack it first",
        [b'{' | b'[', ..] => "; it looks like JSON",
        [b'(' | b'c' | b'}' | b']', ..] => "; it looks like protocol 0 or 1",
        _ => "",
    }
}
