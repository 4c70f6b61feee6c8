//! Placement of layout qualifiers: the table of GLSL 4.60 section 4.4 as data.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::checks::inputs_and_outputs::is_wide;
use crate::lower::declarations::layout_qualifiers::{LayoutQualifiers, Numbers};
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::queries::ModuleQueries;
use crate::lower::report::Report;
use crate::spelling::quoted;
use Interface::{Buffer, In, Other, Out, Uniform};
use Site::{Alone, Block, Member, Variable};
use vitrum_glsl::features::Feature;
use vitrum_ir::{ImageFormat, Span, Stage, Storage, Type, TypeData};

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
    fn name(self) -> &'static str {
        match self {
            Self::Alone => "unnamed declarations",
            Self::Variable => "variables",
            Self::Block => "blocks",
            Self::Member => "block members",
        }
    }
}

/// The side of the interface that a storage class belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interface {
    In,
    Out,
    Uniform,
    Buffer,
    /// Pixel local storage, which has formats wherever layouts are.
    Pixel,
    /// Storage that has rules of its own: ray payloads, shared blocks, constants.
    Other,
}

impl Interface {
    fn of(storage: Option<Storage>) -> Self {
        match storage {
            Some(Storage::Input) => Self::In,
            Some(Storage::Output) => Self::Out,
            Some(Storage::Uniform | Storage::Opaque | Storage::AtomicCounter | Storage::PushConstant) => {
                Self::Uniform
            }
            Some(Storage::Buffer | Storage::PhysicalBuffer | Storage::ShaderRecord) => Self::Buffer,
            Some(Storage::PixelLocal) => Self::Pixel,
            _ => Self::Other,
        }
    }
}

