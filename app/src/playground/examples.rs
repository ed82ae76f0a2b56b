/// A script to begin with.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// The key of its name among the UI strings.
    pub key: &'static str,
    pub script: &'static str,
}

/// The examples; the first is what the playground begins with.
pub const ALL: [Example; 5] = [
    Example {
        key: "playground-example-fragmentation",
        script: "device 8 GiB
others 512 MiB
repeat 58 as i { layer[i] = alloc 128 MiB }
free layer[*]
repeat 58 as i {
  piece[i] = alloc 100 MiB
  spacer[i] = alloc 20 MiB
}
free piece[*]
empty_cache
big = alloc 512 MiB
",
    },
    Example {
        key: "playground-example-expandable",
        script: "device 8 GiB
settings expandable_segments:True
others 512 MiB
repeat 58 as i {
  piece[i] = alloc 100 MiB
  spacer[i] = alloc 20 MiB
}
free piece[*]
empty_cache
big = alloc 512 MiB
",
    },
    Example {
        key: "playground-example-rounding",
        script: "a = alloc 3 MiB
b = alloc 12 MiB + 100 B
c = alloc 100 B
free a
d = alloc 2 MiB
",
    },
    Example {
        key: "playground-example-streams",
        script: "device 1 GiB
busy 1
stream 1 { a = alloc 64 MiB }
record_stream a 2
busy 2
free a
stream 1 { b = alloc 64 MiB }
idle 2
stream 1 { c = alloc 64 MiB }
",
    },
    Example {
        key: "playground-example-training",
        script: "device 4 GiB
weights = alloc 512 MiB
optimizer = alloc 1 GiB
repeat 3 {
  repeat 8 as i { activation[i] = alloc 96 MiB }
  repeat 8 as i {
    gradient[i] = alloc 64 MiB
    free activation[i]
  }
  free gradient[*]
}
",
    },
];
