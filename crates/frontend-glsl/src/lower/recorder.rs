//! The recorder of names, at work only if an index is asked for.
//!
//! Names are recorded with the numbers of the lowering, and become items when all declarations are known.

use crate::index::{FunctionItem, Index, Item, ItemId, ItemKind, Occurrence, ParameterItem, Role, Selection};
use crate::lower::Lowering;
use crate::lower::declarations::functions::Parameter;
use crate::lower::declarations::overload_sets::Overload;
use crate::lower::declarations::structs::OpenStruct;
use crate::lower::declarations::variables::{Variable, VariableKind};
use crate::lower::expressions::places::Protection;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::scopes::{Entity, VariableId};
use crate::symbols::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use vitrum_ir::types::common;
use vitrum_ir::{Function, ParamMode, Precision, Span, Struct, Type, TypeData};

/// A thing that is named, by the numbers of the lowering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    Variable(VariableId),
    Member(Struct, u32),
    /// A member of the block of a variable.
    MemberOf(VariableId, u32),
    Type(Type),
    Struct(Struct),
    Function(Function),
    SubroutineType(u32),
    /// The faulty declaration at a place.
    Faulty(Span),
}

/// A name that was recorded.
#[derive(Clone, Copy, Debug)]
struct Named {
    subject: Subject,
    span: Span,
    role: Role,
    scope: u32,
}

/// Records names, scopes and points.
#[derive(Debug)]
pub(crate) struct Recorder<'a> {
    /// The number of tokens that the parser has read.
    position: &'a Cell<usize>,
    names: Vec<Named>,
    /// The numbers of the first token and of the one behind the last of each scope.
    scopes: Vec<(usize, usize)>,
    /// The scopes that are open, the outermost first.
    open: Vec<u32>,
    selections: Vec<Selection>,
    parameters: FxHashMap<VariableId, ParamMode>,
    /// The structs that are blocks.
    blocks: FxHashSet<Struct>,
}

impl<'a> Recorder<'a> {
    /// A recorder that has nothing yet.
    pub(crate) fn new(position: &'a Cell<usize>) -> Self {
        Self {
            position,
            names: Vec::new(),
            scopes: vec![(0, usize::MAX)],
            open: vec![0],
            selections: Vec::new(),
            parameters: FxHashMap::default(),
            blocks: FxHashSet::default(),
        }
    }

    /// A scope opens.
    #[cold]
    pub(crate) fn open(&mut self) {
        self.open.push(self.scopes.len() as u32);
        self.scopes.push((self.position.get(), usize::MAX));
    }

    /// The innermost scope closes.
    #[cold]
    pub(crate) fn close(&mut self) {
        let scope = self.open.pop_if(|scope| *scope != 0);
        if let Some(range) = scope.and_then(|scope| self.scopes.get_mut(scope as usize)) {
            range.1 = self.position.get();
        }
    }

    /// A name gets a meaning. Functions are recorded one by one, and structs with their members.
    #[cold]
    pub(crate) fn bind(&mut self, entity: Entity, span: Span) {
        if matches!(entity, Entity::Type(_)) {
            return;
        }
        if let Some(subject) = subject(entity, span) {
            self.add(subject, span, Role::Declaration);
        }
    }

    #[cold]
    pub(crate) fn add(&mut self, subject: Subject, span: Span, role: Role) {
        let scope = self.open.last().copied().unwrap_or(0);
        self.names.push(Named { subject, span, role, scope });
    }
}

/// The thing that an entity is; `span` is the place of its declaration.
fn subject(entity: Entity, span: Span) -> Option<Subject> {
    Some(match entity {
        Entity::Variable(id) | Entity::Transposed(id) => Subject::Variable(id),
        Entity::Member(id, index) => Subject::MemberOf(id, index),
        Entity::Type(ty) => Subject::Type(ty),
        Entity::Functions(_) => return None,
        Entity::SubroutineType(id) => Subject::SubroutineType(id),
        Entity::Error => Subject::Faulty(span),
    })
}

