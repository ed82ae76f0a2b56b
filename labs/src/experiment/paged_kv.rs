//! The KV cache of a language model: what policies of reserving memory for it waste.

use super::lab::Lab;
use super::parameter::Parameter;
use super::values::DEVICE;
use super::{Experiment, RunError, Values, rules};
use crate::kv::{self, Lengths, Model, Outcome, Policy, Random, Request, Setup};
use crate::report::{Label, Unit, Words};

mod tables;

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paged-kv",
    title: "a KV cache in blocks wastes half a block a request, and serves more of them at once",
    question: "requests of unknown length share the memory for the KV cache: how many are served at once if each \
               reserves the maximum, the next power of two, exactly its length, or one block at a time, and what does \
               each policy waste?",
    parameters: &PARAMETERS,
    figures: &[
        ("bytes_per_token", Unit::Bytes),
        ("capacity", Unit::Tokens),
        ("at_once_maximum", Unit::Count),
        ("peak_maximum", Unit::Count),
        ("wasted_maximum", Unit::CentiTokens),
        ("at_once_power_of_two", Unit::Count),
        ("peak_power_of_two", Unit::Count),
        ("wasted_power_of_two", Unit::CentiTokens),
        ("at_once_exact", Unit::Count),
        ("peak_exact", Unit::Count),
        ("wasted_exact", Unit::CentiTokens),
        ("at_once_paged", Unit::Count),
        ("peak_paged", Unit::Count),
        ("wasted_paged_1", Unit::CentiTokens),
        ("wasted_paged_16", Unit::CentiTokens),
        ("wasted_paged_256", Unit::CentiTokens),
        ("peak_sharing", Unit::Count),
        ("copies", Unit::Count),
        ("sharing_helps", Unit::Truth),
    ],
    runs_out: None,
    check,
    run,
};

static PARAMETERS: [Parameter; 14] = [
    Parameter::number(DEVICE, Words::new("parameter-device", "memory of the device"), Unit::Mib, (256, 262_144), 8192),
    Parameter::number(
        "cache_mib",
        Words::new("parameter-cache", "memory for the KV cache"),
        Unit::Mib,
        (64, 131_072),
        4096,
    )
    .following(|values| values.number(DEVICE) / 2, Words::new("follows-half-device", "half of the device")),
    Parameter::number("layers", Words::new("parameter-layers", "layers of the model"), Unit::Count, (1, 256), 32),
    Parameter::number(
        "kv_heads",
        Words::new("parameter-kv-heads", "heads of keys and values"),
        Unit::Count,
        (1, 256),
        8,
    ),
    Parameter::number("head_size", Words::new("parameter-head-size", "numbers in a head"), Unit::Count, (1, 1024), 128),
    Parameter::number("dtype_bytes", Words::new("parameter-number-bytes", "bytes of a number"), Unit::Bytes, (1, 8), 2),
    Parameter::number(
        "maximum",
        Words::new("parameter-maximum", "longest length that the model allows"),
        Unit::Tokens,
        (16, 131_072),
        2048,
    ),
    Parameter::number("requests", Words::new("parameter-requests", "requests"), Unit::Count, (1, 1000), 200),
    Parameter::number(
        "prompt_max",
        Words::new("parameter-prompt-max", "longest prompt"),
        Unit::Tokens,
        (1, 65_536),
        1024,
    )
    .following(|values| values.number("maximum") / 2, Words::new("follows-half-maximum", "maximum / 2")),
    Parameter::number(
        "output_max",
        Words::new("parameter-output-max", "longest answer"),
        Unit::Tokens,
        (1, 65_536),
        512,
    )
    .following(|values| values.number("maximum") / 4, Words::new("follows-quarter-maximum", "maximum / 4")),
    Parameter::number(
        "shared_prefix",
        Words::new("parameter-shared-prefix", "tokens that all prompts begin with"),
        Unit::Tokens,
        (0, 65_536),
        256,
    )
    .following(|values| values.number("maximum") / 8, Words::new("follows-eighth-maximum", "maximum / 8")),
    Parameter::number(
        "block",
        Words::new("parameter-block", "tokens of a block"),
        Unit::Tokens,
        (1, Policy::LARGEST_BLOCK),
        16,
    ),
    Parameter::number("seed", Words::new("parameter-seed", "seed of the lengths"), Unit::Count, (0, u64::MAX), 1),
    Parameter::choice(
        "prompts",
        Words::new("parameter-prompts", "how lengths of prompts are spread"),
        &["octaves", "uniform"],
    ),
];

/// The shortest prompt, behind what all prompts begin with.
const PROMPT_MIN: u64 = 16;

