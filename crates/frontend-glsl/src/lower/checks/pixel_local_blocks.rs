//! Checks of blocks of pixel local storage (`GL_EXT_shader_pixel_local_storage`), whose members have a format each. The second
//! extension (`GL_EXT_shader_pixel_local_storage2`) has formats of several words, and of outputs, which share the memory.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::checks::pixel_local::first_write;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::queries::ModuleQueries;
use crate::tokens::Qualifier;
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    Global, GlobalData, ImageFormat, Length, Member, Module, Qualifiers, Span, Stage, Storage, Type, TypeData,
};

/// The formats of members without one, by qualifier.
#[derive(Debug, Default)]
pub(crate) struct DefaultFormats([Option<ImageFormat>; 3]);

impl DefaultFormats {
    fn slot(word: Qualifier) -> usize {
        match word {
            Qualifier::PixelLocalIn => 1,
            Qualifier::PixelLocalOut => 2,
            _ => 0,
        }
    }

    /// `layout(FORMAT) QUALIFIER;`
    pub(crate) fn update(&mut self, word: Qualifier, format: Option<ImageFormat>) {
        if let Some(slot) = self.0.get_mut(Self::slot(word)) {
            *slot = format.or(*slot);
        }
    }

    fn of(&self, word: Qualifier) -> ImageFormat {
        self.0.get(Self::slot(word)).copied().flatten().unwrap_or(ImageFormat::R32ui)
    }
}

/// The memory qualifier that the storage qualifier of a block amounts to.
pub(crate) fn access_of(qualifiers: &QualifierList) -> Qualifiers {
    match qualifiers.storage {
        Some(Qualifier::PixelLocalIn) => Qualifiers::READONLY,
        Some(Qualifier::PixelLocalOut) => Qualifiers::WRITEONLY,
        _ => Qualifiers::NONE,
    }
}

