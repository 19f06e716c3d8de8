//! Controls a real Chromium by the `WebDriver` standard.
//!
//! The standard is JSON over HTTP; the tests need too few requests for a library. `chromedriver` requires HTTP/1.1.

#[path = "../../../web/tests/http/mod.rs"]
#[allow(dead_code, reason = "the tests of the API need more of it")]
mod http;

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A page that takes longer than this hangs.
const TIMEOUT: Duration = Duration::from_mins(2);

/// The standard's key for the id of an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser window with its own profile.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    profile: PathBuf,
}

#[derive(Clone, Debug)]
pub struct Element(String);

#[derive(Clone, Copy)]
pub enum Window {
    Desktop,
    /// With touch and a phone's resolution.
    Phone,
}

impl Browser {
    pub fn open(window: Window) -> Browser {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("chromium-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&profile).unwrap();
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("chromedriver is there: `cargo xtask test` installs it for root, or names what to install");
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = loop {
            let line = lines.next().expect("chromedriver says its port").unwrap();
            if let Some((_, port)) = line.split_once("started successfully on port ") {
                break port.trim_end_matches('.').parse().unwrap();
            }
        };
        // Drains the rest of the output, so that the pipe does not fill up.
        std::thread::spawn(move || lines.for_each(drop));
        let mut args = vec![
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            format!("--user-data-dir={}", profile.display()),
        ];
        let mut options = json!({});
        match window {
            Window::Desktop => args.push("--window-size=1280,900".to_owned()),
            Window::Phone => {
                options["mobileEmulation"] =
                    json!({ "deviceMetrics": { "width": 390, "height": 844, "pixelRatio": 2.0, "touch": true } });
            }
        }
        options["args"] = json!(args);
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let mut browser = Browser { driver, port, session: String::new(), profile };
        let opened = browser.ask("POST", "/session", &wanted);
        opened["sessionId"].as_str().unwrap().clone_into(&mut browser.session);
        browser
    }

    /// Sends a request; an error fails the test.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        self.try_ask(method, path, body).unwrap_or_else(|error| panic!("{method} {path} {body}: {error}"))
    }

