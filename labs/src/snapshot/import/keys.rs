//! The keys of records. Thousands of dicts share the texts of their keys, so each text is looked at once.

use super::super::pickle::Text;

/// A key of a segment, a block, an event or an annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Action,
    ActiveSize,
    Addr,
    Address,
    AllocatedSize,
    Blocks,
    CompileContext,
    Device,
    DeviceFree,
    Frames,
    History,
    InternalMetadata,
    IsExpandable,
    Name,
    PoolId,
    RealSize,
    RequestedSize,
    SegmentPoolId,
    SegmentType,
    Size,
    Stage,
    State,
    Stream,
    TimeUs,
    TotalSize,
    UserMetadata,
    /// One that this version does not know.
    Other,
}

impl Key {
    fn of(text: &str) -> Self {
        match text {
            "action" => Self::Action,
            "active_size" => Self::ActiveSize,
            "addr" => Self::Addr,
            "address" => Self::Address,
            "allocated_size" => Self::AllocatedSize,
            "blocks" => Self::Blocks,
            "compile_context" => Self::CompileContext,
            "device" => Self::Device,
            "device_free" => Self::DeviceFree,
            "frames" => Self::Frames,
            "history" => Self::History,
            "internal_metadata" => Self::InternalMetadata,
            "is_expandable" => Self::IsExpandable,
            "name" => Self::Name,
            "pool_id" => Self::PoolId,
            "real_size" => Self::RealSize,
            "requested_size" => Self::RequestedSize,
            "segment_pool_id" => Self::SegmentPoolId,
            "segment_type" => Self::SegmentType,
            "size" => Self::Size,
            "stage" => Self::Stage,
            "state" => Self::State,
            "stream" => Self::Stream,
            "time_us" => Self::TimeUs,
            "total_size" => Self::TotalSize,
            "user_metadata" => Self::UserMetadata,
            _ => Self::Other,
        }
    }
}

/// The keys that texts are, by the numbers that the texts have in the pickle.
pub(super) struct Keys(Vec<Option<Key>>);

impl Keys {
    pub(super) fn new(texts: usize) -> Self {
        Self(vec![None; texts])
    }

    #[inline]
    pub(super) fn get(&mut self, text: Text<'_>) -> Key {
        *self.0[text.id as usize].get_or_insert_with(|| Key::of(text.text))
    }
}
