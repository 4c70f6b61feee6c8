//! The macros that declare rules.

use super::{Exactness, Literal, Op, Pattern, Rule};

/// Number of rules in rows.
#[doc(hidden)]
pub const fn count(rows: &[&[Rule]]) -> usize {
    let (mut count, mut row) = (0, 0);
    while row < rows.len() {
        count += rows[row].len();
        row += 1;
    }
    count
}

/// The rules of rows, in order.
#[doc(hidden)]
pub const fn flatten<const COUNT: usize>(rows: &[&[Rule]]) -> [Rule; COUNT] {
    const NONE: Rule = Rule {
        text: "",
        exactness: Exactness::Exact,
        root: Op::Select,
        left: Pattern::Literal(Literal::Bool(false)),
        right: Pattern::Literal(Literal::Bool(false)),
        conditions: &[],
    };
    let mut rules = [NONE; COUNT];
    let (mut next, mut row) = (0, 0);
    while row < rows.len() {
        let mut member = 0;
        while member < rows[row].len() {
            rules[next] = rows[row][member];
            next += 1;
            member += 1;
        }
        row += 1;
    }
    rules
}

/// A table of rules, as a constant expression: `&'static [Rule]`.
///
/// A row is `MARK: LEFT => RIGHT, if [CONDITIONS];`, see [`rules`](mod@crate::rules) for its parts. A row for a family of
/// ops, `MARK [OP/OP/OP, ...]: LEFT => RIGHT;`, is a rule for each member of the list: its ops stand for `X`, `Y` and `Z`.
#[macro_export]
macro_rules! rules {
    ($( $mark:ident $( [ $( $x:ident $(/ $y:ident)* ),+ $(,)? ] )? : $op:ident $left:tt => $head:tt $( ( $($right:tt)* ) )?
        $(, if $conditions:tt)? ; )*) => {{
        const ROWS: &[&[$crate::rules::Rule]] = &[$(
            $crate::__row!(
                [$( $( [$x $($y)*] )+ )?]
                { $mark $op $left => $head $( ( $($right)* ) )? $(, if $conditions)? }
            )
        ),*];
        const COUNT: usize = $crate::rules::count(ROWS);
        const RULES: [$crate::rules::Rule; COUNT] = $crate::rules::flatten(ROWS);
        &RULES
    }};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __row {
    ([] $row:tt) => { &[$crate::__rule!([] $row)] };
    ([ $($ops:tt)+ ] $row:tt) => { &[$( $crate::__rule!($ops $row) ),+] };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __rule {
    ($ops:tt { $mark:ident $op:ident ( $($left:tt)* ) => $head:tt $( ( $($right:tt)* ) )?
        $(, if [ $( $test:ident ( $($name:tt)* ) ),+ ])? }) => {
        $crate::rules::Rule {
            text: stringify!(
                $mark $ops: $op($($left)*) => $head $( ( $($right)* ) )? $(, if [ $( $test($($name)*) ),+ ])?
            ),
            exactness: $crate::__exactness!($mark),
            root: $crate::__op!($ops $op),
            left: $crate::__pattern!($ops $op($($left)*)),
            right: $crate::__pattern!($ops $head $( ( $($right)* ) )?),
            conditions: &[$($( $crate::__condition!($test($($name)*)) ),+)?],
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __op {
    ([$x:ident $($others:ident)*] X) => {
        $crate::rules::Op::$x
    };
    ([$x:ident $y:ident $($others:ident)*] Y) => {
        $crate::rules::Op::$y
    };
    ([$x:ident $y:ident $z:ident] Z) => {
        $crate::rules::Op::$z
    };
    ($ops:tt $op:ident) => {
        $crate::rules::Op::$op
    };
}

/// A [`RuleSet`](crate::rules::RuleSet) of tables, as a constant expression. Earlier rules are tried first.
#[macro_export]
macro_rules! rule_set {
    ($($table:expr),* $(,)?) => {{
        const TABLES: &[&[$crate::rules::Rule]] = &[$($table),*];
        const DRAFT: $crate::rules::Draft = $crate::rules::Draft::of(TABLES);
        static STORAGE: $crate::rules::Storage<
            { DRAFT.sizes.rules },
            { DRAFT.sizes.literals },
            { DRAFT.sizes.chunks },
            { DRAFT.sizes.entries },
            { DRAFT.sizes.cells },
        > = $crate::rules::Storage::of(&DRAFT);
        $crate::rules::RuleSet::indexed(TABLES, STORAGE.index())
    }};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __pattern {
    ($ops:tt a) => { $crate::rules::Pattern::Any(0) };
    ($ops:tt b) => { $crate::rules::Pattern::Any(1) };
    ($ops:tt c) => { $crate::rules::Pattern::Any(2) };
    ($ops:tt d) => { $crate::rules::Pattern::Any(3) };
    ($ops:tt e) => { $crate::rules::Pattern::Any(4) };
    ($ops:tt k) => { $crate::rules::Pattern::Const(5) };
    ($ops:tt l) => { $crate::rules::Pattern::Const(6) };
    ($ops:tt m) => { $crate::rules::Pattern::Const(7) };
    ($ops:tt n) => { $crate::rules::Pattern::Const(8) };
    ($ops:tt (- $literal:literal)) => {
        $crate::rules::Pattern::Literal($crate::rules::Literal::parse(stringify!($literal), true))
    };
    ($ops:tt $op:ident ( $( $head:tt $( ( $($inner:tt)* ) )? ),* )) => {
        $crate::rules::Pattern::Op(
            $crate::__op!($ops $op),
            &[$( $crate::__pattern!($ops $head $( ( $($inner)* ) )?) ),*],
        )
    };
    ($ops:tt $literal:literal) => {
        $crate::rules::Pattern::Literal($crate::rules::Literal::parse(stringify!($literal), false))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __variable {
    (a) => {
        0
    };
    (b) => {
        1
    };
    (c) => {
        2
    };
    (d) => {
        3
    };
    (e) => {
        4
    };
    (k) => {
        5
    };
    (l) => {
        6
    };
    (m) => {
        7
    };
    (n) => {
        8
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __condition {
    (non_negative($name:tt)) => {
        $crate::rules::Condition::Fact($crate::__variable!($name), $crate::rules::Fact::NonNegative)
    };
    (unit($name:tt)) => {
        $crate::rules::Condition::Fact($crate::__variable!($name), $crate::rules::Fact::Unit)
    };
    (integral($name:tt)) => {
        $crate::rules::Condition::Fact($crate::__variable!($name), $crate::rules::Fact::Integral)
    };
    (number($name:tt)) => {
        $crate::rules::Condition::Fact($crate::__variable!($name), $crate::rules::Fact::Number)
    };
    (constants($test:path : $($name:tt),*)) => {
        $crate::rules::Condition::Constants(&[$($crate::__variable!($name)),*], $test)
    };
    (bounds($test:path : $($name:tt),*)) => {
        $crate::rules::Condition::Bounds(&[$($crate::__variable!($name)),*], $test)
    };
    (never_above($($name:tt),*)) => {
        $crate::__condition!(bounds($crate::rules::bounds::never_above: $($name),*))
    };
    (below($($name:tt),*)) => {
        $crate::__condition!(bounds($crate::rules::bounds::below: $($name),*))
    };
    (signed_never_above($($name:tt),*)) => {
        $crate::__condition!(bounds($crate::rules::bounds::signed_never_above: $($name),*))
    };
    (signed_below($($name:tt),*)) => {
        $crate::__condition!(bounds($crate::rules::bounds::signed_below: $($name),*))
    };
    (apart($($name:tt),*)) => {
        $crate::__condition!(bounds($crate::rules::bounds::apart: $($name),*))
    };
    (not_negative($($name:tt),*)) => {
        $crate::__condition!(bounds($crate::rules::bounds::not_negative: $($name),*))
    };
    (above_zero($($name:tt),*)) => {
        $crate::__condition!(bounds($crate::rules::bounds::above_zero: $($name),*))
    };
    (has_all_bits($($name:tt),*)) => {
        $crate::__condition!(bounds($crate::rules::bounds::has_all_bits: $($name),*))
    };
    (has_no_bit($($name:tt),*)) => {
        $crate::__condition!(bounds($crate::rules::bounds::has_no_bit: $($name),*))
    };
    (is_shifted_out($($name:tt),*)) => {
        $crate::__condition!(bounds($crate::rules::bounds::is_shifted_out: $($name),*))
    };
    ($test:ident ( $($name:tt),* )) => {
        $crate::__condition!(constants($crate::rules::conditions::$test: $($name),*))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __exactness {
    (exact) => {
        $crate::rules::Exactness::Exact
    };
    (zero) => {
        $crate::rules::Exactness::Zero
    };
    (finite) => {
        $crate::rules::Exactness::Finite
    };
    (assoc) => {
        $crate::rules::Exactness::Assoc
    };
    (real) => {
        $crate::rules::Exactness::Real
    };
}
