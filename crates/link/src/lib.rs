//! Links modules of vitrum's intermediate representation: several units of one stage become one module.
//!
//! A unit exports and imports functions, and shares global variables by name. [`link_units`] gives imports the bodies that
//! other units export, makes one of globals that several units declare, joins execution modes, and copies only what is
//! needed.
//!
//! ```
//! use vitrum_link::{Unit, link_units};
//!
//! let main = "vir 1\nstage vertex\nentry &main\n\nfn &f() -> f32 import \"f()\"\n\n\
//!     fn &main() -> void {\n    %0: f32 = call &f\n    return\n}\n";
//! let other = "vir 1\nstage vertex\n\nfn &f() -> f32 export \"f()\" {\n    return 1.0f32\n}\n";
//! let (main, other) = (vitrum_ir_text::parse(main)?, vitrum_ir_text::parse(other)?);
//! let linked = link_units(&[Unit::new(&main), Unit::new(&other)]).map_err(|errors| format!("{errors:?}"))?;
//! assert!(!linked.is_unit() && linked.functions.len() == 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod units;

pub use units::{Unit, link_units};
