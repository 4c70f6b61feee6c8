//! Prints what the language server answers to a session in which a shader is opened: the diagnostics, and a hover.

use std::io::Cursor;

fn main() -> std::io::Result<()> {
    let text = "#version 450\\nconst float HALF = 0.5;\\nvoid main() { float x = HALF }\\n";
    let document = format!(r#""uri":"file:///a.frag","languageId":"glsl","version":1,"text":"{text}""#);
    let place = r#""textDocument":{"uri":"file:///a.frag"},"position":{"line":2,"character":26}"#;
    let mut input = String::new();
    for (head, params) in [
        (r#""id":1,"method":"initialize""#, r#""capabilities":{}"#.to_owned()),
        (r#""method":"initialized""#, String::new()),
        (r#""method":"textDocument/didOpen""#, format!(r#""textDocument":{{{document}}}"#)),
        (r#""id":2,"method":"textDocument/hover""#, place.to_owned()),
        (r#""id":3,"method":"shutdown""#, String::new()),
        (r#""method":"exit""#, String::new()),
    ] {
        let message = format!(r#"{{"jsonrpc":"2.0",{head},"params":{{{params}}}}}"#);
        input.push_str(&format!("Content-Length: {}\r\n\r\n{message}", message.len()));
    }
    let ending = vitrum_lsp::serve(Cursor::new(input), std::io::stdout().lock())?;
    assert!(ending.is_orderly());
    Ok(())
}
