//! Sizes of resources that the application gives as a parameter: an array of `uvec4` with a number, or four, for each resource.

use super::parameters::{Parameter, ParameterPlace, Parameters};
use crate::framework::notes::{Assigned, Slot};
use crate::framework::rewrite::Rewriter;
use crate::framework::session::Session;
use crate::lower::assign_locations::block_name;
use crate::lower::parts::product_of_lengths;
use crate::lower::paths::Paths;
use rustc_hash::FxHashMap;
use vitrum_ir::{Global, Module, Op, Operand, Span, Storage, TypeData, Value, types::common, visit};

/// The position in the array for the resource at a set and binding; an array of resources takes the positions behind it as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeIndex {
    /// The set.
    pub set: u32,
    /// The binding.
    pub binding: u32,
    /// The position.
    pub index: u32,
}

/// A list of `SET.BINDING:INDEX`.
pub(super) fn parse(text: &str) -> Option<Vec<SizeIndex>> {
    let row = |row: &str| {
        let (place, index) = row.trim().split_once(':')?;
        let (set, binding) = place.split_once('.')?;
        Some(SizeIndex { set: set.parse().ok()?, binding: binding.parse().ok()?, index: index.parse().ok()? })
    };
    text.split(',').map(row).collect()
}

/// Positions beyond this do not fit a uniform block.
const MOST: u32 = 4096;

/// The array and the positions in it.
#[derive(Debug)]
pub(super) struct Sizes {
    parameter: Parameter,
    /// The first position of each resource, and the lengths of the arrays that it is in.
    positions: FxHashMap<Global, (u32, Vec<u32>)>,
    /// Numbers for each resource: 1 or 4.
    width: u32,
}

impl Sizes {
    /// Adds the array for these resources and reports their positions. Resources that the map does not name follow in their order.
    /// `None`, with an error, if an array of resources has no length that is known.
    pub(super) fn add(
        module: &mut Module,
        session: &mut Session,
        place: &ParameterPlace,
        (name, width): (&str, u32),
        map: &[SizeIndex],
        resources: &[Global],
    ) -> Option<Self> {
        let mut positions = FxHashMap::default();
        let mut rows = Vec::new();
        for &global in resources {
            let data = &module.globals[global];
            let count = product_of_lengths(module, data.ty);
            let is_bounded = !matches!(module.types.get(data.ty), TypeData::RuntimeArray { .. });
            let Some(count) = count.filter(|&count| is_bounded && count <= MOST) else {
                let name = block_name(module, data);
                let message =
                    format!("the array of resources `{name}` has no known length, expected one up to {MOST}");
                session.refuse(data.origin.span, message);
                return None;
            };
            let decorations = &data.decorations;
            let row = map.iter().find(|row| {
                decorations.binding == Some(row.binding) && decorations.set.unwrap_or(0) == row.set
            });
            rows.push((global, count, row.map(|row| row.index)));
        }
        let end_of = |row: &(Global, u32, Option<u32>)| row.2.map_or(0, |index| index.saturating_add(row.1));
        let mut next = rows.iter().map(end_of).max().unwrap_or(0);
        for &(global, count, index) in &rows {
            let first = index.unwrap_or(next);
            if index.is_none() {
                next = next.saturating_add(count);
            }
            positions.insert(global, (first, lengths(module, global)));
        }
        if next > MOST {
            let message = format!("sizes have positions up to {next}, expected at most {MOST}");
            let last = rows.iter().max_by_key(|row| end_of(row)).map(|row| module.globals[row.0].origin.span);
            session.refuse(last.unwrap_or_default(), message);
            return None;
        }
        let vectors = if width == 1 { next.div_ceil(4) } else { next };
        let vector = module.types.vector(vitrum_ir::Scalar::U32, 4);
        let ty = module.types.array(vector, vectors.max(1));
        let parameter = Parameters::at(place).add(module, session, name, ty);
        let start = parameter.offset(module);
        let assigned = rows.iter().map(|&(global, ..)| {
            let first = positions.get(&global).map_or(0, |row| row.0);
            let name = format!("size of {}", block_name(module, &module.globals[global]));
            let offset = start.saturating_add(first.saturating_mul(4 * width));
            Assigned::new(module, parameter.global(), name, Slot::Offset(offset))
        });
        let assigned = assigned.collect();
        session.add_assigned(assigned);
        Some(Self { parameter, positions, width })
    }

