//! From a snapshot to the pickle that PyTorch's tools read.
//!
//! The file has the keys of `torch.cuda.memory._snapshot()` in PyTorch's order and is written as Python 3.11 writes it:
//! protocol 4, which `torch.cuda._memory_viz` and the web viewer both accept (the viewer refuses protocol 5). Stack
//! traces and frames are written once and referred to after that, as Python does with shared objects. Keys that the
//! snapshot has no value for are left out.

use super::pickle::{Stored, Writer};
use super::{Annotation, Block, PoolId, Segment, Settings, Snapshot, StackId, Stacks, Stage, Subject, TraceEvent};

impl Snapshot {
    /// Returns the snapshot as `torch.cuda.memory._dump_snapshot` would write it.
    pub fn to_pickle(&self) -> Vec<u8> {
        let mut export = Export::new(&self.stacks);
        let mut writer = Writer::default();
        writer.dict(|w| {
            w.text("segments");
            w.list(&self.segments, |w, segment| export.segment(w, segment));
            w.text("device_traces");
            w.list(&self.device_traces, |w, trace| w.list(trace, |w, event| export.event(w, event)));
            if let Some(settings) = &self.allocator_settings {
                w.text("allocator_settings");
                write_settings(w, settings);
            }
            w.text("external_annotations");
            w.list(&self.external_annotations, write_annotation);
            w.text("host_segments");
            w.list(&self.host_segments, |w, segment| export.segment(w, segment));
            w.text("host_traces");
            w.list(&self.host_traces, |w, event| export.event(w, event));
        });
        writer.finish()
    }
}

/// Knows where each stack trace and frame was stored, once it was written.
struct Export<'s> {
    stacks: &'s Stacks,
    stored_stacks: Vec<Option<Stored>>,
    stored_frames: Vec<Option<Stored>>,
}

impl<'s> Export<'s> {
    fn new(stacks: &'s Stacks) -> Self {
        let stored_frames = vec![None; stacks.frames().len()];
        Self { stacks, stored_stacks: vec![None; stacks.len()], stored_frames }
    }

    fn segment(&mut self, w: &mut Writer<'s>, segment: &'s Segment) {
        w.dict(|w| {
            number(w, "device", segment.device);
            number(w, "address", segment.address.get());
            number(w, "total_size", segment.total_size);
            number(w, "allocated_size", segment.allocated_size);
            number(w, "active_size", segment.active_size);
            if let Some(requested) = segment.requested_size {
                number(w, "requested_size", requested);
            }
            number(w, "stream", segment.stream.0);
            w.text("segment_type");
            w.text(segment.segment_type.name());
            w.text("segment_pool_id");
            write_pool(w, segment.segment_pool_id);
            flag(w, "is_expandable", segment.is_expandable);
            self.frames(w, segment.stack);
            w.text("blocks");
            w.list(&segment.blocks, |w, block| self.block(w, block));
        });
    }

    fn block(&mut self, w: &mut Writer<'s>, block: &Block) {
        w.dict(|w| {
            number(w, "address", block.address.get());
            number(w, "size", block.size);
            number(w, "requested_size", block.requested_size);
            w.text("state");
            w.text(block.state.name());
            self.frames(w, block.stack);
        });
    }

    fn event(&mut self, w: &mut Writer<'s>, event: &'s TraceEvent) {
        w.dict(|w| {
            w.text("action");
            w.text(event.action.name());
            match event.subject {
                Subject::Address(address) => number(w, "addr", address.get()),
                Subject::DeviceFree(bytes) => number(w, "device_free", bytes),
            }
            number(w, "size", event.size);
            number(w, "stream", event.stream.0);
            if let Some(time) = event.time_us {
                number(w, "time_us", time);
            }
            optional_text(w, "compile_context", event.compile_context.as_deref());
            optional_text(w, "user_metadata", event.user_metadata.as_deref());
            optional_text(w, "internal_metadata", event.internal_metadata.as_deref());
            if let Some(pool) = event.pool_id {
                w.text("pool_id");
                write_pool(w, pool);
            }
            self.frames(w, event.stack);
        });
    }