impl Lowering<'_> {
    /// Records the use of a name, given what a lookup found.
    #[inline]
    pub(crate) fn record_use(&mut self, name: Symbol, found: Option<Entity>, span: Span) {
        if self.scopes.recorder.is_some() {
            self.record_found(name, found, span);
        }
    }

    #[cold]
    fn record_found(&mut self, name: Symbol, found: Option<Entity>, span: Span) {
        let declared = self.scopes.lookup(name).map_or(span, |found| found.span);
        if let (Some(subject), Some(recorder)) =
            (found.and_then(|found| subject(found, declared)), &mut self.scopes.recorder)
        {
            recorder.add(subject, span, Role::Use);
        }
    }

    /// Records a name, if an index is asked for.
    #[inline]
    pub(crate) fn record(&mut self, subject: Subject, span: Span, role: Role) {
        if let Some(recorder) = &mut self.scopes.recorder {
            recorder.add(subject, span, role);
        }
    }

    /// Records a struct or block with its members.
    pub(crate) fn record_struct(&mut self, id: Struct, open: &OpenStruct) {
        let Some(recorder) = &mut self.scopes.recorder else { return };
        if open.name.is_some() {
            recorder.add(Subject::Struct(id), open.name_span, Role::Definition);
        }
        if open.is_block() {
            recorder.blocks.insert(id);
        }
        for (index, &(_, span)) in open.spans.iter().enumerate() {
            recorder.add(Subject::Member(id, index as u32), span, Role::Declaration);
        }
    }

    /// Records a parameter.
    pub(crate) fn record_parameter(&mut self, id: VariableId, passing: ParamMode) {
        if let Some(recorder) = &mut self.scopes.recorder {
            recorder.parameters.insert(id, passing);
        }
    }

    /// Records the point behind a value.
    #[inline]
    pub(crate) fn record_selection(&mut self, base: Expr, span: Span) {
        if let Some(recorder) = &mut self.scopes.recorder
            && matches!(base.kind, ExprKind::Value(_) | ExprKind::Place(_))
        {
            recorder.selections.push(Selection { span, ty: base.ty });
        }
    }

    /// The index of what was recorded, without what the preprocessor and the module add.
    #[cold]
    pub(crate) fn take_index(&mut self) -> Option<Box<Index>> {
        let recorder = self.scopes.recorder.take()?;
        let tokens = self.tokens;
        let mut overloads = FxHashMap::default();
        for overload in self.functions.iter() {
            overloads.insert(overload.function, overload.clone());
        }
        let mut items = Items {
            lowering: self,
            overloads,
            recorder: &recorder,
            by_subject: FxHashMap::default(),
            items: Vec::new(),
        };
        let mut occurrences = Vec::with_capacity(recorder.names.len());
        for named in &recorder.names {
            let Some(item) = items.item_of(named) else { continue };
            occurrences.push(Occurrence { span: named.span, item, role: named.role });
        }
        let items = items.items;
        occurrences.retain(|occurrence| !occurrence.span.is_nowhere());
        occurrences.sort_by_key(|it| (it.span.start, it.span.end, it.item, it.role));
        occurrences.dedup_by_key(|it| (it.span, it.item));
        let end_of = |number: usize| {
            number.checked_sub(1).and_then(|last| tokens.get(last)).map_or(u32::MAX, |row| row.1.end)
        };
        let scopes = recorder.scopes.iter().map(|&(start, end)| match (start, end_of(start), end_of(end)) {
            (0, ..) => Span::new(0, u32::MAX),
            // A scope that an included file begins or ends goes on.
            (_, start, end) if end < start => Span::new(start, u32::MAX),
            (_, start, end) => Span::new(start, end),
        });
        let mut selections = recorder.selections.clone();
        selections.sort_by_key(|it| it.span.start);
        Some(Box::new(Index {
            partial: None,
            items,
            occurrences,
            scopes: scopes.collect(),
            selections,
            macros: Vec::new(),
            skipped: Vec::new(),
            dialect: self.settings.dialect,
        }))
    }
}

/// Makes items of subjects.
struct Items<'i, 'a> {
    lowering: &'i Lowering<'a>,
    recorder: &'i Recorder<'a>,
    overloads: FxHashMap<Function, Overload>,
    by_subject: FxHashMap<Subject, ItemId>,
    items: Vec<Item>,
}