    fn try_ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let path = if self.session.is_empty() { path.to_owned() } else { format!("/session/{}{path}", self.session) };
        let headers = [("Host", "127.0.0.1"), ("Content-Type", "application/json"), ("Connection", "close")];
        let mut answer =
            http::ask(stream, &format!("{method} {path} HTTP/1.1"), headers, body.as_bytes()).read().json();
        let value = answer["value"].take();
        if value.get("error").is_some() { Err(value.to_string()) } else { Ok(value) }
    }

    pub fn go_to(&self, address: &str) {
        self.ask("POST", "/url", &json!({ "url": address }));
    }

    pub fn address(&self) -> String {
        self.ask("GET", "/url", &Value::Null).as_str().unwrap().to_owned()
    }

    pub fn reload(&self) {
        self.ask("POST", "/refresh", &json!({}));
    }

    pub fn script(&self, script: &str) -> Value {
        self.ask("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Runs an asynchronous script; it passes its result to the callback in its last argument.
    pub fn script_later(&self, script: &str) -> Value {
        self.ask("POST", "/execute/async", &json!({ "script": script, "args": [] }))
    }

    /// Runs a command of Chromium's own protocol.
    fn command(&self, command: &str, parameters: &Value) {
        self.ask("POST", "/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }));
    }

    /// Resizes the window, in CSS pixels.
    pub fn resize(&self, (width, height): (u32, u32)) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Simulates a slow network: a latency in milliseconds and bytes per second.
    pub fn slow_down(&self, latency: u32, bytes: u32) {
        let line =
            json!({ "offline": false, "latency": latency, "downloadThroughput": bytes, "uploadThroughput": bytes });
        self.command("Network.enable", &json!({}));
        self.command("Network.emulateNetworkConditions", &line);
    }

    pub fn clear_cache(&self) {
        self.command("Network.clearBrowserCache", &json!({}));
    }

    pub fn all(&self, selector: &str) -> Vec<Element> {
        let found = self.ask("POST", "/elements", &json!({ "using": "css selector", "value": selector }));
        found.as_array().unwrap().iter().map(|found| Element(found[ELEMENT].as_str().unwrap().to_owned())).collect()
    }

    pub fn wait_for<T>(&self, what: &str, mut look: impl FnMut(&Browser) -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            if let Some(found) = look(self) {
                return found;
            }
            if begun.elapsed() > TIMEOUT {
                self.save_screenshot("hangs");
                panic!("waited for {what} at {}: {}", self.address(), self.script("return document.body.innerText"));
            }
            // Polling without a pause would slow the page.
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the first matching element.
    pub fn find(&self, selector: &str) -> Element {
        self.wait_for(selector, |browser| browser.all(selector).into_iter().next())
    }

    /// Clicks on the first matching element; retries if the page replaces it.
    pub fn click(&self, selector: &str) {
        self.wait_for(&format!("{selector} to be clicked"), |browser| {
            let element = browser.all(selector).into_iter().next()?;
            browser.try_ask("POST", &format!("/element/{}/click", element.0), &json!({})).ok()
        });
    }

    pub fn choose_file(&self, selector: &str, path: &Path) {
        let element = self.find(selector);
        self.ask("POST", &format!("/element/{}/value", element.0), &json!({ "text": path.display().to_string() }));
    }

    pub fn text(&self, selector: &str) -> String {
        self.wait_for(selector, |browser| {
            let element = browser.all(selector).into_iter().next()?;
            let text = browser.try_ask("GET", &format!("/element/{}/text", element.0), &Value::Null).ok()?;
            Some(text.as_str()?.to_owned())
        })
    }

    /// Presses keys at the focus; the standard names special keys by characters.
    pub fn press(&self, keys: &str) {
        let strokes: Vec<Value> = keys
            .chars()
            .flat_map(|key| [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })])
            .collect();
        self.ask("POST", "/actions", &json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": strokes }] }));
    }

    /// Moves the mouse to an element and clicks; returns false if the element is gone.
    pub fn mouse(&self, element: &Element, clicks: usize) -> bool {
        let origin = json!({ ELEMENT: element.0 });
        let mut steps = vec![json!({ "type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0 })];
        for _ in 0..clicks {
            steps.push(json!({ "type": "pointerDown", "button": 0 }));
            steps.push(json!({ "type": "pointerUp", "button": 0 }));
        }
        self.point("mouse", &json!(steps))
    }

    pub fn tap(&self, element: &Element) -> bool {
        let origin = json!({ ELEMENT: element.0 });
        self.point(
            "touch",
            &json!([
                { "type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0 },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerUp", "button": 0 },
            ]),
        )
    }

    /// Rests a finger on an element, then moves it by a number of pixels.
    pub fn swipe(&self, element: &Element, rest: Duration, by: (i32, i32)) -> bool {
        let origin = json!({ ELEMENT: element.0 });
        self.point(
            "touch",
            &json!([
                { "type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0 },
                { "type": "pointerDown", "button": 0 },
                { "type": "pause", "duration": rest.as_millis() },
                { "type": "pointerMove", "duration": 90, "origin": "pointer", "x": by.0 / 2, "y": by.1 / 2 },
                { "type": "pointerMove", "duration": 90, "origin": "pointer", "x": by.0 - by.0 / 2, "y": by.1 - by.1 / 2 },
                { "type": "pointerUp", "button": 0 },
            ]),
        )
    }

    pub fn drag(&self, element: &Element, onto: &Element) -> bool {
        let (from, to) = (json!({ ELEMENT: element.0 }), json!({ ELEMENT: onto.0 }));
        self.point(
            "mouse",
            &json!([
                { "type": "pointerMove", "duration": 0, "origin": from, "x": 0, "y": 0 },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerMove", "duration": 50, "origin": from, "x": 0, "y": -20 },
                { "type": "pointerMove", "duration": 100, "origin": to, "x": 0, "y": 0 },
                { "type": "pointerUp", "button": 0 },
            ]),
        )
    }

    /// Performs pointer actions; returns false if an element is gone.
    fn point(&self, with: &str, steps: &Value) -> bool {
        let pointer = json!({ "type": "pointer", "id": with, "parameters": { "pointerType": with }, "actions": steps });
        self.try_ask("POST", "/actions", &json!({ "actions": [pointer] })).is_ok()
    }

    /// Returns the page's warnings and errors.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.ask("POST", "/se/log", &json!({ "type": "browser" }));
        let severe = |entry: &&Value| entry["level"] == "SEVERE" || entry["level"] == "WARNING";
        log.as_array().unwrap().iter().filter(severe).map(|entry| entry["message"].to_string()).collect()
    }

    /// Writes a screenshot to the target folder.
    pub fn save_screenshot(&self, name: &str) {
        let data = self.ask("GET", "/screenshot", &Value::Null);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png.base64"));
        std::fs::write(path, data.as_str().unwrap()).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _nevermind = self.try_ask("DELETE", "", &Value::Null);
        }
        let _nevermind = self.driver.kill();
        let _nevermind = self.driver.wait();
        let _nevermind = std::fs::remove_dir_all(&self.profile);
    }
}