    /// Writes the key `frames` and the trace.
    fn frames(&mut self, w: &mut Writer<'s>, stack: StackId) {
        w.text("frames");
        match self.stored_stacks.get(stack.index()).copied().flatten() {
            Some(stored) => w.stored(stored),
            None => self.new_stack(w, stack),
        }
    }

    fn new_stack(&mut self, w: &mut Writer<'s>, stack: StackId) {
        w.list(self.stacks.calls(stack), |w, &frame| {
            if let Some(stored) = self.stored_frames[frame as usize] {
                return w.stored(stored);
            }
            write_frame(w, &self.stacks.frames()[frame as usize]);
            self.stored_frames[frame as usize] = Some(w.store());
        });
        // The trace of a number that belongs to another table is written as an empty one, and not stored.
        if let Some(stored) = self.stored_stacks.get_mut(stack.index()) {
            *stored = Some(w.store());
        }
    }
}

fn write_frame<'s>(w: &mut Writer<'s>, frame: &'s super::Frame) {
    w.dict(|w| {
        w.text("name");
        w.text(&frame.name);
        w.text("filename");
        w.text(&frame.filename);
        number(w, "line", frame.line);
        for (key, value) in &frame.fx {
            w.text(key);
            w.text(value);
        }
    });
}

fn write_settings<'s>(w: &mut Writer<'s>, settings: &'s Settings) {
    w.dict(|w| {
        w.text("PYTORCH_CUDA_ALLOC_CONF");
        w.text(&settings.conf);
        limit(w, "max_split_size", settings.max_split_size);
        w.text("garbage_collection_threshold");
        w.float(settings.garbage_collection_threshold);
        flag(w, "expandable_segments", settings.expandable_segments);
        number(w, "pinned_num_register_threads", settings.pinned_num_register_threads);
        flag(w, "release_lock_on_cudamalloc", settings.release_lock_on_cudamalloc);
        flag(w, "pinned_use_cuda_host_register", settings.pinned_use_cuda_host_register);
        flag(w, "graph_capture_record_stream_reuse", settings.graph_capture_record_stream_reuse);
        limit(w, "max_round_threshold", settings.max_round_threshold);
        limit(w, "max_cached_size", settings.max_cached_size);
        w.text("roundup_power2_divisions");
        w.dict(|w| settings.roundup_power2_divisions.named().for_each(|(mib, divisions)| number(w, mib, divisions)));
    });
}

fn write_annotation<'s>(w: &mut Writer<'s>, annotation: &'s Annotation) {
    w.dict(|w| {
        w.text("stage");
        w.text(match annotation.stage {
            Stage::Start => "START",
            Stage::End => "END",
        });
        w.text("name");
        w.text(&annotation.name);
        number(w, "device", annotation.device);
        number(w, "time_us", annotation.time_us);
    });
}

fn write_pool(w: &mut Writer<'_>, pool: PoolId) {
    w.int(pool.0);
    w.int(pool.1);
    w.pair();
}

fn number<'s>(w: &mut Writer<'s>, key: &'s str, number: impl Into<i128>) {
    w.text(key);
    w.int(number);
}

fn flag<'s>(w: &mut Writer<'s>, key: &'s str, value: bool) {
    w.text(key);
    w.bool(value);
}

/// Writes a size of which -1 says that there is no limit: PyTorch takes the 64 bits for signed.
fn limit<'s>(w: &mut Writer<'s>, key: &'s str, limit: Option<u64>) {
    number(w, key, limit.map_or(-1, u64::cast_signed));
}

fn optional_text<'s>(w: &mut Writer<'s>, key: &'s str, text: Option<&'s str>) {
    if let Some(text) = text {
        w.text(key);
        w.text(text);
    }
}
