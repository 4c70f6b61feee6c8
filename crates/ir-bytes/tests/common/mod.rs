//! Files made by hand.

/// Appends a number.
pub(crate) fn number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn section(file: &mut Vec<u8>, name: u8, content: &[u8]) {
    file.push(name);
    number(file, content.len());
    file.extend_from_slice(content);
}

/// A file of one function, made of a shape for each op and the bytes of its body.
pub(crate) fn function(ops: &[&str], shapes: &[&[u8]], counts: [usize; 5], body: &[u8]) -> Vec<u8> {
    let mut file = b"virb\x01".to_vec();
    let mut words = Vec::new();
    for word in ["vertex", "void"].iter().chain(ops) {
        let (last, head) = word.as_bytes().split_last().unwrap();
        words.extend_from_slice(head);
        words.push(last | 0x80);
    }
    section(&mut file, b'W', &words);
    section(&mut file, b'S', &[0]);
    // One function, the entry point; one type; nothing else.
    section(&mut file, b'M', &[0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let mut content = Vec::new();
    number(&mut content, shapes.len());
    shapes.iter().for_each(|shape| content.extend_from_slice(shape));
    content.extend_from_slice(&[0, 0, 0, 0]);
    counts.into_iter().for_each(|count| number(&mut content, count));
    content.extend_from_slice(body);
    section(&mut file, b'F', &content);
    file
}
