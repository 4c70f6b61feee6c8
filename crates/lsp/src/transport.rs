//! Messages over streams: a header with the length, then JSON.
//!
//! A message that is no JSON, or no message, does not end the stream: the client gets an error for it.

use std::io::{self, BufRead, Write};

use lsp_server::{ErrorCode, Message};

/// The longest message: beyond it the length is taken for a mistake.
const LONGEST: usize = 1 << 30;

/// A message that was read.
#[derive(Debug)]
pub(crate) enum Incoming {
    Message(Message),
    /// Text that is no message: an error's code and its reason.
    Malformed(ErrorCode, String),
}

/// Reads the next message; `None` at the end of the stream.
///
/// # Errors
/// If the stream cannot be read, or its header is none, so that the end of the message is unknown.
pub(crate) fn read(reader: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = header(reader)? else { return Ok(None) };
    let mut content = vec![0; length];
    reader.read_exact(&mut content)?;
    let value: serde_json::Value = match serde_json::from_slice(&content) {
        Ok(value) => value,
        Err(error) => return Ok(Some(Incoming::Malformed(ErrorCode::ParseError, error.to_string()))),
    };
    Ok(Some(match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(ErrorCode::InvalidRequest, error.to_string()),
    }))
}

/// The length that a header gives.
fn header(reader: &mut impl BufRead) -> io::Result<Option<usize>> {
    let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidData, text);
    let mut length = None;
    let mut line = String::new();
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return match length {
                None => Ok(None),
                Some(_) => Err(io::ErrorKind::UnexpectedEof.into()),
            };
        }
        let row = line.trim_end_matches(['\r', '\n']);
        if row.is_empty() {
            match length {
                Some(length) => return Ok(Some(length)),
                // Empty lines between messages do no harm.
                None => continue,
            }
        }
        let (name, value) = row.split_once(':').ok_or_else(|| invalid(format!("malformed header: {row}")))?;
        if name.eq_ignore_ascii_case("content-length") {
            let number = value.trim().parse().ok().filter(|&number| number <= LONGEST);
            length = Some(number.ok_or_else(|| invalid(format!("malformed length: {row}")))?);
        }
    }
}

/// Writes a message.
///
/// # Errors
/// If the stream cannot be written.
pub(crate) fn write(writer: &mut impl Write, message: Message) -> io::Result<()> {
    message.write(writer)
}

/// Writes an error that answers no request.
///
/// # Errors
/// If the stream cannot be written.
pub(crate) fn write_malformed(writer: &mut impl Write, code: ErrorCode, reason: &str) -> io::Result<()> {
    let error = serde_json::json!({ "code": code as i32, "message": reason });
    let text = serde_json::json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    write!(writer, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::{Incoming, read};
    use lsp_server::{ErrorCode, Message};

    #[test]
    fn faulty_messages_do_not_end_the_stream() {
        let mut stream = Vec::new();
        for content in ["{", "[1]", r#"{"jsonrpc":"2.0","method":"x"}"#] {
            stream
                .extend_from_slice(format!("content-length: {}\r\n\r\n{content}", content.len()).as_bytes());
        }
        let mut reader = stream.as_slice();
        let mut next = || read(&mut reader).unwrap_or_else(|error| panic!("{error}"));
        assert!(matches!(next(), Some(Incoming::Malformed(ErrorCode::ParseError, _))));
        assert!(matches!(next(), Some(Incoming::Malformed(ErrorCode::InvalidRequest, _))));
        assert!(matches!(next(), Some(Incoming::Message(Message::Notification(_)))));
        assert!(next().is_none());
    }

    #[test]
    fn a_header_without_length_is_an_error() {
        assert!(read(&mut "GET / HTTP/1.1\r\n\r\n".as_bytes()).is_err());
        assert!(read(&mut "Content-Length: x\r\n\r\n".as_bytes()).is_err());
        assert!(read(&mut "Content-Length: 9\r\n\r\n{}".as_bytes()).is_err());
    }
}
