//! Writing pickles of protocol 4.

use std::collections::HashMap;

use super::op;

/// What Python puts into one frame, at least, but for the last one.
const FRAME_BYTES: usize = 64 << 10;
/// How many items Python adds to a container at a time.
const BATCH: usize = 1000;
/// FRAME and its length.
const FRAME_HEAD: usize = 9;

/// Writes values one after the other. Texts of the same contents are written once and referred to after that.
#[derive(Debug)]
pub struct Writer<'t> {
    out: Vec<u8>,
    /// Where the open frame begins.
    frame: usize,
    texts: HashMap<&'t str, Stored>,
    stored: u32,
}

/// A value that was stored and can be written again by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored(u32);

impl Default for Writer<'_> {
    /// Returns a writer that has written nothing but the protocol.
    fn default() -> Self {
        let mut writer = Self { out: vec![op::PROTO, 4], frame: 0, texts: HashMap::new(), stored: 0 };
        writer.open_frame();
        writer
    }
}

impl<'t> Writer<'t> {
    /// Returns the pickle. One value must have been written.
    pub fn finish(mut self) -> Vec<u8> {
        self.out.push(op::STOP);
        self.close_frame();
        self.out
    }

    pub fn none(&mut self) {
        self.op(op::NONE);
    }

    pub fn bool(&mut self, value: bool) {
        self.op(if value { op::NEWTRUE } else { op::NEWFALSE });
    }

    /// Writes an integer in the shortest form.
    pub fn int(&mut self, number: impl Into<i128>) {
        let number = number.into();
        if let Ok(byte) = u8::try_from(number) {
            self.op_with(op::BININT1, &[byte]);
        } else if let Ok(short) = u16::try_from(number) {
            self.op_with(op::BININT2, &short.to_le_bytes());
        } else if let Ok(int) = i32::try_from(number) {
            self.op_with(op::BININT, &int.to_le_bytes());
        } else {
            let bytes = number.to_le_bytes();
            let length = twos_complement_length(number);
            self.op_with(op::LONG1, &[length]);
            self.out.extend_from_slice(&bytes[..length.into()]);
        }
    }

    pub fn float(&mut self, number: f64) {
        self.op_with(op::BINFLOAT, &number.to_be_bytes());
    }

    pub fn text(&mut self, text: &'t str) {
        if let Some(&stored) = self.texts.get(text) {
            return self.stored(stored);
        }
        if let Ok(length) = u8::try_from(text.len()) {
            self.op_with(op::SHORT_BINUNICODE, &[length]);
        } else if let Ok(length) = u32::try_from(text.len()) {
            self.op_with(op::BINUNICODE, &length.to_le_bytes());
        } else {
            self.op_with(op::BINUNICODE8, &(text.len() as u64).to_le_bytes());
        }
        self.out.extend_from_slice(text.as_bytes());
        let stored = self.store();
        self.texts.insert(text, stored);
    }

    /// Stores the value that was written last.
    pub fn store(&mut self) -> Stored {
        self.op(op::MEMOIZE);
        let stored = Stored(self.stored);
        self.stored += 1;
        stored
    }

    /// Writes a value that was stored.
    pub fn stored(&mut self, stored: Stored) {
        match u8::try_from(stored.0) {
            Ok(number) => self.op_with(op::BINGET, &[number]),
            Err(_) => self.op_with(op::LONG_BINGET, &stored.0.to_le_bytes()),
        }
    }

    /// Makes a tuple of the two values that were written last.
    pub fn pair(&mut self) {
        self.op(op::TUPLE2);
    }

    pub fn list<T>(&mut self, items: &'t [T], mut write: impl FnMut(&mut Self, &'t T)) {
        self.op(op::EMPTY_LIST);
        for batch in items.chunks(BATCH) {
            if let [item] = batch {
                write(self, item);
                self.op(op::APPEND);
            } else {
                self.op(op::MARK);
                for item in batch {
                    write(self, item);
                }
                self.op(op::APPENDS);
            }
        }
    }

    /// Writes a dict of a few entries: `write` writes a key, its value, and so on.
    pub fn dict(&mut self, write: impl FnOnce(&mut Self)) {
        self.op(op::EMPTY_DICT);
        self.op(op::MARK);
        write(self);
        self.op(op::SETITEMS);
    }

    fn op(&mut self, code: u8) {
        self.op_with(code, &[]);
    }

    fn op_with(&mut self, code: u8, argument: &[u8]) {
        if self.out.len() - self.frame >= FRAME_HEAD + FRAME_BYTES {
            self.close_frame();
            self.open_frame();
        }
        self.out.push(code);
        self.out.extend_from_slice(argument);
    }

    fn open_frame(&mut self) {
        self.frame = self.out.len();
        self.out.push(op::FRAME);
        self.out.extend_from_slice(&[0; FRAME_HEAD - 1]);
    }

    fn close_frame(&mut self) {
        let length = (self.out.len() - self.frame - FRAME_HEAD) as u64;
        self.out[self.frame + 1..self.frame + FRAME_HEAD].copy_from_slice(&length.to_le_bytes());
    }
}

/// Returns how many bytes a number takes with its sign.
fn twos_complement_length(number: i128) -> u8 {
    let magnitude = if number < 0 { !number } else { number };
    let bits = 128 - magnitude.leading_zeros() + 1;
    u8::try_from(bits.div_ceil(8)).expect("an i128 has sixteen bytes")
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, Pickle, Value};
    use super::Writer;

    #[test]
    fn integers_come_back_and_are_as_short_as_python_writes_them() {
        let cases: &[(i128, usize)] = &[
            (0, 2),
            (255, 2),
            (256, 3),
            (65_535, 3),
            (65_536, 5),
            // What a value of the reader holds itself, and what not.
            ((1 << 27) - 1, 5),
            (1 << 27, 5),
            (-1, 5),
            (-(1 << 27), 5),
            (-(1 << 27) - 1, 5),
            (i32::MIN.into(), 5),
            (1 << 31, 7),
            (0x7fff_ffff_ffff, 8),
            (0xffff_ffff_ffff, 9),
            (i64::MAX.into(), 10),
            (i64::MIN.into(), 10),
            (1 << 63, 11),
            (u64::MAX.into(), 11),
        ];
        for &(number, length) in cases {
            let mut writer = Writer::default();
            writer.int(number);
            let file = writer.finish();
            assert_eq!(file.len() - 2 - 9 - 1, length, "{number}");
            let pickle = Pickle::read(&file, &Limits::default()).unwrap();
            assert!(matches!(pickle.root(), Value::Int(read) if read == number), "{number}: {:?}", pickle.root());
        }
    }
}
