//! Lowerings for hardware, executed: every shader of the suite that the interpreter runs does the same after each of them,
//! as the front end made it and optimised.

use libtest_mimic::Trial;
use vitrum::{OptLevel, Options};
use vitrum_ir::Module;
use vitrum_passes::{RunOptions, Settings};

use crate::differential::{difference, runs};
use crate::files::Shader;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};

/// Passes that run one after the other, with options in text form.
struct Chain {
    passes: &'static [&'static str],
    options: &'static [&'static str],
}

const CHAINS: &[Chain] = &[
    Chain { passes: &["lower_explicit_memory"], options: &[] },
    Chain {
        passes: &["inline_everything", "lower_explicit_memory"],
        options: &["lower_explicit_memory.spaces=scratch+shared+storage"],
    },
    Chain { passes: &["lower_explicit_memory", "combine", "eliminate_dead_code"], options: &[] },
];

/// One test per shader below `suite/`.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let trial = |shader: Shader| {
        let name = shader.name.replacen("suite/", "hardware/", 1);
        Trial::test(name, move || caught(|| check(&shader, judges)))
    };
    Ok(files::shaders("suite")?.into_iter().map(trial).collect())
}

fn check(shader: &Shader, judges: &Judges) -> Result<(), String> {
    let source = shader.source()?;
    let header = Header::of(&source)?;
    if header.xfail.is_some() {
        return Ok(());
    }
    let stage = shader.stage()?;
    for opt_level in [OptLevel::None, OptLevel::Default] {
        let options = Options {
            target: header.target,
            defines: header.defines.clone(),
            opt_level,
            ..Options::new(stage)
        };
        let compilation =
            vitrum::compile(&source, &options).map_err(|failure| format!("does not compile:\n{failure}"))?;
        let (expected, error) = runs(&compilation.module)?;
        if let Some(error) = error {
            judges.note(format!("{}: {error}", shader.name));
        }
        for chain in CHAINS {
            let after = lowered(&compilation.module, chain)
                .map_err(|failure| format!("{:?}, {opt_level:?}: {failure}", chain.passes))?;
            if let Some(what) = difference(&expected, &after, None) {
                let text = vitrum_ir::print(&after);
                return Err(format!("{:?}, {opt_level:?}: {what}\n{text}", chain.passes));
            }
        }
    }
    Ok(())
}

fn lowered(module: &Module, chain: &Chain) -> Result<Module, String> {
    let mut module = module.clone();
    let mut settings = Settings::default();
    for text in chain.options {
        settings.options.set(text)?;
    }
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    vitrum_passes::run(&mut module, chain.passes, options).map_err(|failure| failure.to_string())?;
    let bytes = vitrum_ir_bytes::write(&module, &vitrum_ir_bytes::WriteOptions::default());
    vitrum_ir_bytes::read(&bytes).map_err(|error| error.to_string())?;
    let again = vitrum_ir_text::parse(&vitrum_ir::print(&module)).map_err(|error| error.to_string())?;
    if vitrum_ir::print(&again) != vitrum_ir::print(&module) {
        return Err("the text form does not read back".to_owned());
    }
    Ok(module)
}
