//! The renderer's markers.

/// Marks places between nodes, for hydration to find them again. Only the own view of an island is hydrated.
const MARKER: &str = "<!>";

const ISLAND: &str = "<leptos-island";
const ISLAND_END: &str = "</leptos-island>";
const CHILDREN: &str = "<leptos-children>";
const CHILDREN_END: &str = "</leptos-children>";

/// Returns the HTML without markers outside of islands' own views, where they are dead weight and a parse error.
///
/// Text and attributes cannot be taken for a marker: the renderer escapes `<` in both, and so does the content crate.
pub(super) fn removed(html: &str) -> String {
    let mut clean = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find(ISLAND) {
        drop_all(&mut clean, &rest[..start]);
        rest = &rest[start..];
        let end = rest.find(ISLAND_END).map_or(rest.len(), |end| end + ISLAND_END.len());
        island(&mut clean, &rest[..end]);
        rest = &rest[end..];
    }
    drop_all(&mut clean, rest);
    clean
}

/// The island's children are the page's markup again. Islands do not nest.
fn island(clean: &mut String, html: &str) {
    let children = html.find(CHILDREN).zip(html.rfind(CHILDREN_END));
    let Some((start, end)) = children else { return clean.push_str(html) };
    clean.push_str(&html[..start]);
    drop_all(clean, &html[start..end]);
    clean.push_str(&html[end..]);
}

fn drop_all(clean: &mut String, html: &str) {
    html.split(MARKER).for_each(|part| clean.push_str(part));
}

#[cfg(test)]
mod tests {
    use super::removed;

    #[test]
    fn only_the_own_view_of_an_island_keeps_its_markers() {
        let html = "a<!>b<leptos-island data-component=\"X\"><div><!><leptos-children><p>c<!></p></leptos-children><!></div></leptos-island><!>d";
        let clean = "ab<leptos-island data-component=\"X\"><div><!><leptos-children><p>c</p></leptos-children><!></div></leptos-island>d";
        assert_eq!(removed(html), clean);
    }

    #[test]
    fn an_island_without_children_stays_as_it_is() {
        let html = "<leptos-island><p><!></p></leptos-island>";
        assert_eq!(removed(html), html);
        assert_eq!(removed("<leptos-island><!>"), "<leptos-island><!>");
    }
}
