//! A real browser, as a person in front of it uses it.

use std::fmt;
use std::future::Future;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use base64::Engine as _;
use serde_json::{Value, json};

use crate::webdriver::{ELEMENT, Session};

/// How a visitor's browser is set up.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Width of the window in CSS pixels; below 600 it is a phone's.
    pub width: u32,
    pub dark: bool,
    pub javascript: bool,
    /// The language that the browser asks for.
    pub lang: &'static str,
}

/// What a page is looked at with when nothing else is said: a desk, light, English.
impl Default for Setting {
    fn default() -> Self {
        Self { width: 1280, dark: false, javascript: true, lang: "en" }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let theme = if self.dark { "dark" } else { "light" };
        let script = if self.javascript { "" } else { ", no JavaScript" };
        write!(f, "{}, {} px, {theme}{script}", self.lang, self.width)
    }
}

/// A browser with one or more tabs. It ends when this value goes.
#[derive(Debug)]
pub struct Browser {
    session: Session,
    setting: Setting,
}

/// How long something that the page does by itself may take on a loaded machine.
const PATIENCE: Duration = Duration::from_mins(1);

impl Browser {
    pub async fn open(setting: Setting) -> Result<Self> {
        let browser = Self { session: Session::start(setting.lang).await?, setting };
        browser.prepare_tab().await?;
        Ok(browser)
    }

