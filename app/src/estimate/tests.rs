use super::*;

/// GPT-3 as in table 1 of Korthikanti et al.: 175 billion parameters, 96 layers, hidden 12,288, 96 heads, sequence 2,048.
const GPT_3: Plan = Plan {
    parameters: 175_000_000_000,
    layers: 96,
    hidden: 12_288,
    heads: 96,
    precision: Precision::Mixed,
    optimizer: Optimizer::AdamW,
    batch: 1,
    sequence: 2048,
    attention: Attention::Plain,
    activations: Activations::Kept,
};

fn of(plan: Plan) -> Estimate {
    estimate(&plan).expect("it fits 64 bits")
}

#[test]
fn adam_in_mixed_precision_takes_sixteen_bytes_a_parameter() {
    let it = of(GPT_3);
    assert_eq!(it.weights + it.gradients + it.optimizer, 16 * GPT_3.parameters);
    let single = of(Plan { precision: Precision::Single, ..GPT_3 });
    assert_eq!(single.weights + single.gradients + single.optimizer, 16 * GPT_3.parameters);
}

#[test]
fn activations_follow_the_paper() {
    // For GPT-3 the paper gives 5·a·s/h = 80, beside the 34.
    let states = 2048 * 12_288;
    assert_eq!(of(GPT_3).activations, 96 * states * (34 + 80));
    assert_eq!(of(Plan { attention: Attention::Fused, ..GPT_3 }).activations, 96 * states * 34);
    assert_eq!(
        of(Plan { activations: Activations::Recomputed, ..GPT_3 }).activations,
        96 * 2 * states + states * (34 + 80)
    );
}

#[test]
fn numbers_of_four_bytes_double_all_but_the_masks() {
    let states = 2048 * 12_288;
    let single = of(Plan { precision: Precision::Single, ..GPT_3 });
    assert_eq!(single.activations, 96 * states * (66 + 9 * 16));
}

#[test]
fn inference_keeps_weights_and_the_kv_cache() {
    let it = of(Plan { optimizer: Optimizer::None, precision: Precision::Int8, batch: 4, ..GPT_3 });
    assert_eq!((it.weights, it.gradients, it.optimizer), (GPT_3.parameters, 0, 0));
    assert_eq!(it.activations, 2 * 96 * 4 * 2048 * 12_288 * 2);
    assert_eq!(it.total, it.weights + it.activations);
}

#[test]
fn the_state_of_each_optimizer_is_counted() {
    let bytes = |optimizer, precision| Plan { precision, optimizer, ..GPT_3 }.optimizer_bytes();
    for (optimizer, single, mixed) in [
        (Optimizer::AdamW, 8, 12),
        (Optimizer::Adam8Bit, 2, 6),
        (Optimizer::Momentum, 4, 8),
        (Optimizer::Sgd, 0, 4),
        (Optimizer::None, 0, 0),
    ] {
        assert_eq!(
            (bytes(optimizer, Precision::Single), bytes(optimizer, Precision::Mixed)),
            (single, mixed),
            "{optimizer:?}"
        );
    }
}

#[test]
fn a_sum_beyond_sixty_four_bits_is_refused() {
    let plan = Plan { batch: 1 << 16, sequence: 1 << 20, hidden: 1 << 16, ..GPT_3 };
    assert_eq!(estimate(&plan), Err(TooLarge));
}