/// A layout qualifier: its name, a test for it, and bit sets of the declarations and of the storage that may have it.
type Row = (&'static str, fn(&LayoutQualifiers) -> bool, u8, u8);

impl Site {
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl Interface {
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

const fn row(
    name: &'static str,
    is_present: fn(&LayoutQualifiers) -> bool,
    sites: &[Site],
    interfaces: &[Interface],
) -> Row {
    let (mut site_bits, mut interface_bits) = (0, 0);
    let mut index = 0;
    while index < sites.len() {
        site_bits |= sites[index].bit();
        index += 1;
    }
    index = 0;
    while index < interfaces.len() {
        interface_bits |= interfaces[index].bit();
        index += 1;
    }
    (name, is_present, site_bits, interface_bits)
}

const FORMAT: &str = "image format";

const ROWS: &[Row] = &[
    row("memory layout", |it| it.rule.is_some(), &[Alone, Block], &[Uniform, Buffer, Other]),
    row("matrix layout", |it| it.row_major.is_some(), &[Alone, Block, Member], &[Uniform, Buffer, Other]),
    row("push_constant", |it| it.push_constant, &[Block], &[Uniform]),
    row("shaderRecordEXT", |it| it.shader_record, &[Block], &[Buffer]),
    row("buffer_reference", |it| it.buffer_reference, &[Block], &[Buffer]),
    row("noncoherent", |it| it.non_coherent, &[Variable], &[Out, Other]),
    row("tile_attachmentQCOM", |it| it.tile_attachment, &[Variable], &[Uniform]),
    row("passthrough", |it| it.passthrough, &[Variable, Block, Member], &[In]),
    row("hitobjectshaderrecordext", |it| it.hit_record, &[Block], &[Buffer]),
    row("descriptor_heap", |it| it.descriptor_heap, &[Variable, Block], &[Uniform, Buffer]),
    row(
        "descriptor_stride",
        |it| it.numbers.descriptor_stride.is_some(),
        &[Variable, Block],
        &[Uniform, Buffer],
    ),
    row("buffer_type", |it| it.buffer_type, &[Block], &[Uniform, Buffer]),
    // Blocks of descriptor heaps have rules of their own.
    row("heap_offset", |it| it.heap_offset.is_some(), &[], &[]),
    row("descriptor_size", |it| it.numbers.descriptor_size.is_some(), &[], &[]),
    row("bindless_sampler", |it| it.handles.samplers.is_some(), &[Alone, Variable], &[Uniform]),
    row("bindless_image", |it| it.handles.images.is_some(), &[Alone, Variable], &[Uniform]),
    row("yuv", |it| it.yuv, &[Variable], &[Out]),
    row(FORMAT, |it| it.format.is_some(), &[Variable], &[Uniform, Other]),
    row(
        "location",
        |it| it.numbers.location.is_some(),
        &[Variable, Block, Member],
        &[In, Out, Uniform, Other],
    ),
    row("component", |it| it.numbers.component.is_some(), &[Variable, Member], &[In, Out]),
    row("index", |it| it.numbers.index.is_some(), &[Variable], &[Out, Other]),
    row("set", |it| it.numbers.set.is_some(), &[Variable, Block], &[Uniform, Buffer]),
    row("binding", |it| it.numbers.binding.is_some(), &[Variable, Block], &[Uniform, Buffer]),
    row("offset", |it| it.numbers.offset.is_some(), &[Variable, Member], &[Uniform, Buffer, Other]),
    row("align", |it| it.numbers.align.is_some(), &[Block, Member], &[Uniform, Buffer, Other]),
    row("stream", |it| it.numbers.stream.is_some(), &[Alone, Variable, Block, Member], &[Out]),
    row("xfb_buffer", |it| it.numbers.xfb_buffer.is_some(), &[Alone, Variable, Block, Member], &[Out]),
    row("xfb_stride", |it| it.numbers.xfb_stride.is_some(), &[Alone, Variable, Block, Member], &[Out]),
    row("xfb_offset", |it| it.numbers.xfb_offset.is_some(), &[Variable, Block, Member], &[Out]),
    row("input_attachment_index", |it| it.numbers.input_attachment.is_some(), &[Variable], &[Uniform]),
    row("bank", |it| it.numbers.bank.is_some(), &[Block], &[Uniform]),
    row("member_offset", |it| it.numbers.member_offset.is_some(), &[Block], &[Uniform]),
    row("constant_id", |it| it.numbers.constant_id.is_some(), &[Variable], &[Other]),
    row("buffer_reference_align", |it| it.numbers.buffer_reference_align.is_some(), &[Block], &[Buffer]),
];

/// A layout qualifier, declarations that it is wrong on, and advice.
type Misplacement = (&'static str, &'static [(Site, Interface)], &'static str);

/// Advice on layout qualifiers on the wrong kind of declaration.
const ADVICE: &[Misplacement] = &[
    (
        "binding",
        &[(Variable, In), (Variable, Out), (Block, In), (Block, Out)],
        "inputs and outputs have a `location`",
    ),
    ("binding", &[(Block, Uniform)], "push constants have neither a set nor a binding"),
    ("set", &[(Block, Uniform)], "push constants have neither a set nor a binding"),
    ("location", &[(Block, Uniform), (Block, Buffer)], "uniform and buffer blocks have a `binding`"),
    ("location", &[(Member, Uniform), (Member, Buffer)], "the block as a whole has a `binding`"),
    (
        "push_constant",
        &[(Variable, Uniform), (Variable, Other), (Block, Buffer)],
        "push constants are a block: `layout(push_constant) uniform Name { ... };`",
    ),
    ("memory layout", &[(Variable, Uniform), (Variable, Buffer)], "only blocks have a memory layout"),
    ("constant_id", &[(Variable, Uniform)], "specialisation constants are `const`, not `uniform`"),
];

/// The qualifier that gives declarations their storage; empty for those that have several.
fn storage_name(storage: Option<Storage>, list: &QualifierList) -> &'static str {
    match storage {
        _ if list.layout.push_constant
            && list.layout.numbers.binding.or(list.layout.numbers.set).is_some() =>
        {
            "push_constant"
        }
        Some(Storage::Input) => "in",
        Some(Storage::Output) => "out",
        Some(Storage::Uniform | Storage::Opaque) => "uniform",
        Some(Storage::Buffer) => "buffer",
        Some(Storage::Shared) => "shared",
        _ => "",
    }
}

impl Report<'_> {
    /// Reports `align` and `offset` in a block without a fixed layout (GLSL 4.60 section 4.4.5).
    pub(crate) fn check_open_layout(&mut self, numbers: &Numbers, span: Span) {
        if numbers.align.is_some() || numbers.offset.is_some() {
            let message = "`offset` and `align` require a `std140` or `std430` block";
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
        let interface = Interface::of(storage);
        let misplaced = |&&(name, is_present, sites, interfaces): &&Row| {
            is_present(&list.layout)
                && !match interface {
                    Interface::Pixel => name == FORMAT,
                    Interface::Out if name == FORMAT => site == Site::Variable && list.layout.formats_outputs,
                    // A uniform variable has a location, the members of a uniform block do not.
                    Interface::Uniform if name == "location" => site == Site::Variable,
                    Interface::Uniform if list.layout.push_constant && matches!(name, "set" | "binding") => {
                        false
                    }
                    _ => sites & site.bit() != 0 && interfaces & interface.bit() != 0,
                }
        };
        if let Some((name, ..)) = ROWS.iter().find(misplaced) {
            let (name, site_name) = (quoted(name), site.name());
            let what = match (storage_name(storage, list), site) {
                ("", _) => format!("{site_name} of this storage class"),
                (words, Site::Alone) => format!("`{words};` alone"),
                (words, _) => format!("`{words}` {site_name}"),
            };
            self.misplaced(span, format!("{name} is not allowed on {what}"));
            let advice =
                ADVICE.iter().find(|row| quoted(row.0) == name && row.1.contains(&(site, interface)));
            if let Some((.., advice)) = advice {
                self.help(*advice);
            }
            return false;
        }
        if list.layout.numbers.constant_id.is_some() && site == Site::Variable && !list.constant {
            self.misplaced(span, "`constant_id` is allowed only on constants");
            self.help("declare it `const`");
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
        if let Some(second) = list.layout.second_format {
            self.report.error(Code::LayoutConflict, second, "more than one image format");
        }
        let numbers = &list.layout.numbers;
        let opaque = matches!(storage, Storage::Opaque | Storage::AtomicCounter);
        let wrong = if numbers.binding.is_some() && storage == Storage::Uniform {
            Some("`binding` is allowed only on variables of opaque type")
        } else if numbers.offset.is_some() && storage != Storage::AtomicCounter {
            Some("`offset` is allowed only on atomic counters")
        } else if (numbers.location.or(numbers.index)).is_some()
            && matches!(storage, Storage::Private | Storage::Shared)
        {
            Some("`location` is allowed only on inputs, outputs and uniforms")
        } else if storage == Storage::Output && list.layout.format.is_some() {
            return self.check_output_format(list, ty) && self.check_location_version(list, storage, span);
        } else if list.layout.format.is_some() && !(opaque && self.module.is_storage_image(ty)) {
            Some("image format is allowed only on images")
        } else if list.layout.format.is_some_and(ImageFormat::is_of_outputs) {
            Some("format is one of fragment outputs, not of images")
        } else if storage == Storage::Output
            && self.module.stage != Stage::Fragment
            && numbers.index.is_some()
        {
            Some("`index` is allowed only on fragment shader outputs")
        } else if numbers.index.is_some() && numbers.location.is_none() && storage == Storage::Output {
            Some("`index` requires `location`")
        } else if numbers.index.is_some_and(|index| index > 1) && storage == Storage::Output {
            Some("`index` must be 0 or 1")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.report.error(Code::LayoutValue, span, wrong);
            return false;
        }
        self.check_handles(list, storage, ty)
            && self.check_location_version(list, storage, span)
            && (self.is_pixel_local(ty) || self.check_binding_version(list))
            && self.check_component(numbers, ty, span)
    }

    /// Checks that the version has `binding` here: pixel local storage brings it for its own uniforms alone.
    pub(crate) fn check_binding_version(&mut self, list: &QualifierList) -> bool {
        let Some(span) = list.layout.span.filter(|_| list.layout.numbers.binding.is_some()) else {
            return true;
        };
        self.settings.dialect.has_vulkan_words() || self.require(Feature::Binding, span)
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
        // They mean `in` and `out` in versions with those, and have what those may have.
        if old && !Feature::InAndOut.is_in(self.version()) {
            let version = self.version();
            let message = format!("`attribute` and `varying` cannot have `location` in version {version}");
            self.report.misplaced(span, message);
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
        self.require(feature, span)
    }

    /// Checks the `component` of a variable or member (GLSL 4.60 section 4.4.1).
    pub(crate) fn check_component(&mut self, numbers: &Numbers, ty: Type, span: Span) -> bool {
        let Some(component) = numbers.component else { return true };
        let inner = self.module.innermost(ty);
        let wide = self.module.types.scalar_of(inner).is_some_and(is_wide);
        let size = self.module.types.vector_size(inner);
        let plain = matches!(self.module.types.get(inner), TypeData::Scalar(_) | TypeData::Vector { .. });
        let wrong = if numbers.location.is_none() {
            Some("`component` requires `location`")
        } else if !plain {
            Some("`component` is allowed only on scalars, vectors and arrays of these")
        } else if wide && size.is_some_and(|size| size > 2) {
            Some("`component` is not allowed on vectors of more than two 64-bit components")
        } else if wide && component % 2 == 1 {
            Some("`component` of a 64-bit type must be 0 or 2")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.report.error(Code::LayoutValue, span, wrong);
        }
        wrong.is_none()
    }
}
