//! Advice on names that this shader lacks, but another version, extension or stage has.

use crate::builtins::functions;
use crate::builtins::table::{Legacy, Since};
use crate::builtins::variables::builtin_names;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::spelling::stage_name;
use crate::stages::Stages;
use crate::symbols::Symbol;
use crate::tokens::keywords::word;
use crate::version::{FIRST_WITH_PROFILES, NEVER};
use vitrum_ir::Stage;

/// Versions, extensions and stages that have a name which the shader lacks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elsewhere {
    /// Extensions that the version can have, in the order of the tables.
    extensions: Vec<Extension>,
    /// The first version of this family.
    version: Option<u16>,
    /// Stages that have it here.
    stages: Vec<&'static str>,
    /// True if the compatibility profile of the version has it.
    compatibility: bool,
    /// True if the other family (desktop for ES, ES for desktop) has it.
    other_family: bool,
}

impl Elsewhere {
    /// The extension to enable, if there is no other one.
    pub(crate) fn only_extension(&self) -> Option<Extension> {
        if let [only] = self.extensions.as_slice() { Some(*only) } else { None }
    }

    /// True if another version of the family, the compatibility profile or an extension of this version has it.
    pub(crate) fn is_within_reach(&self) -> bool {
        self.version.is_some() || self.compatibility || !self.extensions.is_empty()
    }

    /// Advice, a line each, but for the only extension.
    fn helps(&self, es: bool) -> Vec<String> {
        let mut helps = Vec::new();
        if let [first, rest @ ..] = self.extensions.as_slice()
            && !rest.is_empty()
        {
            let others: Vec<&str> = rest.iter().map(|extension| extension.name()).collect();
            helps.push(format!("add `#extension {} : require` (or {})", first.name(), others.join(", ")));
        }
        if let Some(version) = self.version {
            let es = if es && version > 100 { " es" } else { "" };
            helps.push(format!("available since version {version}{es}"));
        }
        if self.compatibility {
            helps.push("available in the compatibility profile".to_owned());
        }
        if !self.stages.is_empty() {
            helps.push(format!("available in these stages: {}", self.stages.join(", ")));
        }
        if self.other_family && helps.is_empty() && self.extensions.is_empty() {
            let family = if es { "desktop versions" } else { "ESSL" };
            helps.push(format!("available only in {family}"));
        }
        helps
    }
}

/// The names of the stages of a set, as a list; `None` if it is empty.
pub(crate) fn names_of(set: Stages) -> Option<String> {
    let names = stage_names(set);
    (!names.is_empty()).then(|| names.join(", "))
}

/// The names of the stages of a set.
fn stage_names(set: Stages) -> Vec<&'static str> {
    let stages = Stage::ALL.iter().map(|row| row.0);
    stages.filter(|&stage| set.contains(Stages::of(stage))).map(stage_name).collect()
}

impl Lowering<'_> {
    /// The versions, extensions and stages that have a name; `None` if none has.
    pub(crate) fn elsewhere(&self, name: Symbol) -> Option<Elsewhere> {
        let text = self.symbols.text(name);
        let mut found = Elsewhere::default();
        let mut any = false;
        if let Some(info) = word(name).filter(|info| info.meaning.is_some()) {
            let availability = &info.availability;
            let es = self.version().is_es();
            if self.settings.dialect.has_vulkan_words() || !availability.needs_vulkan() {
                self.add_extensions(&mut found, availability.extensions());
            }
            found.version = availability.first_version(es);
            found.other_family = availability.first_version(!es).is_some();
            any = true;
        }
        let functions = functions(text).iter().map(|row| row.since);
        let variables = builtin_names().filter(|row| row.0 == text).map(|row| row.1);
        for since in functions.chain(variables) {
            self.add_row(&mut found, &since);
            any = true;
        }
        any.then_some(found)
    }

    /// Adds what has a row of the table of built-ins.
    pub(crate) fn add_row(&self, found: &mut Elsewhere, since: &Since) {
        let version = self.version();
        let stage = Stages::of(self.module.stage);
        if !since.stages.contains(stage) {
            if let Some(extension) = since.elsewhere.filter(|it| it.info().stages.contains(stage)) {
                self.add_extensions(found, &[extension]);
            }
            for stage in stage_names(since.stages) {
                if !found.stages.contains(&stage) {
                    found.stages.push(stage);
                }
            }
            return;
        }
        self.add_extensions(found, since.extensions);
        let (first, other) =
            if version.is_es() { (since.es, since.desktop) } else { (since.desktop, since.es) };
        if first != NEVER && first > version.number {
            found.version = Some(found.version.map_or(first, |known| known.min(first)));
        }
        let has_profiles = !version.is_es() && version.number >= FIRST_WITH_PROFILES;
        found.compatibility |= since.legacy != Legacy::No && has_profiles && first <= version.number;
        found.other_family |= other != NEVER;
    }

    fn add_extensions(&self, found: &mut Elsewhere, extensions: &[Extension]) {
        const SHOWN: usize = 3;
        for &extension in extensions {
            let is_new = !found.extensions.contains(&extension) && found.extensions.len() < SHOWN;
            if is_new && extension.exists_in(self.version()) {
                found.extensions.push(extension);
            }
        }
    }

    /// Adds advice to the latest diagnostic: the version, extension or stage that has a name.
    pub(crate) fn help_elsewhere(&mut self, name: Symbol) -> bool {
        self.elsewhere(name).is_some_and(|elsewhere| self.add_helps(&elsewhere))
    }

    /// Adds what has a construct to the latest diagnostic.
    pub(crate) fn add_helps(&mut self, elsewhere: &Elsewhere) -> bool {
        let helps = elsewhere.helps(self.version().is_es());
        let extension = elsewhere.only_extension();
        let any = !helps.is_empty() || extension.is_some();
        for help in helps {
            self.report.help(help);
        }
        if let Some(extension) = extension {
            self.report.help_extension(extension);
        }
        any
    }
}
