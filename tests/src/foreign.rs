//! Foreign changes to a page: what page translators and read-aloud extensions do to it.

use anyhow::Result;
use serde_json::json;

use crate::browser::Browser;

/// Wraps every piece of text in two `<font>` elements, as Chrome's translator does, and marks the page as changed.
const WRAP: &str = "
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    const kept = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'TITLE', 'OPTION']);
    for (const text of texts) {
        if (!text.data.trim() || kept.has(text.parentNode.nodeName) || !(text.parentNode instanceof HTMLElement)) continue;
        const outer = document.createElement('font');
        const inner = outer.appendChild(document.createElement('font'));
        text.replaceWith(outer);
        inner.append(text);
    }
    document.documentElement.dataset.wrapped = '';
";

impl Browser {
    /// Wraps all text of the page as it stands now.
    pub async fn wrap_texts(&self) -> Result<()> {
        self.script(WRAP, json!([])).await.map(drop)
    }

    /// Wraps all text of every page that is opened from now on, after it was read and before any of its scripts has run.
    pub async fn wrap_texts_before_scripts(&self) -> Result<()> {
        let when_read = format!(
            "document.addEventListener('readystatechange', () => {{ if (document.readyState === 'interactive') {{ {WRAP} }} }});"
        );
        self.chrome("Page.addScriptToEvaluateOnNewDocument", json!({ "source": when_read })).await.map(drop)
    }

    /// Returns whether the page was changed by one of the two above.
    pub async fn is_wrapped(&self) -> Result<bool> {
        let wrapped =
            "return 'wrapped' in document.documentElement.dataset && document.querySelectorAll('font').length > 2";
        Ok(self.script(wrapped, json!([])).await? == true)
    }
}
