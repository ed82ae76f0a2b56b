//! A value in four bytes: four bits say what it is, twenty-eight hold it or the number of its row in a table. A snapshot
//! of a gigabyte has three hundred million of them, so what they take decides how fast it is read.

/// A value, packed. What it means stands in the tables of a [`Tree`](super::tree::Tree).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed(u32);

/// How many rows of a table can be named.
pub(super) const MAX_ROWS: u32 = 1 << (u32::BITS - TAG_BITS);

/// What a packed value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Tag {
    None,
    False,
    True,
    /// An integer of up to twenty-eight bits.
    Int,
    /// An integer of up to sixty-four bits, in a table.
    Long,
    /// A larger one, in another table.
    Wide,
    Float,
    Text,
    Bytes,
    List,
    Tuple,
    Dict,
}

const TAGS: [Tag; 12] = [
    Tag::None,
    Tag::False,
    Tag::True,
    Tag::Int,
    Tag::Long,
    Tag::Wide,
    Tag::Float,
    Tag::Text,
    Tag::Bytes,
    Tag::List,
    Tag::Tuple,
    Tag::Dict,
];

const TAG_BITS: u32 = 4;

impl Packed {
    pub(super) const fn plain(tag: Tag) -> Self {
        Self(tag as u32)
    }

    /// Names a row of the table that belongs to `tag`, below [`MAX_ROWS`].
    #[inline]
    pub(super) const fn row(tag: Tag, row: u32) -> Self {
        debug_assert!(row < MAX_ROWS);
        Self(row << TAG_BITS | tag as u32)
    }

    /// Holds the integer itself, unless it needs more than twenty-eight bits.
    #[inline]
    pub(super) fn int(number: i64) -> Option<Self> {
        let number = i32::try_from(number).ok()?;
        let packed = number << TAG_BITS;
        (packed >> TAG_BITS == number).then_some(Self(packed.cast_unsigned() | Tag::Int as u32))
    }

    #[inline]
    pub(super) const fn tag(self) -> Tag {
        TAGS[(self.0 & ((1 << TAG_BITS) - 1)) as usize]
    }

    /// Returns the integer of a value tagged [`Tag::Int`].
    #[inline]
    pub(super) fn small(self) -> i64 {
        (self.0.cast_signed() >> TAG_BITS).into()
    }

    /// Returns the number of the row in the table of its tag.
    #[inline]
    pub(super) const fn index(self) -> u32 {
        self.0 >> TAG_BITS
    }

    /// Returns all thirty-two bits, equal for the same value only.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// Returns what Python calls the type.
    pub(super) const fn kind(self) -> &'static str {
        match self.tag() {
            Tag::None => "None",
            Tag::False | Tag::True => "bool",
            Tag::Int | Tag::Long | Tag::Wide => "int",
            Tag::Float => "float",
            Tag::Text => "str",
            Tag::Bytes => "bytes",
            Tag::List => "list",
            Tag::Tuple => "tuple",
            Tag::Dict => "dict",
        }
    }
}
