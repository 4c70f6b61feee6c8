//! Placement of layout qualifiers: the table of GLSL 4.60 section 4.4 as data.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::checks::inputs_and_outputs::is_wide;
use crate::lower::declarations::layout_qualifiers::{LayoutQualifiers, Numbers, StageKey};
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::queries::ModuleQueries;
use crate::lower::report::Report;
use vitrum_glsl::features::Feature;
use vitrum_ir::{Modes, Span, Stage, Storage, Type, TypeData};

/// The kinds of declarations with layout qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Site {
    /// `layout(...) in;`
    Alone,
    /// A variable.
    Variable,
    /// A block.
    Block,
    /// A member of a block.
    Member,
}

impl Site {
    const fn bit(self) -> u8 {
        1 << self as u8
    }

    fn name(self) -> &'static str {
        match self {
            Self::Alone => "a declaration without a name",
            Self::Variable => "a variable",
            Self::Block => "a block",
            Self::Member => "a member of a block",
        }
    }
}

const ALONE: u8 = Site::Alone.bit();
const VARIABLE: u8 = Site::Variable.bit();
const BLOCK: u8 = Site::Block.bit();
const MEMBER: u8 = Site::Member.bit();

const IN: u8 = 1;
const OUT: u8 = 1 << 1;
const UNIFORM: u8 = 1 << 2;
const BUFFER: u8 = 1 << 3;
/// Storage that has rules of its own: ray payloads, shared blocks, constants.
const OTHER: u8 = 1 << 4;

/// A layout qualifier: its name, a test for it, and the sites and storage classes that may have it.
type Row = (&'static str, fn(&LayoutQualifiers) -> bool, u8, u8);

const ROWS: &[Row] = &[
    ("a memory layout", |it| it.rule.is_some(), ALONE | BLOCK, UNIFORM | BUFFER | OTHER),
    ("a matrix layout", |it| it.row_major.is_some(), ALONE | BLOCK | MEMBER, UNIFORM | BUFFER | OTHER),
    ("push_constant", |it| it.push_constant, BLOCK, UNIFORM),
    ("shaderRecordEXT", |it| it.shader_record, BLOCK, BUFFER),
    ("buffer_reference", |it| it.buffer_reference, BLOCK, BUFFER),
    ("noncoherent", |it| it.non_coherent, VARIABLE, OUT | OTHER),
    ("yuv", |it| it.yuv, VARIABLE, OUT),
    ("a format", |it| it.format.is_some(), VARIABLE, UNIFORM | OTHER),
    ("location", |it| it.numbers.location.is_some(), VARIABLE | BLOCK | MEMBER, IN | OUT | UNIFORM | OTHER),
    ("component", |it| it.numbers.component.is_some(), VARIABLE | MEMBER, IN | OUT),
    ("index", |it| it.numbers.index.is_some(), VARIABLE, OUT | OTHER),
    ("set", |it| it.numbers.set.is_some(), VARIABLE | BLOCK, UNIFORM | BUFFER),
    ("binding", |it| it.numbers.binding.is_some(), VARIABLE | BLOCK, UNIFORM | BUFFER),
    ("offset", |it| it.numbers.offset.is_some(), VARIABLE | MEMBER, UNIFORM | BUFFER | OTHER),
    ("align", |it| it.numbers.align.is_some(), BLOCK | MEMBER, UNIFORM | BUFFER | OTHER),
    ("stream", |it| it.numbers.stream.is_some(), ALONE | VARIABLE | BLOCK | MEMBER, OUT),
    ("xfb_buffer", |it| it.numbers.xfb_buffer.is_some(), ALONE | VARIABLE | BLOCK | MEMBER, OUT),
    ("xfb_stride", |it| it.numbers.xfb_stride.is_some(), ALONE | VARIABLE | BLOCK | MEMBER, OUT),
    ("xfb_offset", |it| it.numbers.xfb_offset.is_some(), VARIABLE | BLOCK | MEMBER, OUT),
    ("input_attachment_index", |it| it.numbers.input_attachment.is_some(), VARIABLE, UNIFORM),
    ("constant_id", |it| it.numbers.constant_id.is_some(), VARIABLE, OTHER),
    ("buffer_reference_align", |it| it.numbers.buffer_reference_align.is_some(), BLOCK, BUFFER),
];

fn interface_of(storage: Option<Storage>) -> u8 {
    match storage {
        Some(Storage::Input) => IN,
        Some(Storage::Output) => OUT,
        Some(Storage::Uniform | Storage::Opaque | Storage::AtomicCounter | Storage::PushConstant) => UNIFORM,
        Some(Storage::Buffer | Storage::PhysicalBuffer | Storage::ShaderRecord) => BUFFER,
        _ => OTHER,
    }
}

impl Report<'_> {
    /// Reports `align` and `offset` in a block without a fixed layout (GLSL 4.60 section 4.4.5).
    pub(crate) fn check_open_layout(&mut self, numbers: &Numbers, span: Span) {
        if numbers.align.is_some() || numbers.offset.is_some() {
            let message = "`offset` and `align` need a block that is `std140` or `std430`";
            self.error(Code::LayoutConflict, span, message);
        }
    }

    /// Checks the placement of the layout qualifiers of a declaration. True if all are valid.
    pub(crate) fn check_placement(
        &mut self,
        list: &QualifierList,
        site: Site,
        storage: Option<Storage>,
    ) -> bool {
        let Some(span) = list.layout.span else { return true };
        let interface = interface_of(storage);
        let misplaced =
            |row: &&Row| row.1(&list.layout) && (row.2 & site.bit() == 0 || row.3 & interface == 0);
        if let Some((name, ..)) = ROWS.iter().find(misplaced) {
            let place = site.name();
            self.error(
                Code::MisplacedQualifier,
                span,
                format!("{place} of this storage cannot have `{name}`"),
            );
            return false;
        }
        if site == Site::Member {
            self.reject_stage_layouts(list);
        }
        true
    }
}

