//! Passes that expand operations by functions of the prelude, each a list of operations of which options choose some.

/// Declares the options of such a pass, their text form, and the functions of its row.
macro_rules! expansion {
    ($(#[$meta:meta])* $options:ident, $pass:literal: [$($op:ident),* $(,)?]) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $options {
            /// The operations that are expanded; all of the pass if there are none.
            pub ops: Vec<vitrum_ir::Op>,
        }

        /// The operations of the pass.
        pub(crate) const OPS: &[vitrum_ir::Op] = &[$(vitrum_ir::Op::$op),*];

        /// The options as text.
        pub(crate) const OPTIONS: &[$crate::framework::settings::PassOption] =
            &[$crate::framework::settings::PassOption {
                name: "ops",
                values: "OP+OP...",
                summary: "the operations that are expanded, by their names; all of the pass without it",
                set: |options, value| {
                    let find = |name: &str| vitrum_ir::Op::from_mnemonic(name).filter(|op| OPS.contains(op));
                    let ops: Vec<vitrum_ir::Op> = value.split('+').map(find).collect::<Option<_>>()?;
                    options.change(|it: &mut $options| it.ops = ops);
                    Some(())
                },
            }];

        fn chosen(settings: &$crate::framework::settings::Settings) -> Vec<vitrum_ir::Op> {
            let ops = settings.options.get::<$options>().ops;
            if ops.is_empty() { OPS.to_vec() } else { ops }
        }

        /// True if there are such operations.
        pub(crate) fn is_needed(
            module: &vitrum_ir::Module,
            settings: &$crate::framework::settings::Settings,
        ) -> bool {
            let ops = chosen(settings);
            $crate::lower::expand_functions::has(module, &|op, _| ops.contains(&op))
        }

        fn expand(
            module: &mut vitrum_ir::Module,
            session: &mut $crate::framework::session::Session,
        ) -> usize {
            let ops = chosen(session.settings());
            $crate::lower::expand_functions::expand(module, session, |op, _| ops.contains(&op))
        }
    };
}
pub(super) use expansion;