impl Items<'_, '_> {
    /// The item that is named, which is made when it is first met.
    fn item_of(&mut self, named: &Named) -> Option<ItemId> {
        let subject = self.resolved(named.subject);
        let id = match self.by_subject.get(&subject) {
            Some(&id) => id,
            None => {
                let item = self.item(subject)?;
                let id = ItemId(self.items.len() as u32);
                self.items.push(item);
                self.by_subject.insert(subject, id);
                id
            }
        };
        if named.role != Role::Use
            && let Some(item) = self.items.get_mut(id.0 as usize)
            && item.declared.is_nowhere()
        {
            (item.declared, item.scope) = (named.span, named.scope);
        }
        Some(id)
    }

    /// One subject for each thing.
    fn resolved(&self, subject: Subject) -> Subject {
        let types = &self.lowering.module.types;
        let of_type = |ty: Type| match types.get(types.innermost(ty)) {
            TypeData::Struct(id) | TypeData::BufferReference { block: id, .. } => Some(id),
            _ => None,
        };
        match subject {
            Subject::Type(ty) => of_type(ty).map_or(subject, Subject::Struct),
            Subject::MemberOf(id, index) => {
                let variable = self.lowering.variables.get(id);
                variable.and_then(|it| of_type(it.ty)).map_or(subject, |id| Subject::Member(id, index))
            }
            other => other,
        }
    }

    fn item(&self, subject: Subject) -> Option<Item> {
        let module = &self.lowering.module;
        let symbols = &self.lowering.symbols;
        let of = |name: &str, kind, ty, precision| {
            let (declared, scope) = (Span::default(), 0);
            Some(Item { name: name.to_owned(), kind, ty, precision, declared, scope })
        };
        match subject {
            Subject::Variable(id) => {
                let variable = self.lowering.variables.get(id)?;
                of(symbols.text(variable.name), self.variable(id, variable), variable.ty, variable.precision)
            }
            Subject::Member(id, index) => {
                let member = module.structs[id].members.get(index as usize)?;
                let kind = ItemKind::Member(id, index);
                of(module.names.get(member.name), kind, member.ty, member.precision)
            }
            Subject::Struct(id) => {
                let ty = module.types.find(TypeData::Struct(id)).unwrap_or(common::VOID);
                let is_block = self.recorder.blocks.contains(&id);
                let kind = if is_block { ItemKind::Block(id) } else { ItemKind::Struct(id) };
                of(module.names.get(module.structs[id].name), kind, ty, Precision::None)
            }
            Subject::Function(function) => {
                let overload = self.overloads.get(&function)?;
                let data = &module.functions[function];
                let parameters = overload.parameters.iter().map(|it| self.parameter(it)).collect();
                let kind = FunctionItem { function, parameters, defined: overload.defined };
                let name = module.names.get(data.name);
                of(name, ItemKind::Function(kind), overload.result, data.precision)
            }
            Subject::SubroutineType(number) => {
                let ty = self.lowering.subroutines.types.get(number as usize)?;
                of(symbols.text(ty.name), ItemKind::SubroutineType, ty.result, Precision::None)
            }
            Subject::Faulty(span) => {
                let name = self.lowering.settings.sources.slice(span);
                of(name, ItemKind::Faulty, common::VOID, Precision::None)
            }
            Subject::MemberOf(..) | Subject::Type(_) => None,
        }
    }

    fn variable(&self, id: VariableId, variable: &Variable) -> ItemKind {
        if let Some(&passing) = self.recorder.parameters.get(&id) {
            return ItemKind::Parameter(passing);
        }
        let value = match variable.kind {
            VariableKind::Value(operand) => operand.constant(),
            VariableKind::Memory(..) | VariableKind::Error => None,
        };
        ItemKind::Variable {
            storage: variable.storage(),
            global: variable.global(),
            value,
            constant: variable.protection == Some(Protection::Const),
        }
    }

    fn parameter(&self, parameter: &Parameter) -> ParameterItem {
        let name = parameter.name.map_or("", |(name, _)| self.lowering.symbols.text(name));
        ParameterItem {
            name: name.to_owned(),
            ty: parameter.ty,
            passing: parameter.passing,
            precision: parameter.precision,
        }
    }
}
