use super::*;

fn set(text: &str) -> Result<Config, ConfigError> {
    let mut config = Config::default();
    config.apply(text, Source::RunTime).map(|_| config)
}

fn error(text: &str) -> String {
    let error = set(text).unwrap_err();
    format!("{}: {error}", error.kind.name())
}

#[test]
fn separators_are_read_over() {
    for text in ["max_split_size_mb,128", "max_split_size_mb]128"] {
        assert_eq!(set(text).unwrap().max_split_size, 128 * MIB, "{text}");
    }
    let config = set("expandable_segments:True:max_split_size_mb:64").unwrap();
    assert!(config.expandable_segments);
    assert_eq!(config.max_split_size, 64 * MIB);
}

#[test]
fn a_new_text_resets_some_settings_only() {
    let mut config = set("expandable_segments:True,max_split_size_mb:64,garbage_collection_threshold:0.5").unwrap();
    config.apply("roundup_power2_divisions:4,large_segment_size_mb:40", Source::RunTime).unwrap();
    assert!(config.expandable_segments);
    assert_eq!((config.max_split_size, config.gc_threshold), (u64::MAX, 0.0));
    assert_eq!(config.max_non_split_rounding, 40 * MIB);
    config.apply("", Source::RunTime).unwrap();
    assert_eq!((config.divisions, config.large_segment_size), ([0; 16], 40 * MIB));
}

#[test]
fn the_size_of_large_segments_is_read_first() {
    let text = error("max_split_size_mb:30,large_segment_size_mb:40");
    assert_eq!(text, "ValueError: CachingAllocator option max_split_size_mb too small, must be >= 40");
}

#[test]
fn lists_end_where_they_are_closed() {
    let at_bracket = error("roundup_power2_divisions:[");
    assert!(at_bracket.contains("AllocatorConfig.cpp\":211"), "{at_bracket}");
    let skipped = Config::parse("roundup_power2_divisions:[64:2").unwrap_err();
    assert_eq!(skipped.stage, Stage::Import);
    assert!(skipped.text.contains("AllocatorConfig.h\":114"), "{skipped}");
}

#[test]
fn gaps_between_boundaries_stay_off() {
    let divisions = set("roundup_power2_divisions:[64:8,256:4]").unwrap().divisions;
    assert_eq!(divisions, [8, 8, 8, 8, 8, 8, 8, 0, 4, 0, 0, 0, 0, 0, 0, 0]);
    let divisions = set("roundup_power2_divisions:[>:4]").unwrap().divisions;
    assert_eq!(divisions, [0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
}

#[test]
fn the_back_end_cannot_change() {
    assert!(error("backend:cudaMallocAsync").ends_with("at load time, cudaMallocAsync != native"));
}

#[test]
fn what_does_nothing_is_noticed() {
    let notices = |text| Config::parse(text).unwrap().1;
    assert_eq!(notices("garbage_collection_threshold:0.5"), [Notice::CollectionWithoutFraction]);
    assert_eq!(notices("garbage_collection_threshold:0.5,per_process_memory_fraction:0.5"), []);
    assert_eq!(notices("max_non_split_rounding_mb:30"), [Notice::RoundingWithoutSplitLimit]);
    assert_eq!(notices("roundup_power2_divisions:[64:8,256:4]"), [Notice::DivisionGap { mib: 128 }]);
    let wraps = Notice::Wraps { value: "-1".into(), number: u64::MAX };
    assert_eq!(notices("max_split_size_mb:-1"), [wraps]);
    let repeated = Notice::Repeated { key: "max_split_size_mb".into() };
    assert_eq!(notices("max_split_size_mb:64,max_split_size_mb:128"), [repeated]);
    let comma = Notice::Separator { expected: ":", found: ",".into() };
    assert_eq!(notices("max_split_size_mb,128"), [comma]);
}
