//! Operators of GLSL: spelling and precedence (GLSL 4.60 section 5.1).

/// How tightly an expression binds: more is tighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Binding {
    Assignment,
    Ternary,
    LogicalOr,
    LogicalXor,
    LogicalAnd,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Prefix,
    Postfix,
}

macro_rules! operators {
    ($($variant:ident $text:literal $binding:ident;)*) => {
        /// An infix operator.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Operator { $($variant),* }

        impl Operator {
            /// How it is spelled.
            pub(crate) fn text(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// How tightly it binds.
            pub(crate) fn binding(self) -> Binding {
                match self { $(Self::$variant => Binding::$binding),* }
            }
        }
    };
}

operators! {
    Mul "*" Multiplicative;
    Div "/" Multiplicative;
    Mod "%" Multiplicative;
    Add "+" Additive;
    Sub "-" Additive;
    Shl "<<" Shift;
    Shr ">>" Shift;
    Lt "<" Relational;
    Gt ">" Relational;
    Le "<=" Relational;
    Ge ">=" Relational;
    Eq "==" Equality;
    Ne "!=" Equality;
    BitAnd "&" BitAnd;
    BitXor "^" BitXor;
    BitOr "|" BitOr;
    And "&&" LogicalAnd;
    Or "||" LogicalOr;
}

impl Operator {
    /// Whether `a op= b` exists.
    pub(crate) fn is_compound(self) -> bool {
        match self {
            Self::Mul
            | Self::Div
            | Self::Mod
            | Self::Add
            | Self::Sub
            | Self::Shl
            | Self::Shr
            | Self::BitAnd
            | Self::BitXor
            | Self::BitOr => true,
            Self::Lt | Self::Gt | Self::Le | Self::Ge | Self::Eq | Self::Ne | Self::And | Self::Or => false,
        }
    }

    /// The comparison that holds exactly when this one does not, for operands that are ordered.
    pub(crate) fn inverse(self) -> Option<Self> {
        Some(match self {
            Self::Lt => Self::Ge,
            Self::Ge => Self::Lt,
            Self::Gt => Self::Le,
            Self::Le => Self::Gt,
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            _ => return None,
        })
    }
}
