//! The fuzz target of generic functions: what is verified holds for all arguments.
//!
//! An input is eight bytes that choose arguments and changes, and behind them modules in the text form, each behind a line
//! `=== unit` but the first, which are units of one stage.

use vitrum_ir::generics::{
    Bound, GenericArgument, Instance, Number, TooManyInstances, infer_arguments, instantiate, specialize,
};
use vitrum_ir::{Function, Module, Scalar, Type, print, verify, visit};
use vitrum_ir_text::parse;
use vitrum_link::{Unit, link_units};

use crate::alter::alter;

/// The line in front of a further unit.
const HEAD: &str = "=== unit\n";

/// More units find nothing that fewer do not.
const MOST: usize = 4;

/// Instances of each generic function that are tried.
const INSTANCES: u64 = 3;

/// Runs the modules that bytes are.
pub(super) fn generics(bytes: &[u8]) {
    let Some((&head, bytes)) = bytes.split_first_chunk() else { return };
    let Some(text) = super::text(bytes) else { return };
    let seed = u64::from_le_bytes(head);
    let mut modules = Vec::new();
    for text in text.split(HEAD).take(MOST) {
        let Ok(mut module) = parse(text) else { return };
        // An even seed leaves the module as it is.
        if seed & 1 != 0 {
            alter(&mut module, seed >> 1);
        }
        if let Err(errors) = verify(&module) {
            let _ = (errors.to_string(), print(&module));
            return;
        }
        modules.push(module);
    }
    for module in &modules {
        instances(module, seed);
    }
    let units: Vec<Unit<'_>> = modules.iter().map(Unit::new).collect();
    if let Ok(linked) = link_units(&units) {
        instances(&super::link::held(linked, "link_units"), seed);
    }
}

/// Specialises a module that verifies, with more instances of its generic functions.
fn instances(module: &Module, seed: u64) {
    let mut module = super::link::held(module.clone(), "verified");
    let generic: Vec<Function> =
        module.function_ids().filter(|&id| module.functions[id].is_generic()).collect();
    let mut random = Random(seed);
    for &id in &generic {
        for _ in 0..INSTANCES {
            let bounds: Vec<Bound> = module.functions[id].generics.iter().map(|param| param.bound).collect();
            let arguments: Vec<GenericArgument> =
                bounds.iter().map(|&bound| random.argument(&mut module, bound)).collect();
            let instance = instantiate(&mut module, id, &arguments);
            check_inference(&module, id, instance);
        }
    }
    let module = &mut super::link::held(module, "instantiate");
    match specialize(module) {
        Ok(_) => {}
        Err(TooManyInstances { .. }) => return,
    }
    let module = super::link::held(module.clone(), "specialize");
    // Generic functions that are imported have no body, and those that are exported are not specialised themselves.
    for data in module.functions.values().filter(|data| !data.is_generic()) {
        for callee in visit::insts(data).into_iter().filter_map(|(_, inst)| data.callee(inst)) {
            if let Some(Instance { generic, .. }) = module.functions[callee].instance.as_deref() {
                assert!(module.functions[*generic].is_import(), "an instance is left:\n{}", print(&module));
            }
        }
    }
}

/// Arguments that follow from the types of parameters are those of the instance with these parameters.
fn check_inference(module: &Module, generic: Function, instance: Function) {
    let data = &module.functions[instance];
    let types: Vec<Type> = data.blocks[data.body].params.iter().map(|&param| data.values[param].ty).collect();
    if let (Some(found), Some(given)) = (infer_arguments(module, generic, &types), &data.instance) {
        assert_eq!(found[..], given.arguments[..], "{}", print(module));
    }
}

struct Random(u64);

impl Random {
    /// A number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    /// An argument within a bound, whether or not it is one of the samples.
    fn argument(&mut self, module: &mut Module, bound: Bound) -> GenericArgument {
        loop {
            let argument = if bound.is_number() {
                let numbers = [1, 2, 3, 4, 5, 17, 1000];
                GenericArgument::Number(
                    Number::known(numbers[self.below(numbers.len())]).unwrap_or(Number::ONE),
                )
            } else {
                GenericArgument::Type(self.ty(module))
            };
            if bound.admits(&module.types, argument) {
                return argument;
            }
        }
    }

    fn ty(&mut self, module: &mut Module) -> Type {
        let scalar = Scalar::ALL[self.below(Scalar::ALL.len())].0;
        match self.below(8) {
            0 => module.types.matrix(Scalar::F32, 2 + self.below(3) as u32, 2 + self.below(3) as u32),
            1 => {
                let element = module.types.vector(scalar, 1 + self.below(4) as u32);
                module.types.array(element, 1 + self.below(9) as u32)
            }
            _ => module.types.vector(scalar, 1 + self.below(4) as u32),
        }
    }
}