    /// Builds a load of the numbers of a resource: a `u32`, or four of them. The indices choose an element of an array of resources.
    pub(super) fn load(
        &self,
        rewriter: &mut Rewriter<'_>,
        global: Global,
        indices: &[Operand],
    ) -> Option<Operand> {
        let (first, lengths) = self.positions.get(&global)?;
        let mut position = rewriter.number(common::U32, 0.0);
        for (&index, &length) in indices.iter().zip(lengths) {
            let length = rewriter.number(common::U32, f64::from(length));
            let scaled = rewriter.op(Op::Imul, &[position, length]);
            let index = rewriter.convert(index, common::U32);
            position = rewriter.op(Op::Iadd, &[scaled, index]);
        }
        let first = rewriter.number(common::U32, f64::from(*first));
        position = rewriter.op(Op::Iadd, &[position, first]);
        let address = self.parameter.address(rewriter);
        if self.width == 4 {
            let vector = rewriter.access(address, &[position]);
            return Some(rewriter.load(vector));
        }
        let [two, three] = [2.0, 3.0].map(|number| rewriter.number(common::U32, number));
        let vector = rewriter.op(Op::Lshr, &[position, two]);
        let component = rewriter.op(Op::Iand, &[position, three]);
        let number = rewriter.access(address, &[vector, component]);
        Some(rewriter.load(number))
    }
}

/// The lengths of the arrays that a resource is in, from the outermost.
fn lengths(module: &Module, global: Global) -> Vec<u32> {
    let mut lengths = Vec::new();
    let mut ty = module.globals[global].ty;
    while let TypeData::Array { element, .. } = module.types.get(ty) {
        lengths.push(module.types.length(ty).unwrap_or(1));
        ty = element;
    }
    lengths
}

/// The resources that an operand of chosen instructions leads to, in the order of their declaration, and the place of the first instruction
/// whose operand leads to a parameter of a function.
pub(super) fn resources_of(
    module: &Module,
    operand: impl Fn(&vitrum_ir::FunctionData, vitrum_ir::Inst) -> Option<Operand>,
) -> (Vec<Global>, Option<Span>) {
    let mut found: Vec<Global> = Vec::new();
    let mut computed = None;
    for function in module.functions.values() {
        let mut paths = Paths::default();
        let mut loaded: FxHashMap<Value, Operand> = FxHashMap::default();
        for (_, inst) in visit::insts(function) {
            paths.learn(function, inst, |_| true);
            if let (Some(result), Some(&first)) = (function.result(inst), function.operands(inst).first())
                && matches!(function.op(inst), Op::Load | Op::ImageOf | Op::CombineSampler)
            {
                loaded.insert(result, first);
            }
            let Some(operand) = operand(function, inst) else { continue };
            match paths.of(source(operand, &loaded), |_| true) {
                Some(path) => found.push(path.global),
                None => computed = computed.or(Some(function.insts[inst].span())),
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    (found, computed)
}

/// The address from which an image came that was loaded, combined with a sampler or taken from one.
pub(super) fn source(operand: Operand, loaded: &FxHashMap<Value, Operand>) -> Operand {
    let next = |operand: &Operand| loaded.get(&operand.value()?).copied();
    std::iter::successors(Some(operand), next).last().unwrap_or(operand)
}

/// True if a pointer leads to a storage block that is bound.
pub(super) fn is_buffer(module: &Module, function: &vitrum_ir::FunctionData, pointer: Operand) -> bool {
    let ty = vitrum_ir::typing::operand_type(module, function, pointer);
    matches!(module.types.get(ty), TypeData::Pointer { storage: Storage::Buffer, .. })
}
