//! A value in eight bytes: four bits say what it is, sixty hold it or the number of its row in a table.

/// A value, packed. What it means stands in the tables of a [`Tree`](super::tree::Tree).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed(u64);

/// What a packed value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Tag {
    None,
    False,
    True,
    /// An integer of up to sixty bits.
    Int,
    /// An integer in a table.
    Wide,
    Float,
    Text,
    Bytes,
    List,
    Tuple,
    Dict,
}

const TAGS: [Tag; 11] = [
    Tag::None,
    Tag::False,
    Tag::True,
    Tag::Int,
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
        Self(tag as u64)
    }

    /// Names a row of the table that belongs to `tag`.
    pub(super) const fn row(tag: Tag, row: u32) -> Self {
        Self((row as u64) << TAG_BITS | tag as u64)
    }

    /// Holds the integer itself, unless it needs more than sixty bits.
    #[inline]
    pub(super) const fn int(number: i64) -> Option<Self> {
        let packed = number << TAG_BITS;
        if packed >> TAG_BITS == number { Some(Self(packed.cast_unsigned() | Tag::Int as u64)) } else { None }
    }

    #[inline]
    pub(super) const fn tag(self) -> Tag {
        TAGS[(self.0 & ((1 << TAG_BITS) - 1)) as usize]
    }

    /// Returns the integer of a value tagged [`Tag::Int`].
    pub(super) const fn small(self) -> i64 {
        self.0.cast_signed() >> TAG_BITS
    }

    /// Returns the number of the row in the table of its tag.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "`row` packed 32 bits")]
    pub(super) const fn index(self) -> u32 {
        (self.0 >> TAG_BITS) as u32
    }

    /// Returns what Python calls the type.
    pub(super) const fn kind(self) -> &'static str {
        match self.tag() {
            Tag::None => "None",
            Tag::False | Tag::True => "bool",
            Tag::Int | Tag::Wide => "int",
            Tag::Float => "float",
            Tag::Text => "str",
            Tag::Bytes => "bytes",
            Tag::List => "list",
            Tag::Tuple => "tuple",
            Tag::Dict => "dict",
        }
    }
}