fn check(values: &Values) -> Result<(), Label> {
    let number = |name: &str| values.number(name);
    let (cache, device, maximum) = (number("cache_mib"), number(DEVICE), number("maximum"));
    if cache > device {
        return Err(rules::more_than(("cache_mib", cache), (DEVICE, device)));
    }
    let [prefix, prompt, output] = ["shared_prefix", "prompt_max", "output_max"].map(number);
    let longest = prefix + prompt + output;
    if longest > maximum {
        let words = Words::new(
            "problem-longest-request",
            "`shared_prefix`, `prompt_max` and `output_max` are {prefix}, {prompt} and {output}, {longest} tokens \
             together, more than `maximum`, which is {maximum}; shorten one of them",
        );
        let words = words.with("prefix", prefix).with("prompt", prompt).with("output", output);
        return Err(words.with("longest", longest).with("maximum", maximum));
    }
    let capacity = model(values)
        .tokens_in(values.bytes("cache_mib"))
        .map_err(|error| Words::new("problem-model", "{reason}").with("reason", error.to_string().as_str()))?;
    if capacity < maximum {
        let words = Words::new(
            "problem-small-cache",
            "`cache_mib` is {cache} and holds {capacity} tokens of this model, less than one request of `maximum` \
             tokens, which is {maximum}; give it more",
        );
        return Err(words.with("cache", cache).with("capacity", capacity).with("maximum", maximum));
    }
    Ok(())
}

fn model(values: &Values) -> Model {
    Model {
        layers: values.number("layers"),
        heads: values.number("kv_heads"),
        head_size: values.number("head_size"),
        dtype_bytes: values.number("dtype_bytes"),
    }
}

/// Draws the requests. All answers are as likely from one token to the longest, so that the last block of a request is
/// filled to each degree equally often, if `output_max` is a multiple of it.
fn requests(values: &Values) -> Result<Vec<Request>, RunError> {
    let max = values.number("prompt_max");
    let min = PROMPT_MIN.min(max);
    let prompt =
        if values.is("prompts", "uniform") { Lengths::Uniform { min, max } } else { Lengths::Octaves { min, max } };
    let output = Lengths::Uniform { min: 1, max: values.number("output_max") };
    let count = usize::try_from(values.number("requests")).unwrap_or(usize::MAX);
    let mut requests = prompt.requests(output, count, &mut Random::new(values.number("seed")))?;
    for request in &mut requests {
        request.prompt += values.number("shared_prefix");
    }
    Ok(requests)
}

fn run(lab: &mut Lab<'_>) -> Result<(), RunError> {
    let (model, maximum, cache) = (model(&lab.values), lab.values.number("maximum"), lab.values.bytes("cache_mib"));
    let requests = requests(&lab.values)?;
    let block = lab.values.number("block");
    hold_the_cache(lab, cache)?;

    let bytes_per_token = model.bytes_per_token()?;
    let capacity = model.tokens_in(cache)?;
    lab.bytes(
        "bytes_per_token",
        Words::new("figure-bytes-per-token", "the cache of one token"),
        product(&lab.values),
        bytes_per_token,
    );
    lab.figure(
        "capacity",
        Words::new("figure-capacity", "tokens that the cache holds"),
        Unit::Tokens,
        cache / product(&lab.values),
        capacity,
    );

    let simulate = |policy, shared_prefix| {
        kv::simulate(&Setup { model, memory: cache, maximum, policy, shared_prefix }, &requests)
    };
    let policies = [Policy::Maximum, Policy::PowerOfTwo, Policy::Exact, Policy::Paged { block }];
    let figures = kv::compare(&policies, &requests, capacity, maximum)?;
    let outcomes = policies.iter().map(|policy| simulate(*policy, 0)).collect::<Result<Vec<_>, _>>()?;
    for (figures, outcome) in figures.iter().zip(&outcomes) {
        policy_figures(lab, figures, outcome, maximum);
    }
    waste_of_blocks(lab, &requests, capacity)?;
    let shared = simulate(Policy::Paged { block }, lab.values.number("shared_prefix"))?;
    let alone = outcomes.last().map_or(0, |outcome| outcome.peak_running);
    sharing(lab, &shared, alone);
    lab.table(tables::policies(&figures, &outcomes));
    lab.table(tables::over_time(&policies, &outcomes));
    lab.table(tables::block_tables(&shared, block));
    Ok(())
}

