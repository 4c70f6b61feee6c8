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
                (Intrinsic::ReadClock, _) => self.undefined(ty)?,
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
