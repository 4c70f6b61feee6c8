//! Conversions and packing.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    // To the type it has.
    exact: Bitcast(a) => a;
    exact: Sconvert(a) => a;
    exact: Uconvert(a) => a;
    exact: Fconvert(a) => a;
    exact: Bitcast(Bitcast(a)) => Bitcast(a);

    // There and back.
    exact: ItoB(BtoI(a)) => a;
    exact: FtoB(BtoF(a)) => a;
    exact: FtoS(BtoF(a)) => BtoI(a);
    exact: FtoU(BtoF(a)) => BtoI(a);
    exact: StoF(BtoI(a)) => BtoF(a);
    exact: UtoF(BtoI(a)) => BtoF(a);
    exact: Bitcast(BtoI(a)) => BtoI(a);
    exact: Sconvert(BtoI(a)) => BtoI(a);
    exact: Uconvert(BtoI(a)) => BtoI(a);
    exact: FtoS(Trunc(a)) => FtoS(a);
    exact: FtoU(Trunc(a)) => FtoU(a);
    exact: FtoS(Floor(a)) => FtoS(a), if [non_negative(a)];
    exact: FtoU(Floor(a)) => FtoU(a);
    exact: Not(ItoB(a)) => Ieq(a, 0);
    exact: Not(FtoB(a)) => Feq(a, 0.0);
    exact: ItoB(Ineg(a)) => ItoB(a);
    exact: FtoB(Fneg(a)) => FtoB(a);
    exact: FtoB(Fabs(a)) => FtoB(a);
    exact: Fconvert(BtoF(a)) => BtoF(a);

    // Bits of another type.
    exact: Iand(Bitcast(a), Bitcast(b)) => Bitcast(Iand(a, b));
    exact: Ior(Bitcast(a), Bitcast(b)) => Bitcast(Ior(a, b));
    exact: Ixor(Bitcast(a), Bitcast(b)) => Bitcast(Ixor(a, b));
    exact: Iadd(Bitcast(a), Bitcast(b)) => Bitcast(Iadd(a, b));
    exact: Isub(Bitcast(a), Bitcast(b)) => Bitcast(Isub(a, b));
    exact: Imul(Bitcast(a), Bitcast(b)) => Bitcast(Imul(a, b));
    exact: Ieq(Bitcast(a), Bitcast(b)) => Ieq(a, b);
    exact: Ine(Bitcast(a), Bitcast(b)) => Ine(a, b);
    exact: Inot(Bitcast(a)) => Bitcast(Inot(a));
    exact: Ineg(Bitcast(a)) => Bitcast(Ineg(a));
    exact: Bitcast(Iadd(Bitcast(a), k)) => Iadd(a, Bitcast(k));
    exact: Bitcast(Isub(Bitcast(a), k)) => Isub(a, Bitcast(k));
    exact: Bitcast(Imul(Bitcast(a), k)) => Imul(a, Bitcast(k));
    exact: Bitcast(Iand(Bitcast(a), k)) => Iand(a, Bitcast(k));
    exact: Bitcast(Ior(Bitcast(a), k)) => Ior(a, Bitcast(k));
    exact: Bitcast(Ixor(Bitcast(a), k)) => Ixor(a, Bitcast(k));
    exact: Bitcast(Shl(Bitcast(a), k)) => Shl(a, k);
    exact: Bitcast(Ior(Bitcast(a), Bitcast(b))) => Ior(a, b);
    exact: Ieq(Bitcast(a), k) => Ieq(a, Bitcast(k));
    exact: Ine(Bitcast(a), k) => Ine(a, Bitcast(k));
    exact: Select(a, Bitcast(b), Bitcast(c)) => Bitcast(Select(a, b, c));
    exact: IsNan(Fneg(a)) => IsNan(a);
    exact: IsNan(Fabs(a)) => IsNan(a);
    exact: IsInf(Fneg(a)) => IsInf(a);
    exact: IsInf(Fabs(a)) => IsInf(a);
    exact: IsNan(a) => false, if [number(a)];

    // Packing.
    exact: PackUnorm4x8(UnpackUnorm4x8(a)) => a;
    exact: PackUnorm2x16(UnpackUnorm2x16(a)) => a;
    exact: PackDouble2x32(UnpackDouble2x32(a)) => a;
    exact: UnpackDouble2x32(PackDouble2x32(a)) => a;

    exact: ItoB(Bitcast(a)) => ItoB(a);
    exact: Bitcast(Select(a, Bitcast(b), k)) => Select(a, b, Bitcast(k));
    exact: Bitcast(Select(a, k, Bitcast(b))) => Select(a, Bitcast(k), b);
};