    /// Chrome keeps these for a tab, so every new one needs them.
    async fn prepare_tab(&self) -> Result<()> {
        let Setting { width, dark, javascript, .. } = self.setting;
        let phone = width < 600;
        let metrics =
            json!({ "width": width, "height": if phone { 780 } else { 900 }, "deviceScaleFactor": 1, "mobile": phone });
        self.chrome("Emulation.setDeviceMetricsOverride", metrics).await?;
        let scheme = json!({ "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } });
        // Smooth scrolling would still be under way when the next click is aimed.
        let still = json!({ "name": "prefers-reduced-motion", "value": "reduce" });
        self.chrome("Emulation.setEmulatedMedia", json!({ "features": [scheme, still] })).await?;
        if !javascript {
            self.set_scripts(false).await?;
        }
        Ok(())
    }

    /// Says whether scripts run from now on, those of pages that are loaded later included.
    pub(crate) async fn set_scripts(&self, run: bool) -> Result<()> {
        self.chrome("Emulation.setScriptExecutionDisabled", json!({ "value": !run })).await.map(drop)
    }

    // Going places

    pub async fn goto(&self, url: &str) -> Result<()> {
        self.session.post("url", json!({ "url": url })).await.map(drop)
    }

    pub async fn back(&self) -> Result<()> {
        self.session.post("back", json!({})).await.map(drop)
    }

    pub async fn reload(&self) -> Result<()> {
        self.session.post("refresh", json!({})).await.map(drop)
    }

    /// Returns the address of the page.
    pub async fn url(&self) -> Result<String> {
        text(self.session.get("url").await?)
    }

    /// Returns path, query and fragment of the page's address.
    pub async fn path(&self) -> Result<String> {
        let url = self.url().await?;
        Ok(url.splitn(4, '/').nth(3).map(|rest| format!("/{rest}")).unwrap_or_default())
    }

    /// Opens another tab and turns to it. Returns the tabs before and after, for [`Browser::turn_to`].
    pub async fn new_tab(&self) -> Result<(String, String)> {
        let before = text(self.session.get("window").await?)?;
        let made = self.session.post("window/new", json!({ "type": "tab" })).await?;
        let after = text(made["handle"].clone())?;
        self.turn_to(&after).await?;
        self.prepare_tab().await?;
        Ok((before, after))
    }

    pub async fn turn_to(&self, tab: &str) -> Result<()> {
        self.session.post("window", json!({ "handle": tab })).await.map(drop)
    }

    // Doing things

    /// Clicks the first element that a selector finds, as a person would: it has to be visible and not covered.
    pub async fn click(&self, selector: &str) -> Result<()> {
        let element = self.find(selector).await?;
        let clicked = self.session.post(&format!("element/{element}/click"), json!({})).await;
        clicked.map(drop).with_context(|| format!("cannot click {selector}"))
    }

    /// Clicks and waits until another document has loaded.
    pub async fn follow(&self, selector: &str) -> Result<()> {
        self.session.script("window.stale = true", json!([])).await?;
        self.click(selector).await?;
        self.until(&format!("a page behind {selector}"), || async {
            let fresh = "return window.stale === undefined && document.readyState === 'complete'";
            Ok(self.session.script(fresh, json!([])).await.is_ok_and(|fresh| fresh == true))
        })
        .await
    }

    /// Types into a field, after what stands there.
    pub async fn write(&self, selector: &str, words: &str) -> Result<()> {
        let element = self.find(selector).await?;
        self.session.post(&format!("element/{element}/value"), json!({ "text": words })).await.map(drop)
    }

    /// Empties a field.
    pub async fn clear(&self, selector: &str) -> Result<()> {
        let element = self.find(selector).await?;
        self.session.post(&format!("element/{element}/clear"), json!({})).await.map(drop)
    }

    /// Clicks twice, as fast as people do who are used to double clicks.
    pub async fn double_click(&self, selector: &str) -> Result<()> {
        let element = self.find(selector).await?;
        let origin = json!({ ELEMENT: element });
        let mut steps = vec![json!({ "type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0 })];
        for _ in 0..2 {
            steps.push(json!({ "type": "pointerDown", "button": 0 }));
            steps.push(json!({ "type": "pointerUp", "button": 0 }));
        }
        self.script("arguments[0].scrollIntoView({ block: 'center' })", json!([origin])).await?;
        let pointer =
            json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": steps });
        self.session.post("actions", json!({ "actions": [pointer] })).await.map(drop)
    }

    /// Waits for so long as a page that was just changed takes no clicks, and then some.
    pub async fn settle(&self) {
        tokio::time::sleep(Duration::from_millis(600)).await;
    }

    /// Presses keys where the focus is. Special keys are WebDriver's: see [`key`].
    pub async fn press(&self, keys: &str) -> Result<()> {
        let element = self.session.focused().await?;
        self.session.post(&format!("element/{element}/value"), json!({ "text": keys })).await.map(drop)
    }

    /// Presses Tab, forwards, wherever the focus is.
    pub async fn tab(&self) -> Result<()> {
        let key = |kind: &str| json!({ "type": kind, "value": key::TAB });
        let actions = json!([{ "type": "key", "id": "keyboard", "actions": [key("keyDown"), key("keyUp")] }]);
        self.session.post("actions", json!({ "actions": actions })).await.map(drop)
    }

    /// Cuts the connection to everything, or mends it.
    pub async fn set_offline(&self, offline: bool) -> Result<()> {
        self.chrome("Network.enable", json!({})).await?;
        let conditions = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.chrome("Network.emulateNetworkConditions", conditions).await.map(drop)
    }

    // Looking

    /// Returns the text of the first element that a selector finds, as it is shown.
    pub async fn text(&self, selector: &str) -> Result<String> {
        let element = self.find(selector).await?;
        text(self.session.get(&format!("element/{element}/text")).await?)
    }

    /// Returns an attribute of the first element that a selector finds.
    pub async fn attribute(&self, selector: &str, name: &str) -> Result<Option<String>> {
        let element = self.find(selector).await?;
        let script = "return arguments[0].getAttribute(arguments[1])";
        let element = json!({ ELEMENT: element });
        Ok(self.script(script, json!([element, name])).await?.as_str().map(str::to_owned))
    }

    /// Returns the text of an element whether it is shown or not.
    pub async fn text_content(&self, selector: &str) -> Result<String> {
        text(self.script("return document.querySelector(arguments[0]).textContent", json!([selector])).await?)
    }

    /// Returns whether the element that has focus is one that a selector finds.
    pub async fn has_focus(&self, selector: &str) -> Result<bool> {
        Ok(self.script("return document.activeElement.matches(arguments[0])", json!([selector])).await? == true)
    }

    /// Returns whether an element lies within the window, as far as it fits.
    pub async fn is_in_view(&self, selector: &str) -> Result<bool> {
        let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return box.width > 0 && box.top < innerHeight && box.bottom > 0 && box.left >= 0 && box.right <= innerWidth + 1";
        Ok(self.script(script, json!([selector])).await? == true)
    }

    /// Returns how wide the page is; wider than the window means that it scrolls sideways.
    pub async fn width_of_page(&self) -> Result<f64> {
        let width = self.script("return document.documentElement.scrollWidth", json!([])).await?;
        width.as_f64().context("a page has a width")
    }

    pub fn setting(&self) -> Setting {
        self.setting
    }

    /// Returns whether a selector finds something that is shown.
    pub async fn shows(&self, selector: &str) -> Result<bool> {
        let script = "const e = document.querySelector(arguments[0]); return !!e && e.checkVisibility()";
        Ok(self.script(script, json!([selector])).await? == true)
    }

    /// Waits until a selector finds something that is shown.
    pub async fn wait_for(&self, selector: &str) -> Result<()> {
        self.until(selector, || self.shows(selector)).await
    }

    /// Waits until something holds.
    pub async fn until<F: Future<Output = Result<bool>>>(
        &self,
        what: &str,
        mut holds: impl FnMut() -> F,
    ) -> Result<()> {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if holds().await? {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        bail!("waited in vain for {what} at {} ({}):\n{}", self.url().await?, self.setting, self.text("body").await?)
    }

    /// Waits until every island of the page listens. A page without islands, or without JavaScript, is ready as it is.
    pub async fn wait_for_islands(&self) -> Result<()> {
        if !self.setting.javascript {
            return Ok(());
        }
        let ready = "return [...document.querySelectorAll('.live')].every(e => e.hasAttribute('data-ready'))";
        self.until("the islands", || async { Ok(self.script(ready, json!([])).await? == true) }).await
    }

    /// Runs a script in the page and returns its value. It runs even where the page's own scripts are off.
    pub async fn script(&self, script: &str, arguments: Value) -> Result<Value> {
        self.session.script(script, arguments).await
    }

    /// Returns the messages that the page wrote to the console as errors, violations of its policy included.
    pub async fn console_errors(&self) -> Result<Vec<String>> {
        let entries = self.session.post("se/log", json!({ "type": "browser" })).await?;
        let entries = entries.as_array().cloned().unwrap_or_default();
        let errors = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        let messages = errors.filter_map(|entry| entry["message"].as_str());
        // The window begins with a page of Chromium's own, which complains when it is left early.
        Ok(messages.filter(|message| !message.starts_with("chrome://")).map(str::to_owned).collect())
    }

    /// Returns a picture of the window, or of the whole page, as a file of that format (`png` or `webp`).
    pub async fn picture(&self, format: &str, whole: bool) -> Result<Vec<u8>> {
        let mut parameters = json!({ "format": format, "captureBeyondViewport": whole });
        if format != "png" {
            parameters["quality"] = json!(80);
        }
        let picture = self.chrome("Page.captureScreenshot", parameters).await?;
        let data = picture["data"].as_str().context("Chrome took no picture")?;
        Ok(base64::engine::general_purpose::STANDARD.decode(data)?)
    }

    pub(crate) async fn chrome(&self, command: &str, parameters: Value) -> Result<Value> {
        self.session.chrome(command, parameters).await
    }

    async fn find(&self, selector: &str) -> Result<String> {
        match self.session.find(selector).await {
            Ok(element) => Ok(element),
            Err(error) => Err(error.context(format!("{} has no {selector} ({})", self.url().await?, self.setting))),
        }
    }
}

/// Keys without a letter, as WebDriver writes them.
pub mod key {
    pub const TAB: &str = "\u{e004}";
    pub const ENTER: &str = "\u{e007}";
    pub const SPACE: &str = " ";
    pub const DOWN: &str = "\u{e015}";
}

fn text(value: Value) -> Result<String> {
    value.as_str().map(str::to_owned).context("the driver answered with something that is no text")
}
