//! A client of the language server that waits for each answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

/// A server that was started, and the ends of its pipes.
pub(crate) struct Client {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    requests: i64,
}

impl Client {
    pub(crate) fn start(server: &Path) -> Result<Self> {
        let mut command = Command::new(server);
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("cannot start `{}`", server.display()))?;
        let stdin = child.stdin.take().context("no stdin")?;
        let stdout = BufReader::new(child.stdout.take().context("no stdout")?);
        let mut client = Self { child, stdin, stdout, requests: 0 };
        client.request("initialize", json!({ "capabilities": {} }))?;
        client.notify("initialized", json!({}))?;
        Ok(client)
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let text = message.to_string();
        self.stdin.write_all(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes())?;
        Ok(())
    }

    fn receive(&mut self) -> Result<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.stdout.read_line(&mut line)? == 0 {
                bail!("the server has ended");
            }
            match line.trim() {
                "" => break,
                line => {
                    if let Some(number) = line.strip_prefix("Content-Length: ") {
                        length = number.parse()?;
                    }
                }
            }
        }
        let mut content = vec![0; length];
        self.stdout.read_exact(&mut content)?;
        Ok(serde_json::from_slice(&content)?)
    }

    fn notify(&mut self, method: &str, params: Value) -> Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Result<Value> {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let message = self.receive()?;
            if message["id"] == json!(id) {
                return Ok(message["result"].clone());
            }
        }
    }

    /// Opens a document; returns its diagnostics.
    pub(crate) fn open(&mut self, uri: &str, text: &str) -> Result<Vec<Value>> {
        let document = json!({ "uri": uri, "languageId": "glsl", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }))?;
        self.diagnostics(uri, 1)
    }

    /// Changes a document; returns the diagnostics of the new version.
    pub(crate) fn change(&mut self, uri: &str, version: i64, changes: Value) -> Result<Vec<Value>> {
        let document = json!({ "uri": uri, "version": version });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        )?;
        self.diagnostics(uri, version)
    }

    fn diagnostics(&mut self, uri: &str, version: i64) -> Result<Vec<Value>> {
        loop {
            let mut message = self.receive()?;
            let params = &mut message["params"];
            if params["uri"] == json!(uri) && params["version"] == json!(version) {
                let list = params["diagnostics"].take();
                return Ok(list.as_array().cloned().unwrap_or_default());
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
