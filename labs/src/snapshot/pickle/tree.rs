//! The values of a pickle, in tables.

use std::borrow::Cow;

use super::packed::{Packed, Tag};
use super::{Limits, PickleError, read};

/// A pickle that was read. It borrows texts from the file.
#[derive(Debug)]
pub struct Pickle<'a> {
    pub(super) root: Packed,
    pub(super) tree: Tree<'a>,
}

/// A value of a pickle.
#[derive(Debug, Clone, Copy)]
pub enum Value<'p> {
    None,
    Bool(bool),
    /// From -2^63 to 2^64 - 1, exactly.
    Int(i128),
    Float(f64),
    Text(Text<'p>),
    Bytes(&'p [u8]),
    List(Items<'p>),
    Tuple(Items<'p>),
    Dict(Entries<'p>),
}

/// A text, and its number among the texts of the pickle: a text that is referred to often has one number.
#[derive(Debug, Clone, Copy)]
pub struct Text<'p> {
    pub id: u32,
    pub text: &'p str,
}

impl<'a> Pickle<'a> {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it and where, see [`Problem`](super::Problem).
    pub fn read(input: &'a [u8], limits: &Limits) -> Result<Self, PickleError> {
        read::read(input, limits)
    }

    /// Returns the value that the pickle holds.
    pub fn root(&self) -> Value<'_> {
        self.tree.value(self.root)
    }

    /// Returns how many containers there are. Their numbers lie below that.
    pub const fn containers(&self) -> usize {
        self.tree.containers.len()
    }

    /// Returns how many items containers hold, all together; a key and its value are two.
    pub const fn items(&self) -> usize {
        self.tree.items.len()
    }

    /// Returns how many texts there are. Their numbers lie below that.
    pub const fn texts(&self) -> usize {
        self.tree.texts.len()
    }
}

impl Value<'_> {
    /// Returns what Python calls the type.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::None => "None",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Text(_) => "str",
            Self::Bytes(_) => "bytes",
            Self::List(_) => "list",
            Self::Tuple(_) => "tuple",
            Self::Dict(_) => "dict",
        }
    }
}

/// The tables.
#[derive(Debug, Default)]
pub(super) struct Tree<'a> {
    /// What containers hold, in chunks. The chunk of a dict is keys and values in turn.
    pub(super) items: Vec<Packed>,
    pub(super) chunks: Vec<Chunk>,
    pub(super) containers: Vec<Container>,
    pub(super) texts: Vec<Cow<'a, str>>,
    pub(super) bytes: Vec<&'a [u8]>,
    pub(super) longs: Vec<i64>,
    pub(super) wide: Vec<i128>,
    pub(super) floats: Vec<f64>,
}

/// Items that were added at once, or one after the other without another container between.
#[derive(Debug)]
pub(super) struct Chunk {
    start: u32,
    end: u32,
    next: u32,
}

#[derive(Debug)]
pub(super) struct Container {
    /// The byte of the instruction that made it.
    offset: u32,
    first: u32,
    last: u32,
    len: u32,
}

/// Stands for "no chunk".
const NONE: u32 = u32::MAX;

/// Returns the number of the next row of a table.
#[inline]
pub(super) fn next_row<T>(table: &[T]) -> u32 {
    u32::try_from(table.len()).expect("a table has no more rows than there are instructions, a u32")
}

impl Tree<'_> {
    /// Makes an empty container. `offset` is the byte of the instruction that does.
    #[inline]
    pub(super) fn container(&mut self, tag: Tag, offset: u32) -> Packed {
        let row = next_row(&self.containers);
        self.containers.push(Container { offset, first: NONE, last: NONE, len: 0 });
        Packed::row(tag, row)
    }

    /// Adds items at the end of a container.
    #[inline]
    pub(super) fn extend(&mut self, container: Packed, items: &[Packed]) {
        if items.is_empty() {
            return;
        }
        let start = next_row(&self.items);
        self.items.extend_from_slice(items);
        let end = next_row(&self.items);
        let next = next_row(&self.chunks);
        let container = &mut self.containers[container.index() as usize];
        container.len += end - start;
        if let Some(last) = self.chunks.get_mut(container.last as usize) {
            if last.end == start {
                last.end = end;
                return;
            }
            last.next = next;
        } else {
            container.first = next;
        }
        container.last = next;
        self.chunks.push(Chunk { start, end, next: NONE });
    }

    #[inline]
    fn text(&self, id: u32) -> Text<'_> {
        Text { id, text: &self.texts[id as usize] }
    }

    #[inline]
    pub(super) fn value(&self, packed: Packed) -> Value<'_> {
        let id = packed.index();
        match packed.tag() {
            Tag::None => Value::None,
            Tag::False => Value::Bool(false),
            Tag::True => Value::Bool(true),
            Tag::Int => Value::Int(packed.small().into()),
            Tag::Long => Value::Int(self.longs[id as usize].into()),
            Tag::Wide => Value::Int(self.wide[id as usize]),
            Tag::Float => Value::Float(self.floats[id as usize]),
            Tag::Text => Value::Text(self.text(id)),
            Tag::Bytes => Value::Bytes(self.bytes[id as usize]),
            Tag::List => Value::List(Items { tree: self, id }),
            Tag::Tuple => Value::Tuple(Items { tree: self, id }),
            Tag::Dict => Value::Dict(Entries(Items { tree: self, id })),
        }
    }
}

