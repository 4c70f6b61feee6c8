//! Serialised forms of enums and sets of the IR: the names of their text form.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use vitrum_ir::{Named, NamedSet};

/// One name.
pub(crate) mod name {
    use serde::{Deserializer, Serializer};
    use vitrum_ir::Named;

    pub(crate) fn serialize<T: Named, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(value.name())
    }

    pub(crate) fn deserialize<'de, T: Named, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        super::named(from)
    }
}

/// A name, or nothing.
pub(crate) mod optional_name {
    use serde::{Deserializer, Serializer};
    use vitrum_ir::Named;

    pub(crate) fn serialize<T: Named, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => to.serialize_some(value.name()),
            None => to.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, T: Named, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
        super::named(from).map(Some)
    }
}

/// A list of names.
pub(crate) mod names {
    use serde::{Deserializer, Serializer};
    use vitrum_ir::NamedSet;

    pub(crate) fn is_empty<T: NamedSet>(set: &T) -> bool {
        set.names().next().is_none()
    }

    pub(crate) fn serialize<T: NamedSet, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(value.names())
    }

    pub(crate) fn deserialize<'de, T: NamedSet, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        super::named_set(from)
    }
}

fn named<'de, T: Named, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    struct Name<T>(PhantomData<T>);

    impl<T: Named> Visitor<'_> for Name<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a name")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            T::from_name(text).ok_or_else(|| E::custom(format_args!("unknown name `{text}`")))
        }
    }
    from.deserialize_str(Name(PhantomData))
}

fn named_set<'de, T: NamedSet, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    struct Names<T>(PhantomData<T>);

    impl<'de, T: NamedSet> Visitor<'de> for Names<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of names")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<T, A::Error> {
            let mut set = T::default();
            while let Some(name) = list.next_element::<String>()? {
                if !set.insert_name(&name) {
                    return Err(Error::custom(format_args!("unknown name `{name}`")));
                }
            }
            Ok(set)
        }
    }
    from.deserialize_seq(Names(PhantomData))
}
