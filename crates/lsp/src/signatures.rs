//! The signatures of the function whose arguments are being written.

use lsp_types::{
    Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams,
    SignatureInformation,
};
use vitrum::index::ItemKind;

use crate::builtins::{self, Here};
use crate::lexis::{Kind, Token};
use crate::lookup::At;
use crate::macros::definitions_named;
use crate::text::{Encoding, Lines};
use crate::workspace::Workspace;
use crate::{describe, docs};

/// Signatures that are offered.
const MOST: usize = 32;

/// A signature with the ranges of its parameters, and a line about the function.
struct Offered {
    label: String,
    parameters: Vec<(usize, usize)>,
    line: Option<&'static str>,
}

pub(crate) fn help(workspace: &Workspace, params: &SignatureHelpParams) -> Option<SignatureHelp> {
    let at = At::new(workspace, &params.text_document_position_params)?;
    let tokens = at.tokens();
    let (name, argument) = open_call(&at.text, &tokens, at.offset)?;
    let mut found: Vec<Offered> = Vec::new();
    for (_, definition) in definitions_named(at.analysis, &name) {
        let mut label = format!("{name}(");
        let mut parameters = Vec::new();
        for parameter in definition.parameters.iter().flatten() {
            label.push_str(if parameters.is_empty() { "" } else { ", " });
            parameters.push((label.len(), label.len() + parameter.len()));
            label.push_str(parameter);
        }
        if definition.parameters.is_some() {
            found.push(Offered { label: label + ")", parameters, line: None });
        }
    }
    if let (Some(index), Some(module)) = (at.analysis.index(), at.analysis.module()) {
        for item in index.items.iter().filter(|item| item.name == name) {
            match &item.kind {
                ItemKind::Function(function) => {
                    let (label, parameters) = describe::signature(module, item, function);
                    found.push(Offered { label, parameters, line: None });
                }
                ItemKind::Struct(id) => {
                    let mut label = format!("{name}(");
                    let mut parameters = Vec::new();
                    for member in &module.structs[*id].members {
                        if !parameters.is_empty() {
                            label.push_str(", ");
                        }
                        let start = label.len();
                        let ty = vitrum_glsl::builtin_types::type_name(module, member.ty);
                        label.push_str(&format!("{ty} {}", module.names.get(member.name)));
                        parameters.push((start, label.len()));
                    }
                    label.push(')');
                    found.push(Offered { label, parameters, line: None });
                }
                _ => {}
            }
        }
        let here = Here { dialect: &index.dialect, stage: at.analysis.stage };
        let line = docs::function(&name).map(|it| it.1);
        let built_in = builtins::signatures(&name, here).into_iter();
        found.extend(built_in.map(|it| Offered { label: it.label, parameters: it.parameters, line }));
    }
    if found.is_empty() {
        return None;
    }
    // The first one that has so many parameters.
    let active = found.iter().position(|row| argument < row.parameters.len()).unwrap_or(0).min(MOST - 1);
    found.truncate(MOST);
    let signatures = found.into_iter().map(|Offered { label, parameters, line }| {
        let lines = Lines::new(&label, Encoding::Utf16);
        let column = |offset: usize| lines.position(&label, offset).character;
        let parameters = parameters.iter().map(|&(start, end)| ParameterInformation {
            label: ParameterLabel::LabelOffsets([column(start), column(end)]),
            documentation: None,
        });
        SignatureInformation {
            parameters: Some(parameters.collect()),
            documentation: line.map(|line| Documentation::String(line.to_owned())),
            active_parameter: None,
            label,
        }
    });
    Some(SignatureHelp {
        signatures: signatures.collect(),
        active_signature: Some(active as u32),
        active_parameter: Some(argument as u32),
    })
}

/// The function whose `(` is open at an offset, and the number of the argument there.
fn open_call(text: &str, tokens: &[Token], offset: usize) -> Option<(String, usize)> {
    let end = tokens.partition_point(|token| token.end <= offset);
    let (mut depth, mut argument) = (0usize, 0);
    for (index, token) in tokens.get(..end)?.iter().enumerate().rev() {
        match token.kind {
            Kind::Mark(b')' | b']') => depth += 1,
            Kind::Mark(b'(' | b'[') if depth > 0 => depth -= 1,
            Kind::Mark(b'(') => {
                let name = tokens.get(index.checked_sub(1)?).filter(|it| it.kind == Kind::Word);
                match name.map(|it| it.text(text)) {
                    Some("if" | "for" | "while" | "switch" | "layout" | "return") => return None,
                    Some(name) => return Some((name.to_owned(), argument)),
                    // A bracket of its own within an argument.
                    None => argument = 0,
                }
            }
            Kind::Mark(b'[') => argument = 0,
            Kind::Mark(b',') if depth == 0 => argument += 1,
            Kind::Mark(b';' | b'{' | b'}') => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::open_call;
    use crate::lexis::tokens;

    #[test]
    fn open_calls_are_found() {
        let call = |text: &str| open_call(text, &tokens(text), text.len());
        assert_eq!(call("x = mix(a, (b + "), Some(("mix".to_owned(), 1)));
        assert_eq!(call("x = mix(a, f(b, c), "), Some(("mix".to_owned(), 2)));
        assert_eq!(call("x = mix(a[1, "), Some(("mix".to_owned(), 0)));
        assert_eq!(call("x = mix(a); y = ("), None);
        assert_eq!(call("if (a"), None);
    }
}