impl Lowering<'_> {
    /// Checks layout qualifiers of a variable that need each other or a type.
    pub(crate) fn check_variable_layout(&mut self, list: &QualifierList, storage: Storage, ty: Type) -> bool {
        let Some(span) = list.layout.span else { return true };
        let numbers = &list.layout.numbers;
        let opaque = matches!(storage, Storage::Opaque | Storage::AtomicCounter);
        let wrong = if numbers.binding.is_some() && storage == Storage::Uniform {
            Some("only a variable of opaque type can have `binding`")
        } else if numbers.offset.is_some() && storage != Storage::AtomicCounter {
            Some("only an atomic counter can have `offset`")
        } else if (numbers.location.or(numbers.index)).is_some()
            && matches!(storage, Storage::Private | Storage::Shared)
        {
            Some("only what goes in or out, and a uniform, can have `location`")
        } else if list.layout.format.is_some() && !(opaque && self.module.is_storage_image(ty)) {
            Some("only an image can have a format")
        } else if storage == Storage::Output
            && self.module.stage != Stage::Fragment
            && numbers.index.is_some()
        {
            Some("only an output of a fragment shader can have `index`")
        } else if numbers.index.is_some() && numbers.location.is_none() && storage == Storage::Output {
            Some("`index` needs `location` too")
        } else if numbers.index.is_some_and(|index| index > 1) && storage == Storage::Output {
            Some("`index` is 0 or 1")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.report.error(Code::LayoutValue, span, wrong);
            return false;
        }
        self.check_location_version(list, storage, span) && self.check_component(numbers, ty, span)
    }

    /// Checks that the version has `location` here. It came in three steps: first for vertex inputs and fragment
    /// outputs, then between stages, then for uniforms.
    fn check_location_version(&mut self, list: &QualifierList, storage: Storage, span: Span) -> bool {
        if list.layout.numbers.location.is_none() || self.settings.dialect.has_vulkan_words() {
            return true;
        }
        let old = matches!(
            list.storage,
            Some(crate::tokens::Qualifier::Attribute | crate::tokens::Qualifier::Varying)
        );
        if old {
            self.report.error(
                Code::MisplacedQualifier,
                span,
                "`attribute` and `varying` cannot have `location`",
            );
            return false;
        }
        let ends = matches!(
            (self.module.stage, storage),
            (Stage::Vertex, Storage::Input) | (Stage::Fragment, Storage::Output)
        );
        let feature = match storage {
            Storage::Input | Storage::Output if !ends => Feature::VaryingLocation,
            Storage::Input | Storage::Output => Feature::InterfaceLocation,
            Storage::Uniform | Storage::Opaque => Feature::UniformLocation,
            _ => return true,
        };
        if self.has(feature) {
            return true;
        }
        let version = self.version();
        self.report.error(
            Code::VersionLacks,
            span,
            format!("version {version} has no {}", feature.info().what),
        );
        if let Some(extension) = feature.extensions().next() {
            self.report.help(format!("add `#extension {} : require`", extension.name()));
        }
        false
    }

    /// Checks the `component` of a variable or member (GLSL 4.60 section 4.4.1).
    pub(crate) fn check_component(&mut self, numbers: &Numbers, ty: Type, span: Span) -> bool {
        let Some(component) = numbers.component else { return true };
        let inner = self.module.innermost(ty);
        let wide = self.module.types.scalar_of(inner).is_some_and(is_wide);
        let size = self.module.types.vector_size(inner);
        let plain = matches!(self.module.types.get(inner), TypeData::Scalar(_) | TypeData::Vector { .. });
        let wrong = if numbers.location.is_none() {
            Some("`component` needs `location` too")
        } else if !plain {
            Some("only scalars, vectors and arrays of them can have `component`")
        } else if wide && size.is_some_and(|size| size > 2) {
            Some("a vector of more than two 64-bit components cannot have `component`")
        } else if wide && component % 2 == 1 {
            Some("a 64-bit component starts at component 0 or 2")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.report.error(Code::LayoutValue, span, wrong);
        }
        wrong.is_none()
    }
}

/// The built-in variable that a layout qualifier is reserved for.
pub(crate) fn own_of_builtin(key: StageKey) -> Option<&'static str> {
    match key {
        StageKey::Mode(mode)
            if Modes::ORIGIN_UPPER_LEFT.union(Modes::PIXEL_CENTER_INTEGER).contains(mode) =>
        {
            Some("gl_FragCoord")
        }
        StageKey::Depth(_) => Some("gl_FragDepth"),
        _ => None,
    }
}
