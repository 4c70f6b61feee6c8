//! The outcome of a case, and messages between processes.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::beside::Beside;
use crate::case::Expect;
use crate::cost::Cost;
use crate::forms::Form;
use crate::measure::Measured;
use crate::printing::Printed;
use crate::verdicts::Asked;

/// The outcome of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Outcome {
    /// As the suite expects.
    Pass,
    /// A right shader is rejected, for this reason.
    WronglyRejected(String),
    /// A wrong shader is accepted.
    WronglyAccepted,
    /// The case says nothing about vitrum, for this reason.
    NotApplicable(String),
    /// The compiler panicked, or found its own IR wrong.
    Defect(String),
    /// The compiler's process ended: the stack, or the memory it may take.
    Crash(String),
    /// No answer in time.
    Timeout,
    /// The shader is accepted and has no SPIR-V form, which the suite asks for.
    NoSpirv(String),
    /// The program is right in every form, but the interpreter, or for modules of SPIR-V the driver, does not run it, for this reason.
    NotInterpreted(String),
    /// The program is wrong: the forms, and the results.
    Wrong(String),
}

impl Outcome {
    /// The word of the alternative, and its text.
    pub(crate) fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Pass => ("pass", ""),
            Self::WronglyRejected(reason) => ("rejected", reason),
            Self::WronglyAccepted => ("accepted", ""),
            Self::NotApplicable(reason) => ("not-applicable", reason),
            Self::Defect(text) => ("defect", text),
            Self::Crash(text) => ("crash", text),
            Self::Timeout => ("timeout", ""),
            Self::NoSpirv(reason) => ("no-spirv", reason),
            Self::NotInterpreted(reason) => ("not-interpreted", reason),
            Self::Wrong(text) => ("wrong", text),
        }
    }

    /// True if the case counts and is not as it should be.
    pub(crate) fn is_failure(&self) -> bool {
        !matches!(self, Self::Pass | Self::NotApplicable(_) | Self::NotInterpreted(_))
    }
}

/// A case with its outcome.
#[derive(Clone, Debug)]
pub(crate) struct CaseResult {
    /// The name of the case.
    pub(crate) id: String,
    /// The expected verdict.
    pub(crate) expect: Expect,
    /// The outcome.
    pub(crate) outcome: Outcome,
    /// The SPIR-V of its shaders, for each target that was asked for.
    pub(crate) forms: Vec<Form>,
    /// The GLSL of its shaders, for each version that was asked for.
    pub(crate) printed: Vec<Printed>,
    /// Comparisons of its shaders with another compiler's.
    pub(crate) beside: Vec<Beside>,
    /// Its shaders that glslang is asked about.
    pub(crate) asked: Vec<Asked>,
    /// The sizes of the linked program, if it was measured.
    pub(crate) measured: Option<Measured>,
    /// Cost of its most expensive shader.
    pub(crate) cost: Cost,
}

impl CaseResult {
    /// A case without findings.
    pub(crate) fn new(id: String, expect: Expect) -> Self {
        Self {
            id,
            expect,
            outcome: Outcome::Pass,
            forms: Vec::new(),
            printed: Vec::new(),
            beside: Vec::new(),
            asked: Vec::new(),
            measured: None,
            cost: Cost::default(),
        }
    }

    /// Adds a finding about a shader.
    pub(crate) fn add(&mut self, found: Message) {
        match found {
            Message::Form(form) => self.forms.push(form),
            Message::Printed(printed) => self.printed.push(printed),
            Message::Beside(beside) => self.beside.push(beside),
            Message::Asked(asked) => self.asked.push(asked),
            Message::Measured(measured) => self.measured = Some(measured),
            Message::Cost(cost) => self.cost = self.cost.max(cost),
            Message::Start { .. } | Message::End(_) | Message::File(_) => {}
        }
    }
}

/// A message of a worker, one a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// A case begins.
    Start { id: String, expect: Expect },
    /// The SPIR-V of a shader for a target.
    Form(Form),
    /// A finding about a shader's GLSL.
    Printed(Printed),
    /// A comparison of a shader with another compiler's.
    Beside(Beside),
    /// The sizes of a program.
    Measured(Measured),
    /// A shader that glslang is asked about.
    Asked(Asked),
    /// The cost of a shader.
    Cost(Cost),
    /// The case that began has ended.
    End(Outcome),
    /// The file has no more cases; with the error of the file, if any.
    File(Option<String>),
}

impl Message {
    /// As a line of JSON, without its end.
    pub(crate) fn to_line(&self) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        put_on_one_line(&mut value);
        value.to_string()
    }

    /// From a line; `None` for one that no worker writes.
    pub(crate) fn from_line(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }
}

/// Replaces tabs and line ends in all texts, which scoreboards and reports put on a line each.
fn put_on_one_line(value: &mut Value) {
    match value {
        Value::String(text) => *text = text.replace(['\t', '\n', '\r'], " "),
        Value::Array(parts) => parts.iter_mut().for_each(put_on_one_line),
        Value::Object(parts) => parts.values_mut().for_each(put_on_one_line),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use vitrum::Target;

    use super::{Cost, Form, Message, Outcome, Printed};
    use crate::forms::FormKind;
    use crate::printing::Said;

    #[test]
    fn lines_say_outcomes() {
        for outcome in [
            Outcome::Pass,
            Outcome::WronglyRejected("E0100 no: 3".to_owned()),
            Outcome::WronglyAccepted,
            Outcome::NotApplicable("needs GL_X".to_owned()),
            Outcome::Defect("a".to_owned()),
            Outcome::Crash("b".to_owned()),
            Outcome::Timeout,
            Outcome::NoSpirv("c".to_owned()),
            Outcome::Wrong("none: e; default: f".to_owned()),
            Outcome::NotInterpreted("g".to_owned()),
        ] {
            let line = Message::End(outcome.clone()).to_line();
            let Some(Message::End(read)) = Message::from_line(&line) else { panic!("{line}") };
            assert_eq!(read, outcome);
        }
    }

    #[test]
    fn lines_say_forms_and_costs() {
        for kind in [FormKind::Valid, FormKind::None("a b".to_owned()), FormKind::Invalid("c: 1".to_owned())]
        {
            let form = Form { target: Target::Vulkan1_1, kind };
            let line = Message::Form(form.clone()).to_line();
            let Some(Message::Form(read)) = Message::from_line(&line) else { panic!("{line}") };
            assert_eq!(read, form);
        }
        let printed = Printed { form: "GLSL 3.30 -O".to_owned(), said: Said::None("a b".to_owned()) };
        let line = Message::Printed(printed.clone()).to_line();
        let Some(Message::Printed(read)) = Message::from_line(&line) else { panic!("{line}") };
        assert_eq!(read, printed);
        let cost = Cost { micros: 12, kib: 3456 };
        let line = Message::Cost(cost).to_line();
        let Some(Message::Cost(read)) = Message::from_line(&line) else { panic!("{line}") };
        assert_eq!(read, cost);
    }
}
