//! The memory at one moment of a film, as a strip and as a table.

use leptos::prelude::*;

use super::legend::legend;
use crate::film::state::State;
use crate::film::{Film, Projector, Row, Scale, Slice, pieces, strip};
use crate::i18n::{Text, exact_bytes, number, tensor_name};
use labs::report::Action;

/// Rows of the table. What is longer is looked at in the playground.
const ROWS: usize = 200;

/// Shows the memory behind a shot, with that step as its caption; nothing where there is no such shot.
pub(crate) fn still(text: Text, film: &Film, device: u64, index: usize) -> Option<AnyView> {
    let shot = film.shots.get(index)?;
    let scale = Scale::new(device, film.most(), film.refusal().is_some());
    let rows = Projector::default().show(film, index).rows();
    let pieces = pieces(shot.held, &rows, scale);
    let asked = (shot.action == Action::OutOfMemory).then_some(shot.bytes);
    let (svg, height) = strip(&pieces, &rows, shot.held, scale.bytes, asked);
    let end = exact_bytes(text.lang(), scale.bytes);
    let step = text.with("labs-step", [("step", shot.step.into())]);
    let spoken = spoken(text, &step, &rows, &pieces);
    let refused = asked.map(|_| State::Refused);
    let shown = pieces.iter().map(|piece| piece.state).chain(refused).collect();
    let said = shot.said.clone().map(|said| view! { ": "<code translate="no">{said}</code> });
    Some(
        view! {
            <figure class="strip lab-still">
                <figcaption>{step}{said}</figcaption>
                <svg class="strip-blocks lab-overview" width="100%" height=height role="img" aria-label=spoken focusable="false" inner_html=svg></svg>
                <p class="lab-scale" aria-hidden="true"><span>"0"</span><span>{end}</span></p>
                {legend(text, shown)}
                <details class="strip-table">
                    <summary>{text.get("labs-as-table")}</summary>
                    {table(text, film, &rows)}
                </details>
            </figure>
        }
        .into_any(),
    )
}

/// What the strip shows, in a sentence.
fn spoken(text: Text, moment: &str, rows: &[Row], pieces: &[Slice]) -> String {
    let parts = State::ALL.into_iter().filter_map(|state| {
        let sum: u64 = pieces.iter().filter(|piece| piece.state == state).map(|piece| piece.bytes).sum();
        (sum > 0).then(|| format!("{}: {}", text.get(state.key()), exact_bytes(text.lang(), sum)))
    });
    let parts = parts.collect::<Vec<_>>().join("; ");
    let segments = number(text.lang(), rows.len() as u64);
    text.with("labs-map-spoken", [("moment", moment.into()), ("segments", segments.into()), ("parts", parts.into())])
}

fn table(text: Text, film: &Film, segments: &[Row]) -> AnyView {
    let blocks =
        (1_u64..).zip(segments).flat_map(|(place, segment)| segment.slices.iter().map(move |it| (place, segment, it)));
    let rows = blocks.take(ROWS).map(|(place, segment, block)| {
        let name = block.name.and_then(|name| film.names.get(name));
        view! {
            <tr>
                <th scope="row" class="amount">{number(text.lang(), place)}</th>
                <td class="amount">{exact_bytes(text.lang(), segment.bytes)}</td>
                <td>{text.get(block.state.key())}</td>
                <td class="amount">{exact_bytes(text.lang(), block.bytes)}</td>
                <td>{name.map(|name| tensor_name(text.lang(), name))}</td>
            </tr>
        }
    });
    view! {
        <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")>
            <table class="data-table" aria-label=text.get("labs-as-table")>
                <thead>
                    <tr>
                        <th scope="col" class="amount">{text.get("labs-segment")}</th>
                        <th scope="col" class="amount">{text.get("labs-segment-size")}</th>
                        <th scope="col">{text.get("labs-block")}</th>
                        <th scope="col" class="amount">{text.get("labs-block-size")}</th>
                        <th scope="col">{text.get("labs-tensor")}</th>
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}