/// Takes the memory for the cache as an engine does: in one piece, when it starts.
fn hold_the_cache(lab: &mut Lab<'_>, bytes: u64) -> Result<(), RunError> {
    let mut bench = lab.bench(Words::new("run-memory-for-the-kv-cache", "memory for the KV cache"), "")?;
    let cache = bench.allocate("KV cache", bytes)?;
    bench.map(Words::new("map-with-the-cache", "with the cache"));
    if let Some(cache) = cache {
        bench.free(cache)?;
    }
    lab.keep(bench.close()?);
    Ok(())
}

/// Key and value of each head of each layer.
fn product(values: &Values) -> u64 {
    ["layers", "kv_heads", "head_size", "dtype_bytes"].into_iter().map(|name| values.number(name)).product::<u64>() * 2
}

fn policy_figures(lab: &mut Lab<'_>, figures: &kv::Figures, outcome: &Outcome, maximum: u64) {
    let (name, label) = (tables::key(figures.policy), tables::label(figures.policy));
    let is_maximum = figures.policy == Policy::Maximum;
    let at_once = is_maximum.then(|| (outcome.capacity / maximum).min(figures.requests));
    let count = |lab: &mut Lab<'_>, figure: &str, what: Words, expected, found| {
        let label = what.with("policy", label.clone());
        lab.figure(&format!("{figure}_{name}"), label, Unit::Count, expected, found);
    };
    let full = Words::new("figure-full-at-once", "{policy}: requests of full length at once");
    count(lab, "at_once", full, at_once, figures.at_once);
    let peak = Words::new("figure-peak", "{policy}: requests served at once");
    count(lab, "peak", peak, at_once, outcome.peak_running);
    let none = (figures.policy == Policy::Exact).then_some(0);
    let wasted = figures.internal * 100 / figures.requests.max(1);
    let label = Words::new("figure-wasted", "{policy}: wasted on each request").with("policy", label);
    // What blocks waste has figures of its own.
    if !matches!(figures.policy, Policy::Paged { .. }) {
        lab.figure(&format!("wasted_{name}"), label, Unit::CentiTokens, none, wasted);
    }
}

/// Compares the waste of blocks with `(B - 1)/2`.
fn waste_of_blocks(lab: &mut Lab<'_>, requests: &[Request], capacity: u64) -> Result<(), RunError> {
    let (chosen, maximum) = (lab.values.number("block"), lab.values.number("maximum"));
    let mut sizes = vec![1, 2, 4, 8, 16, 32, 64, 128, 256, chosen];
    sizes.sort_unstable();
    sizes.dedup();
    let policies: Vec<Policy> = sizes.iter().map(|&block| Policy::Paged { block }).collect();
    let all = kv::compare(&policies, requests, capacity, maximum)?;
    for (block, figures) in sizes.iter().copied().zip(&all) {
        // Every degree of filling is as likely as any other only then.
        let even = lab.values.number("output_max").is_multiple_of(block);
        let mean = even.then_some((block - 1) * 50);
        let found = figures.internal * 100 / figures.requests.max(1);
        let label =
            Words::new("figure-wasted-in-blocks", "blocks of {block}: wasted on each request").with("block", block);
        let tolerance = tolerance(block, figures.requests);
        lab.about(&format!("wasted_paged_{block}"), label, Unit::CentiTokens, mean, tolerance, found);
    }
    lab.table(tables::blocks(&sizes, &all));
    Ok(())
}

/// Returns six standard deviations of the mean waste, in hundredths of a token, so that of ten figures one is off by
/// chance once in fifty million runs. The last block of a request has each of `0, …, B - 1` places free equally often,
/// which has the variance `(B² - 1)/12`; the mean of `n` has a part of that.
fn tolerance(block: u64, requests: u64) -> u64 {
    let variance = (block * block - 1) * 10_000 / 12 / requests.max(1);
    6 * variance.isqrt() + 1
}

fn sharing(lab: &mut Lab<'_>, shared: &Outcome, alone: u64) {
    let (prefix, block) = (lab.values.number("shared_prefix"), lab.values.number("block"));
    lab.figure(
        "peak_sharing",
        Words::new("figure-peak-sharing", "paged, prefix shared: requests served at once"),
        Unit::Count,
        None,
        shared.peak_running,
    );
    // A prefix that ends within a block is copied by each request that goes on behind it.
    let no_copies = prefix.is_multiple_of(block).then_some(0);
    lab.figure(
        "copies",
        Words::new("figure-copies", "paged, prefix shared: blocks copied"),
        Unit::Count,
        no_copies,
        shared.copies,
    );
    let more = (prefix >= block).then_some(true);
    let label = Words::new("figure-sharing-helps", "sharing serves as many requests at once, or more");
    lab.truth("sharing_helps", label, more, shared.peak_running >= alone);
}
