//! Conversions and packing.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    // To the type it has.
    exact [Bitcast, Sconvert, Uconvert, Fconvert]: X(a) => a;
    exact: Bitcast(Bitcast(a)) => Bitcast(a);

    // There and back.
    exact: ItoB(BtoI(a)) => a;
    exact: FtoB(BtoF(a)) => a;
    exact [FtoS, FtoU]: X(BtoF(a)) => BtoI(a);
    exact [StoF, UtoF]: X(BtoI(a)) => BtoF(a);
    exact [Bitcast, Sconvert, Uconvert]: X(BtoI(a)) => BtoI(a);
    exact [FtoS, FtoU]: X(Trunc(a)) => X(a);
    exact: FtoS(Floor(a)) => FtoS(a), if [non_negative(a)];
    exact: FtoU(Floor(a)) => FtoU(a);
    exact: Not(ItoB(a)) => Ieq(a, 0);
    exact: Not(FtoB(a)) => Feq(a, 0.0);
    exact [Ineg, Bitcast]: ItoB(X(a)) => ItoB(a);
    exact [FtoB, IsNan, IsInf]: X(Fneg(a)) => X(a);
    exact [FtoB, IsNan, IsInf]: X(Fabs(a)) => X(a);
    exact: Fconvert(BtoF(a)) => BtoF(a);

    // Bits of another type.
    exact [Iand, Ior, Ixor, Iadd, Isub, Imul]: X(Bitcast(a), Bitcast(b)) => Bitcast(X(a, b));
    exact [Ieq, Ine]: X(Bitcast(a), Bitcast(b)) => X(a, b);
    exact [Inot, Ineg]: X(Bitcast(a)) => Bitcast(X(a));
    exact [Iadd, Isub, Imul, Iand, Ior, Ixor]: Bitcast(X(Bitcast(a), k)) => X(a, Bitcast(k));
    exact [Ieq, Ine]: X(Bitcast(a), k) => X(a, Bitcast(k));
    exact: Select(a, Bitcast(b), Bitcast(c)) => Bitcast(Select(a, b, c));
    exact: IsNan(a) => false, if [number(a)];

    // Packing.
    exact: PackUnorm4x8(UnpackUnorm4x8(a)) => a;
    exact: PackUnorm2x16(UnpackUnorm2x16(a)) => a;
    exact: PackDouble2x32(UnpackDouble2x32(a)) => a;
    exact: UnpackDouble2x32(PackDouble2x32(a)) => a;
};