/// The items of a list or tuple.
#[derive(Clone, Copy)]
pub struct Items<'p> {
    tree: &'p Tree<'p>,
    id: u32,
}

impl<'p> Items<'p> {
    /// Returns the number of the container: what is referred to from two places has one number.
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// Returns the byte of the instruction that made the container.
    pub fn offset(&self) -> u64 {
        self.container().offset.into()
    }

    /// Returns how many items there are.
    pub fn len(&self) -> usize {
        self.container().len as usize
    }

    /// Says whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the items in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Value<'p>> + use<'p> {
        let tree = self.tree;
        self.chunks().flatten().map(|&packed| tree.value(packed))
    }

    /// Returns a number that differs between most lists that do not [hold the same](Self::holds_the_same).
    pub fn fingerprint(&self) -> u64 {
        self.chunks().fold(0, fingerprint)
    }

    /// Says whether another list holds the very same items in the same order: containers and texts by their numbers. Where the
    /// file added them in other portions, the answer may be no.
    pub fn holds_the_same(&self, other: &Self) -> bool {
        self.chunks().eq(other.chunks())
    }

    /// Returns the items in slices.
    #[inline]
    fn chunks(&self) -> impl Iterator<Item = &'p [Packed]> + use<'p> {
        let tree = self.tree;
        let mut next = self.container().first;
        std::iter::from_fn(move || {
            let chunk = tree.chunks.get(next as usize)?;
            next = chunk.next;
            Some(&tree.items[chunk.start as usize..chunk.end as usize])
        })
    }

    fn container(&self) -> &'p Container {
        &self.tree.containers[self.id as usize]
    }
}

/// Adds items to a fingerprint. Two halves are worked on at the same time.
fn fingerprint(before: u64, items: &[Packed]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(ODD);
    let word = |low: Packed, high: Packed| u64::from(high.bits()) << 32 | u64::from(low.bits());
    let (fours, rest) = items.as_chunks::<4>();
    let begin = [before ^ items.len() as u64, ODD];
    let [one, other] =
        fours.iter().fold(begin, |[one, other], &[a, b, c, d]| [mix(one, word(a, b)), mix(other, word(c, d))]);
    rest.iter().fold(mix(one, other), |hash, item| mix(hash, item.bits().into()))
}

impl std::fmt::Debug for Items<'_> {
    /// Names the container and not what it holds, since a container may hold itself.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Items").field("id", &self.id).field("len", &self.len()).finish()
    }
}

/// The entries of a dict, in the order in which the file sets them. A key may come twice: the last one counts, as in
/// Python.
#[derive(Debug, Clone, Copy)]
pub struct Entries<'p>(Items<'p>);

impl<'p> Entries<'p> {
    /// Returns the number of the container.
    pub const fn id(&self) -> u32 {
        self.0.id
    }

    /// Returns the byte of the instruction that made the container.
    pub fn offset(&self) -> u64 {
        self.0.offset()
    }

    /// Returns how many entries there are.
    pub fn len(&self) -> usize {
        self.0.len() / 2
    }

    /// Says whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns keys and values.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Value<'p>, Value<'p>)> + use<'p> {
        let mut items = self.0.iter();
        // Entries are added whole, so a key has a value.
        std::iter::from_fn(move || Some((items.next()?, items.next()?)))
    }

    /// Returns the entries with a text for a key. Others are passed over.
    #[inline]
    pub fn texts(&self) -> impl Iterator<Item = (Text<'p>, Value<'p>)> + use<'p> {
        let tree = self.0.tree;
        let entries = self.0.chunks().flat_map(|chunk| chunk.as_chunks::<2>().0);
        entries
            .filter(|[key, _]| key.tag() == Tag::Text)
            .map(|&[key, value]| (tree.text(key.index()), tree.value(value)))
    }

    /// Returns the value of a key that is a text.
    pub fn get(&self, key: &str) -> Option<Value<'p>> {
        self.texts().filter(|(found, _)| found.text == key).map(|found| found.1).last()
    }
}
