//! The macros that declare rules.

/// A table of rules, as a constant expression: `&'static [Rule]`.
///
/// A row is `MARK: LEFT => RIGHT, if [CONDITIONS];`, see [`rules`](mod@crate::rules) for its parts.
#[macro_export]
macro_rules! rules {
    ($( $mark:ident : $op:ident ( $($left:tt)* ) => $head:tt $( ( $($right:tt)* ) )?
        $(, if [ $( $test:ident ( $($name:tt)* ) ),+ ])? ; )*) => {
        &[$( $crate::rules::Rule {
            text: stringify!(
                $mark: $op($($left)*) => $head $( ( $($right)* ) )? $(, if [ $( $test($($name)*) ),+ ])?
            ),
            exactness: $crate::__exactness!($mark),
            root: $crate::rules::Op::$op,
            left: $crate::__pattern!($op($($left)*)),
            right: $crate::__pattern!($head $( ( $($right)* ) )?),
            conditions: &[$($( $crate::__condition!($test($($name)*)) ),+)?],
        } ),*]
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
    (a) => { $crate::rules::Pattern::Any(0) };
    (b) => { $crate::rules::Pattern::Any(1) };
    (c) => { $crate::rules::Pattern::Any(2) };
    (d) => { $crate::rules::Pattern::Any(3) };
    (e) => { $crate::rules::Pattern::Any(4) };
    (k) => { $crate::rules::Pattern::Const(5) };
    (l) => { $crate::rules::Pattern::Const(6) };
    (m) => { $crate::rules::Pattern::Const(7) };
    (n) => { $crate::rules::Pattern::Const(8) };
    ((- $literal:literal)) => {
        $crate::rules::Pattern::Literal($crate::rules::Literal::parse(stringify!($literal), true))
    };
    ($op:ident ( $( $head:tt $( ( $($inner:tt)* ) )? ),* )) => {
        $crate::rules::Pattern::Op(
            $crate::rules::Op::$op,
            &[$( $crate::__pattern!($head $( ( $($inner)* ) )?) ),*],
        )
    };
    ($literal:literal) => {
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
