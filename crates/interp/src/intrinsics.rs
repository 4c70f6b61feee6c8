//! Intrinsics that are not operations among the lanes of a subgroup.

use vitrum_ir::eval::scalar::truncate;
use vitrum_ir::fold::evaluate_intrinsic;
use vitrum_ir::{BuiltIn, Inst, Intrinsic, Scalar, Storage};

use crate::error::{Error, invalid};
use crate::machine::{Frame, Machine};
use crate::mask::Mask;
use crate::memory::{Object, Pointer};
use crate::value::{Numbers, Value};

impl<'m> Machine<'m> {
    pub(crate) fn execute_intrinsic(
        &mut self,
        frame: &mut Frame<'m>,
        inst: Inst,
        mask: &mut Mask,
    ) -> Result<(), Error> {
        let Some(intrinsic) = frame.function.intrinsic(inst) else {
            return invalid("an intrinsic without a name");
        };
        if self.execute_placed(frame, inst, intrinsic, mask)? {
            return Ok(());
        }
        if self.execute_subgroup(frame, inst, intrinsic, mask)? {
            return Ok(());
        }
        match intrinsic {
            // Lanes go in lockstep: when one is here, all that will ever come are.
            Intrinsic::ControlBarrier
            | Intrinsic::ControlBarrierArrive
            | Intrinsic::ControlBarrierWait
            | Intrinsic::MemoryBarrier
            | Intrinsic::BeginInterlock
            | Intrinsic::EndInterlock
            | Intrinsic::BeginOrdering
            | Intrinsic::EndPrimitive
            | Intrinsic::DebugPrintf => Ok(()),
            // The device is lost, and nothing that is stored behind can be seen.
            Intrinsic::Abort => {
                for lane in mask.lanes().collect::<Vec<_>>() {
                    self.taint(lane);
                }
                Ok(())
            }
            Intrinsic::EmitVertex => self.forget_outputs(mask),
            Intrinsic::Demote => {
                for lane in mask.lanes() {
                    self.lanes[lane].helper = true;
                    self.lanes[lane].discarded = true;
                    self.note_helper(lane);
                }
                Ok(())
            }
            Intrinsic::AssumeTrue => {
                for lane in mask.lanes() {
                    let holds = self.operands(frame, inst, lane)?;
                    if holds.first().and_then(Value::bits) != Some(1) {
                        self.taint(lane);
                    }
                }
                Ok(())
            }
            _ => self.execute_value(frame, inst, intrinsic, mask),
        }
    }

