//! The instructions of pickles, by the names that Python's `pickletools` gives them.

pub const MARK: u8 = b'(';
pub const STOP: u8 = b'.';
pub const POP: u8 = b'0';
pub const POP_MARK: u8 = b'1';
pub const DUP: u8 = b'2';
pub const PROTO: u8 = 0x80;
pub const FRAME: u8 = 0x95;

pub const NONE: u8 = b'N';
pub const NEWTRUE: u8 = 0x88;
pub const NEWFALSE: u8 = 0x89;
pub const BININT: u8 = b'J';
pub const BININT1: u8 = b'K';
pub const BININT2: u8 = b'M';
pub const LONG1: u8 = 0x8a;
pub const LONG4: u8 = 0x8b;
pub const BINFLOAT: u8 = b'G';

pub const BINSTRING: u8 = b'T';
pub const SHORT_BINSTRING: u8 = b'U';
pub const BINUNICODE: u8 = b'X';
pub const SHORT_BINUNICODE: u8 = 0x8c;
pub const BINUNICODE8: u8 = 0x8d;
pub const BINBYTES: u8 = b'B';
pub const SHORT_BINBYTES: u8 = b'C';
pub const BINBYTES8: u8 = 0x8e;
pub const BYTEARRAY8: u8 = 0x96;

pub const EMPTY_LIST: u8 = b']';
pub const LIST: u8 = b'l';
pub const APPEND: u8 = b'a';
pub const APPENDS: u8 = b'e';
pub const EMPTY_TUPLE: u8 = b')';
pub const TUPLE: u8 = b't';
pub const TUPLE1: u8 = 0x85;
pub const TUPLE2: u8 = 0x86;
pub const TUPLE3: u8 = 0x87;
pub const EMPTY_DICT: u8 = b'}';
pub const DICT: u8 = b'd';
pub const SETITEM: u8 = b's';
pub const SETITEMS: u8 = b'u';

pub const BINGET: u8 = b'h';
pub const LONG_BINGET: u8 = b'j';
pub const BINPUT: u8 = b'q';
pub const LONG_BINPUT: u8 = b'r';
pub const MEMOIZE: u8 = 0x94;

/// Why an instruction is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It names, makes or changes an object, or asks the reader for one: it could run code.
    Executes,
    /// It makes a set or takes a buffer from outside the file, which no snapshot does.
    NotOfSnapshots,
    /// It is of protocols 0 and 1, written as text.
    OldProtocol,
}

/// Returns the name of an instruction that is refused, and why.
pub fn refused(code: u8) -> Option<(&'static str, Refusal)> {
    use Refusal::{Executes, NotOfSnapshots, OldProtocol};
    Some(match code {
        b'c' => ("GLOBAL", Executes),
        0x93 => ("STACK_GLOBAL", Executes),
        b'R' => ("REDUCE", Executes),
        b'b' => ("BUILD", Executes),
        b'i' => ("INST", Executes),
        b'o' => ("OBJ", Executes),
        0x81 => ("NEWOBJ", Executes),
        0x92 => ("NEWOBJ_EX", Executes),
        b'P' => ("PERSID", Executes),
        b'Q' => ("BINPERSID", Executes),
        0x82 => ("EXT1", Executes),
        0x83 => ("EXT2", Executes),
        0x84 => ("EXT4", Executes),
        0x8f => ("EMPTY_SET", NotOfSnapshots),
        0x90 => ("ADDITEMS", NotOfSnapshots),
        0x91 => ("FROZENSET", NotOfSnapshots),
        0x97 => ("NEXT_BUFFER", NotOfSnapshots),
        0x98 => ("READONLY_BUFFER", NotOfSnapshots),
        b'I' => ("INT", OldProtocol),
        b'L' => ("LONG", OldProtocol),
        b'F' => ("FLOAT", OldProtocol),
        b'S' => ("STRING", OldProtocol),
        b'V' => ("UNICODE", OldProtocol),
        b'g' => ("GET", OldProtocol),
        b'p' => ("PUT", OldProtocol),
        _ => return None,
    })
}

/// Returns the name of an instruction that is followed.
pub fn name(code: u8) -> &'static str {
    match code {
        MARK => "MARK",
        STOP => "STOP",
        POP => "POP",
        POP_MARK => "POP_MARK",
        DUP => "DUP",
        PROTO => "PROTO",
        FRAME => "FRAME",
        LIST => "LIST",
        APPEND => "APPEND",
        APPENDS => "APPENDS",
        TUPLE => "TUPLE",
        TUPLE1 => "TUPLE1",
        TUPLE2 => "TUPLE2",
        TUPLE3 => "TUPLE3",
        DICT => "DICT",
        SETITEM => "SETITEM",
        SETITEMS => "SETITEMS",
        BINPUT => "BINPUT",
        LONG_BINPUT => "LONG_BINPUT",
        MEMOIZE => "MEMOIZE",
        _ => "instruction",
    }
}