impl Lowering<'_> {
    /// Gives a member its format: its own, that of the block, or the default.
    pub(crate) fn set_pixel_local_format(
        &mut self,
        member: &mut Member,
        qualifiers: &QualifierList,
        span: Span,
    ) {
        let default =
            qualifiers.storage.map_or(ImageFormat::R32ui, |word| self.defaults.pixel_local.of(word));
        let format = member.decorations.format.or(qualifiers.layout.format).unwrap_or(default);
        member.decorations.format = Some(format);
        let flags = member.decorations.qualifiers.union(qualifiers.flags);
        let memory = Qualifiers::OF_ACCESSES.union(Qualifiers::RESTRICT);
        if flags.intersects(memory) {
            let message = "memory qualifiers are not allowed in blocks of pixel local storage";
            self.report.misplaced(span, message);
        }
        let element = self.module.types.innermost(member.ty);
        let found = self.module.types.scalar_of(element).zip(self.module.types.vector_size(element));
        let kept = format
            .pixel_local()
            .filter(|_| !format.is_second_pixel_local() || self.has(Feature::PixelLocalFormats));
        if kept.is_some() && kept == found {
            return;
        }
        let (name, found) = (format.name(), self.module.type_name(member.ty));
        let message = match kept {
            None => format!("format `{name}` is not one of pixel local storage"),
            Some(_) => format!("format `{name}` does not match `{found}`"),
        };
        self.report.error(Code::ImageFormat, span, message);
    }

    /// Checks the blocks of a shader as a whole.
    pub(crate) fn check_pixel_local_blocks(&mut self) {
        let blocks: Vec<(Global, Qualifiers, Span)> = self
            .module
            .globals
            .iter()
            .filter(|(_, data)| data.storage == Storage::PixelLocal)
            .map(|(global, data)| (global, data.decorations.qualifiers, data.origin.span))
            .collect();
        let (mut reads, mut writes): (Option<Span>, Option<Span>) = (None, None);
        for &(global, access, span) in &blocks {
            let before = [
                reads.filter(|_| !access.contains(Qualifiers::WRITEONLY)),
                writes.filter(|_| !access.contains(Qualifiers::READONLY)),
            ];
            if let Some(&first) = before.iter().flatten().next() {
                let message = "shader can have one block of pixel local storage to read and one to write";
                self.report.error(Code::PixelLocalStorage, span, message);
                self.report.label(first, "another block declared here");
            }
            if !access.contains(Qualifiers::WRITEONLY) {
                reads.get_or_insert(span);
            }
            if !access.contains(Qualifiers::READONLY) {
                writes.get_or_insert(span);
            }
            if !matches!(self.module.types.get(self.module.globals[global].ty), TypeData::Struct(_)) {
                self.report.misplaced(span, "block of pixel local storage cannot be an array");
            }
            let used = words(&self.module, global).saturating_mul(4);
            let most = u64::from(self.limit("gl_MaxShaderPixelLocalStorageSizeEXT"));
            if used > most {
                let message =
                    format!("block takes {used} bytes of pixel local storage, of which there are {most}");
                self.report.error(Code::PixelLocalStorage, span, message);
            }
        }
        if self.has(Feature::PixelLocalFormats) {
            let used =
                blocks.iter().map(|row| words(&self.module, row.0)).max().unwrap_or(0).saturating_mul(4);
            self.check_output_formats(blocks.first().map(|row| row.2), used);
        } else if !blocks.is_empty() {
            self.check_written_outputs();
        }
    }

    /// Checks that the format of an output fits its components.
    pub(crate) fn check_output_format(&mut self, list: &QualifierList, ty: Type) -> bool {
        let Some(format) = list.layout.format else { return true };
        if self.module.stage != Stage::Fragment {
            self.report.misplaced(list.span, "formats are of outputs of fragment shaders");
            return false;
        }
        let element = self.module.types.innermost(ty);
        let found = self.module.types.scalar_of(element).zip(self.module.types.vector_size(element));
        let kept = format.output();
        if format == ImageFormat::ImplementationDefined || kept.is_some() && kept == found {
            return true;
        }
        let (name, found) = (format.name(), self.module.type_name(ty));
        let message = match kept {
            None => format!("format `{name}` is not one of outputs"),
            Some(_) => format!("format `{name}` does not match `{found}`"),
        };
        self.report.error(Code::ImageFormat, list.layout.span.unwrap_or(list.span), message);
        false
    }

    /// Outputs have formats all or none, and all if there are blocks, with which they share their memory.
    fn check_output_formats(&mut self, block: Option<Span>, used: u64) {
        let outputs = self.module.globals.values().filter(|data| {
            data.storage == Storage::Output && data.decorations.builtin.is_none() && data.block.is_none()
        });
        let format = |data: &GlobalData| {
            data.decorations.format.filter(|&format| format != ImageFormat::ImplementationDefined)
        };
        let (with, without): (Vec<&GlobalData>, Vec<&GlobalData>) =
            outputs.partition(|data| format(data).is_some());
        let first = block.or(with.first().map(|data| data.origin.span));
        if let (Some(first), Some(open)) = (first, without.first().map(|data| data.origin.span)) {
            let message = match block {
                Some(_) => "output of a shader with pixel local storage requires a format",
                None => "output requires a format, as another output has one",
            };
            self.report.error(Code::PixelLocalStorage, open, message);
            self.report.label(first, "declared here");
            return;
        }
        let most = u64::from(self.limit("gl_MaxShaderCombinedLocalStorageSizeEXT"));
        let mut sum = used;
        let mut beyond = None;
        for data in with {
            let words = format(data).map_or(1, ImageFormat::words);
            let bytes = elements(&self.module, data.ty).saturating_mul(u64::from(words) * 4);
            sum = sum.saturating_add(bytes);
            if sum > most {
                beyond.get_or_insert(data.origin.span);
            }
        }
        if let Some(span) = beyond {
            let message = format!(
                "outputs and pixel local storage take {sum} bytes of local storage, of which there are {most}"
            );
            self.report.error(Code::PixelLocalStorage, span, message);
        }
    }

    /// Outputs and pixel local storage are not written by the same shader.
    fn check_written_outputs(&mut self) {
        let globals = &self.module.globals;
        let is_output = |global: Global| {
            let data = &globals[global];
            data.storage == Storage::Output && data.decorations.builtin.is_none()
        };
        let stored = first_write(&self.module, |global| globals[global].storage == Storage::PixelLocal);
        let output = first_write(&self.module, is_output);
        if let (Some(stored), Some(output)) = (stored, output) {
            let message = "shader that writes pixel local storage cannot write outputs";
            self.report.error(Code::PixelLocalStorage, output, message);
            self.report.label(stored, "pixel local storage written here");
        }
    }
}

/// The words that a block takes: those of the format of each member, or element of one.
fn words(module: &Module, global: Global) -> u64 {
    let TypeData::Struct(block) = module.types.get(module.types.innermost(module.globals[global].ty)) else {
        return 0;
    };
    module.structs[block].members.iter().fold(0, |sum, member| {
        let words = member.decorations.format.map_or(1, ImageFormat::words);
        sum.saturating_add(elements(module, member.ty).saturating_mul(words.into()))
    })
}

/// The number of elements of an array of arrays; 1 for what is none.
fn elements(module: &Module, mut ty: Type) -> u64 {
    let mut count: u64 = 1;
    while let TypeData::Array { element, length } = module.types.get(ty) {
        let Length::Constant(length) = length else { break };
        count = count.saturating_mul(u64::from(length));
        ty = element;
    }
    count
}