    /// Outputs are undefined behind a vertex.
    fn forget_outputs(&mut self, mask: &Mask) -> Result<(), Error> {
        let outputs = self.module.globals.iter().filter(|row| row.1.storage == Storage::Output);
        for (global, data) in outputs {
            let undefined = self.undefined(data.ty)?;
            if let Some(Pointer::Variable { object, .. }) = self.globals.get(global)
                && let Some(Object::Lanes(values)) = self.objects.get_mut(*object)
            {
                for lane in mask.lanes() {
                    if let Some(value) = values.get_mut(lane) {
                        value.clone_from(&undefined);
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes `gl_HelperInvocation` true for a lane that demoted itself.
    fn note_helper(&mut self, lane: usize) {
        let globals = self.module.globals.values().zip(self.globals.values());
        for (_, pointer) in globals.filter(|row| row.0.decorations.builtin == Some(BuiltIn::HelperInvocation))
        {
            if let Pointer::Variable { object, .. } = pointer
                && let Some(Object::Lanes(values)) = self.objects.get_mut(*object)
                && let Some(value) = values.get_mut(lane)
            {
                *value = Value::bool(true);
            }
        }
    }

    /// Intrinsics with a value that each lane computes alone.
    fn execute_value(
        &mut self,
        frame: &mut Frame<'m>,
        inst: Inst,
        intrinsic: Intrinsic,
        mask: &Mask,
    ) -> Result<(), Error> {
        let unsupported = || Err(Error::Unsupported(format!("`{}`", intrinsic.name())));
        let Some(result) = frame.function.result(inst) else { return unsupported() };
        let ty = frame.function.values[result].ty;
        for lane in mask.lanes() {
            let operands = self.operands(frame, inst, lane)?;
            let value = match (intrinsic, &operands[..]) {
                (Intrinsic::IsHelper, _) => Value::bool(self.is_helper(lane)),
                (Intrinsic::Expect, [value, _]) => value.clone(),
                (Intrinsic::SparseTexelsResident, _) => Value::bool(true),
                // Textures here are not compressed.
                (Intrinsic::SamplesIdentical, _) => Value::bool(false),
                (Intrinsic::ReadClock, _) => self.undefined(ty)?,
                (Intrinsic::ArrayBitcast, [Value::Parts(parts)]) => {
                    let mut value = self.undefined(ty)?;
                    set_bits(&mut value, parts);
                    value
                }
                (Intrinsic::ArraySlice, [Value::Parts(parts), start]) => {
                    let mut value = self.undefined(ty)?;
                    set_slice(&mut value, parts, start);
                    value
                }
                (Intrinsic::BitcastExtract, [Value::Numbers(base), offset]) => {
                    match self.module.types.scalar_of(ty).and_then(|to| extracted(base, offset, to)) {
                        Some(fields) => Value::Numbers(fields),
                        None => self.undefined(ty)?,
                    }
                }
                _ => {
                    let Some(to) = self.module.types.scalar_of(ty) else { return unsupported() };
                    let defined = operands.iter().all(Value::is_defined);
                    let components: Option<Vec<_>> =
                        operands.iter().map(|value| Some(value.numbers()?.components())).collect();
                    let Some(components) = components else { return unsupported() };
                    match evaluate_intrinsic(intrinsic, &components, to) {
                        Some(bits) if defined => Value::scalar(to, bits),
                        Some(_) => self.undefined(ty)?,
                        None => return unsupported(),
                    }
                }
            };
            frame.set(result, lane, value);
        }
        Ok(())
    }
}

/// Sets the numbers of an array by the bits of those of another one. Those with undefined bits stay as they are.
fn set_bits(array: &mut Value, from: &[Value]) {
    let Value::Parts(elements) = array else { return };
    let mut bytes: Vec<Option<u8>> = Vec::new();
    for number in from.iter().filter_map(Value::numbers) {
        let bits = number.bits.first().copied().filter(|_| !number.is_undefined(0));
        let all = bits.map(u64::to_le_bytes);
        bytes.extend((0..number.scalar.width() as usize / 8).map(|index| all?.get(index).copied()));
    }
    let mut rest = bytes.as_slice();
    for element in elements {
        let Some(scalar) = element.numbers().map(|number| number.scalar) else { return };
        let Some((own, behind)) = rest.split_at_checked(scalar.width() as usize / 8) else { return };
        rest = behind;
        let bits = own.iter().rev().try_fold(0, |bits, &byte| Some(bits << 8 | u64::from(byte?)));
        if let Some(bits) = bits {
            *element = Value::scalar(scalar, bits);
        }
    }
}

/// Sets the elements of an array to those of another one from an index on, if that has as many there.
fn set_slice(array: &mut Value, from: &[Value], start: &Value) {
    let Value::Parts(elements) = array else { return };
    let start = start.as_int().and_then(|start| usize::try_from(start).ok());
    let part = start.and_then(|start| from.get(start..start.checked_add(elements.len())?));
    if let Some(part) = part {
        elements.clone_from_slice(part);
    }
}

/// The bit field of each component that begins at an offset, as another type; none if it reaches beyond the component.
fn extracted(base: &Numbers, offset: &Value, to: Scalar) -> Option<Numbers> {
    let offset = u32::try_from(offset.bits()?).ok()?;
    if offset.checked_add(to.width())? > base.scalar.width() {
        return None;
    }
    let field = |bits: &u64| truncate(to.width(), bits >> offset);
    let bits = base.bits.iter().map(field).collect();
    Some(Numbers { scalar: to, rows: base.rows, bits, undefined: base.undefined })
}

#[cfg(test)]
mod tests {
    use super::{set_bits, set_slice};
    use crate::value::Value;
    use vitrum_ir::Scalar;

    fn halves(count: usize) -> Value {
        let mut half = Value::scalar(Scalar::F16, 0);
        half.undefine();
        Value::Parts(vec![half; count])
    }

    #[test]
    fn bits_of_words_are_halves_from_the_lowest_on() {
        let mut undefined = Value::u32(0);
        undefined.undefine();
        let mut array = halves(4);
        set_bits(&mut array, &[Value::u32(0x3c00_4000), undefined]);
        let [two, one] = [0x4000, 0x3c00].map(|bits| Value::scalar(Scalar::F16, bits));
        assert_eq!(array.part(0), Some(two));
        assert_eq!(array.part(1), Some(one));
        assert!(array.part(2).is_some_and(|half| !half.is_defined()));
    }

    #[test]
    fn parts_of_arrays_end_where_the_array_does() {
        let all = [1, 2, 3].map(Value::u32);
        let untouched = Value::Parts(vec![Value::u32(0); 2]);
        let mut part = untouched.clone();
        set_slice(&mut part, &all, &Value::i32(1));
        assert_eq!(part, Value::Parts(vec![Value::u32(2), Value::u32(3)]));
        for start in [2, -1] {
            let mut part = untouched.clone();
            set_slice(&mut part, &all, &Value::i32(start));
            assert_eq!(part, untouched);
        }
    }
}
