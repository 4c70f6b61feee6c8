//! A client of the language server, as an editor has one.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::Folder;

/// The time after which an answer is taken for missing.
const PATIENCE: Duration = Duration::from_secs(120);

/// An error's code and message.
pub(crate) type Refused = (i64, String);

pub(crate) struct Client {
    child: Child,
    stdin: ChildStdin,
    messages: Receiver<Value>,
    requests: i64,
    answers: HashMap<i64, Result<Value, Refused>>,
    notifications: Vec<(String, Value)>,
    malformed: Vec<i64>,
    pub(crate) capabilities: Value,
}

impl Client {
    /// A server that was not initialised.
    pub(crate) fn spawn(folder: &Folder) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vitrum"))
            .args(["lsp", "--stdio"])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{error}"));
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            panic!("no pipes")
        };
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            while let Some(message) = read(&mut reader) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            stdin,
            messages,
            requests: 0,
            answers: HashMap::new(),
            notifications: Vec::new(),
            malformed: Vec::new(),
            capabilities: Value::Null,
        }
    }

    pub(crate) fn start(folder: &Folder, options: Value) -> Self {
        Self::start_with(folder, options, json!({}))
    }

    pub(crate) fn start_with(folder: &Folder, options: Value, capabilities: Value) -> Self {
        let mut client = Self::spawn(folder);
        client.initialize(folder, options, capabilities);
        client
    }

    pub(crate) fn initialize(&mut self, folder: &Folder, options: Value, capabilities: Value) {
        let folders = json!([{ "uri": uri(folder, ""), "name": "shaders" }]);
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities,
            "workspaceFolders": folders, "initializationOptions": options });
        let result = self.request("initialize", params);
        self.capabilities = result["capabilities"].clone();
        self.notify("initialized", json!({}));
    }

    pub(crate) fn send_raw(&mut self, content: &str) {
        let text = format!("Content-Length: {}\r\n\r\n{content}", content.len());
        self.stdin.write_all(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Sends a request; returns its number.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> i64 {
        self.requests += 1;
        let id = self.requests;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send_raw(&message.to_string());
        id
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send_raw(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// The answer to a request.
    pub(crate) fn wait(&mut self, id: i64) -> Result<Value, Refused> {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            self.receive();
        }
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.wait(id).unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    pub(crate) fn fail(&mut self, method: &str, params: Value) -> Refused {
        let id = self.send(method, params);
        match self.wait(id) {
            Err(error) => error,
            Ok(result) => panic!("{method}: {result}"),
        }
    }

    fn receive(&mut self) {
        let message =
            self.messages.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("no message: {error}"));
        let error = |message: &Value| {
            let text = message["error"]["message"].as_str().unwrap_or_default().to_owned();
            (message["error"]["code"].as_i64().unwrap_or_default(), text)
        };
        match (&message["method"], message["id"].as_i64()) {
            (Value::String(method), None) => {
                self.notifications.push((method.clone(), message["params"].clone()))
            }
            (Value::String(_), Some(_)) => {}
            (_, Some(id)) if message.get("error").is_some() => {
                self.answers.insert(id, Err(error(&message)));
            }
            (_, Some(id)) => {
                self.answers.insert(id, Ok(message["result"].clone()));
            }
            (_, None) => self.malformed.push(error(&message).0),
        }
    }

    /// The code of the next error that answers no request.
    pub(crate) fn malformed(&mut self) -> i64 {
        while self.malformed.is_empty() {
            self.receive();
        }
        self.malformed.remove(0)
    }

    /// The next notification of this kind.
    pub(crate) fn notification(&mut self, method: &str) -> Value {
        loop {
            if let Some(index) = self.notifications.iter().position(|it| it.0 == method) {
                return self.notifications.remove(index).1;
            }
            self.receive();
        }
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "glsl", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(crate) fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    pub(crate) fn change_all(&mut self, uri: &str, version: i64, text: &str) {
        self.change(uri, version, json!([{ "text": text }]));
    }

    /// The diagnostics of a version of a document.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            let published = self.published(uri);
            if published["version"] == json!(version) {
                return published["diagnostics"].as_array().cloned().unwrap_or_default();
            }
        }
    }

    /// The next diagnostics of a document that are as wanted.
    pub(crate) fn diagnostics_where(&mut self, uri: &str, is_it: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        loop {
            let list = self.published(uri)["diagnostics"].as_array().cloned().unwrap_or_default();
            if is_it(&list) {
                return list;
            }
        }
    }

    /// The next diagnostics of a document.
    pub(crate) fn published(&mut self, uri: &str) -> Value {
        loop {
            let published = self.notification("textDocument/publishDiagnostics");
            if published["uri"] == json!(uri) {
                return published;
            }
        }
    }

    /// The exit status, when the server has ended.
    pub(crate) fn status(&mut self) -> Option<i32> {
        self.child.wait().ok()?.code()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(reader: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim() {
            "" => break,
            line => {
                if let Some(number) = line.strip_prefix("Content-Length: ") {
                    length = number.parse().ok()?;
                }
            }
        }
    }
    let mut content = vec![0; length];
    reader.read_exact(&mut content).ok()?;
    serde_json::from_slice(&content).ok()
}

/// The URI of a file in a folder.
pub(crate) fn uri(folder: &Folder, name: &str) -> String {
    format!("file://{}", folder.path().join(name).display())
}

/// The position of an offset, in units of 16 bits.
pub(crate) fn position_at(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let bytes = text.as_bytes();
    let ends = |&at: &usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let line = (0..offset).filter(ends).count();
    let start = (0..offset).rfind(ends).map_or(0, |at| at + 1);
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}

/// The position of a piece of the text, and so many bytes further on.
pub(crate) fn position(text: &str, needle: &str, offset: usize) -> Value {
    let start = text.find(needle).unwrap_or_else(|| panic!("there is no `{needle}`"));
    position_at(text, start + offset)
}

/// Applies edits whose columns are ASCII.
pub(crate) fn apply(text: &mut String, edits: &Value) {
    let offset = |text: &str, place: &Value| {
        let number = |name: &str| place[name].as_u64().unwrap_or_else(|| panic!("{place}")) as usize;
        let start: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
        start + number("character")
    };
    let list = edits.as_array().unwrap_or_else(|| panic!("no edits: {edits}"));
    let mut ranges: Vec<(usize, usize, &str)> = list
        .iter()
        .map(|edit| {
            let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
            (offset(text, start), offset(text, end), edit["newText"].as_str().unwrap_or_default())
        })
        .collect();
    ranges.sort_unstable();
    for (start, end, new) in ranges.into_iter().rev() {
        text.replace_range(start..end, new);
    }
}

/// Semantic tokens: offset, text, and the name of the type.
pub(crate) fn decode_tokens(text: &str, data: &Value, legend: &Value) -> Vec<(usize, String, String)> {
    let numbers: Vec<usize> =
        data.as_array().into_iter().flatten().filter_map(|it| it.as_u64()).map(|it| it as usize).collect();
    let (mut line, mut column) = (0, 0);
    let mut found = Vec::new();
    for token in numbers.chunks(5) {
        let &[lines, columns, length, kind, _] = token else { panic!("{token:?}") };
        (line, column) = if lines == 0 { (line, column + columns) } else { (line + lines, columns) };
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum::<usize>() + column;
        let kind = legend[kind].as_str().unwrap_or_default().to_owned();
        found.push((start, text[start..start + length].to_owned(), kind));
    }
    found
}
