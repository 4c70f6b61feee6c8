//! Words behind a declaration: decorations and qualifiers, and the execution modes of a module.

use crate::reader::{Read, Reader, Spelled};
use vitrum_ir::{
    BlendEquations, BuiltIn, Constant, Decorations, DepthMode, Execution, ImageFormat, Interpolation,
    LayoutRule, Modes, Origin, ParamData, ParamMode, Primitive, Qualifiers, Spacing,
};

/// A word with its argument in brackets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute<'a> {
    pub(crate) word: Spelled<'a>,
    pub(crate) argument: Argument<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Argument<'a> {
    None,
    Number(u32),
    Word(Spelled<'a>),
    /// Of `local_size`.
    Size([Constant; 3]),
}

impl<'a> Reader<'a> {
    /// Refuses an argument.
    fn bare(&self, attribute: Attribute<'a>) -> Read<'a, ()> {
        match attribute.argument {
            Argument::None => Ok(()),
            _ => self.error(attribute.word.0, format!("`{}` takes no argument", attribute.word.1)),
        }
    }

    fn number_of(&self, attribute: Attribute<'a>) -> Read<'a, u32> {
        match attribute.argument {
            Argument::Number(number) => Ok(number),
            _ => self.error(attribute.word.0, format!("`{}` takes a number in brackets", attribute.word.1)),
        }
    }

    /// The argument as a word of a table.
    fn word_of<T>(&self, attribute: Attribute<'a>, find: impl Fn(&str) -> Option<T>) -> Read<'a, T> {
        let Argument::Word((offset, word)) = attribute.argument else {
            return self.error(attribute.word.0, format!("`{}` takes a word in brackets", attribute.word.1));
        };
        find(word).map_or_else(|| self.error(offset, format!("unknown word `{word}`")), Ok)
    }

    pub(crate) fn decorations(&self, attributes: Vec<Attribute<'a>>) -> Read<'a, Decorations> {
        let mut decorations = Decorations::default();
        for attribute in attributes {
            self.decorate(&mut decorations, attribute)?;
        }
        Ok(decorations)
    }

    fn decorate(&self, decorations: &mut Decorations, attribute: Attribute<'a>) -> Read<'a, ()> {
        let word = attribute.word.1;
        if self.qualify(&mut decorations.qualifiers, attribute)? {
            return Ok(());
        }
        if let Some(interpolation) = Interpolation::from_name(word) {
            self.bare(attribute)?;
            return self.fill(&mut decorations.interpolation, interpolation, attribute.word);
        }
        if word == "builtin" {
            let builtin = self.word_of(attribute, BuiltIn::from_name)?;
            return self.fill(&mut decorations.builtin, builtin, attribute.word);
        }
        if word == "format" {
            let format = self.word_of(attribute, ImageFormat::from_name)?;
            return self.fill(&mut decorations.format, format, attribute.word);
        }
        let slot = match word {
            "location" => &mut decorations.location,
            "component" => &mut decorations.component,
            "index" => &mut decorations.index,
            "set" => &mut decorations.set,
            "binding" => &mut decorations.binding,
            "offset" => &mut decorations.offset,
            "align" => &mut decorations.align,
            "stream" => &mut decorations.stream,
            "xfb_buffer" => &mut decorations.xfb_buffer,
            "xfb_stride" => &mut decorations.xfb_stride,
            "xfb_offset" => &mut decorations.xfb_offset,
            "input_attachment" => &mut decorations.input_attachment,
            "bank" => &mut decorations.bank,
            "member_offset" => &mut decorations.member_offset,
            "heap" => &mut decorations.heap,
            "slot" => &mut decorations.slot,
            "spirv" => &mut decorations.spirv,
            _ => return self.expected(attribute.word, "a qualifier"),
        };
        let number = self.number_of(attribute)?;
        self.fill(slot, number, attribute.word)
    }

    /// Adds a word to a set if it is one of [`Qualifiers`].
    fn qualify(&self, qualifiers: &mut Qualifiers, attribute: Attribute<'a>) -> Read<'a, bool> {
        let Some(&(flag, _)) = Qualifiers::ALL.iter().find(|row| row.1 == attribute.word.1) else {
            return Ok(false);
        };
        self.bare(attribute)?;
        if qualifiers.contains(flag) {
            return self.error(attribute.word.0, format!("`{}` is there twice", attribute.word.1));
        }
        qualifiers.insert(flag);
        Ok(true)
    }

    /// Everything about a parameter beside its definition.
    pub(crate) fn parameter_data(
        &self,
        passing: ParamMode,
        attributes: Vec<Attribute<'a>>,
        origin: Origin,
    ) -> Read<'a, ParamData> {
        let mut data = ParamData { origin, ..ParamData::new(passing) };
        for attribute in attributes {
            if attribute.word.1 == "spirv" {
                let number = self.number_of(attribute)?;
                self.fill(&mut data.spirv, number, attribute.word)?;
            } else if attribute.word.1 == "layout" {
                let rule = self.word_of(attribute, LayoutRule::from_name)?;
                self.fill(&mut data.layout, rule, attribute.word)?;
            } else if !self.qualify(&mut data.qualifiers, attribute)? {
                return self.expected(attribute.word, "a qualifier");
            }
        }
        Ok(data)
    }

    pub(crate) fn modes(&self, modes: Vec<Attribute<'a>>) -> Read<'a, Execution> {
        let mut execution = Execution::default();
        for attribute in modes {
            self.mode(&mut execution, attribute)?;
        }
        Ok(execution)
    }

    fn mode(&self, execution: &mut Execution, attribute: Attribute<'a>) -> Read<'a, ()> {
        let spelled = attribute.word;
        let twice = || self.error(attribute.word.0, format!("`{}` is there twice", attribute.word.1));
        if let Some(&(mode, _)) = Modes::ALL.iter().find(|row| row.1 == attribute.word.1) {
            self.bare(attribute)?;
            if execution.modes.contains(mode) {
                return twice();
            }
            execution.modes.insert(mode);
            return Ok(());
        }
        if let Some(&(equation, _)) = BlendEquations::ALL.iter().find(|row| row.1 == attribute.word.1) {
            self.bare(attribute)?;
            if execution.blend.contains(equation) {
                return twice();
            }
            execution.blend.insert(equation);
            return Ok(());
        }
        if let Argument::Size(size) = attribute.argument {
            return self.fill(&mut execution.local_size, size, spelled);
        }
        let slot = match attribute.word.1 {
            "input" => {
                let primitive = self.word_of(attribute, Primitive::from_name)?;
                return self.fill(&mut execution.input_primitive, primitive, spelled);
            }
            "output" => {
                let primitive = self.word_of(attribute, Primitive::from_name)?;
                return self.fill(&mut execution.output_primitive, primitive, spelled);
            }
            "spacing" => {
                let spacing = self.word_of(attribute, Spacing::from_name)?;
                return self.fill(&mut execution.spacing, spacing, spelled);
            }
            "depth" => {
                let depth = self.word_of(attribute, DepthMode::from_name)?;
                return self.fill(&mut execution.depth, depth, spelled);
            }
            "max_vertices" => &mut execution.max_vertices,
            "max_primitives" => &mut execution.max_primitives,
            "invocations" => &mut execution.invocations,
            "num_views" => &mut execution.num_views,
            "secondary_view_offset" => &mut execution.secondary_view_offset,
            "query_micromaps_id" => &mut execution.query_micromaps_id,
            "tile_rate_x" => &mut execution.tile_rate_x,
            "tile_rate_y" => &mut execution.tile_rate_y,
            "tile_rate_z" => &mut execution.tile_rate_z,
            "shared_size" => &mut execution.shared_size,
            "scratch_size" => &mut execution.scratch_size,
            _ => return self.expected(spelled, "an execution mode"),
        };
        let number = self.number_of(attribute)?;
        self.fill(slot, number, spelled)
    }
}
