//! Types, qualifiers, keywords, and features that have no row elsewhere.

use vitrum::Extension;
use vitrum::ir::Stage;
use vitrum_glsl::builtin_types::BuiltinType;
use vitrum_glsl::features::Feature;
use vitrum_glsl::version::Dialect;
use vitrum_glsl::words::{Availability, Meaning, WORDS, WordStatus};

use super::uses::{declaration, of_feature, of_keyword, of_qualifier};
use super::{Item, Place, is_for_vulkan};

/// Every type, word and feature that a version has.
pub(super) fn items(place: Place) -> Vec<Item> {
    let types = BuiltinType::ALL.iter().map(|&ty| {
        let (stage, globals, body) = declaration(ty, place);
        (ty.name().to_owned(), stage, ty.info().availability, globals, body)
    });
    let words = WORDS.iter().flat_map(|word| {
        let uses = match word.meaning {
            Some(Meaning::Keyword(keyword)) => vec![of_keyword(keyword, place)],
            Some(Meaning::Qualifier(qualifier)) => {
                let mut uses = of_qualifier(qualifier, place);
                for (_, globals, body) in &mut uses {
                    *globals = globals.replace(qualifier.text(), word.text);
                    *body = body.replace(qualifier.text(), word.text);
                }
                uses
            }
            Some(Meaning::Bool(value)) => {
                vec![(Stage::Fragment, String::new(), format!("bool b = {value}; sum += float(b);"))]
            }
            // The first word of `unsigned int`.
            Some(Meaning::Type(ty)) if word.text != "unsigned" => {
                let (stage, globals, body) = declaration(ty, place);
                vec![(stage, globals.replace(ty.name(), word.text), body.replace(ty.name(), word.text))]
            }
            Some(Meaning::Type(_)) => {
                let body = format!("{} int x = 3u; sum += float(x);", word.text);
                vec![(Stage::Fragment, String::new(), body)]
            }
            None => Vec::new(),
        };
        uses.into_iter()
            .map(|(stage, globals, body)| (word.text.to_owned(), stage, word.availability, globals, body))
    });
    let features = Feature::ALL.iter().filter_map(|&feature| {
        let (stage, globals, body) = of_feature(feature)?;
        Some((feature, stage, globals.to_owned(), body.to_owned()))
    });
    let mut items: Vec<Item> = types
        .chain(words)
        .flat_map(|(name, stage, availability, globals, body)| {
            let mut items = of_word(name, stage, &availability, globals, body, place);
            // A shader has one block of these, and does not write outputs beside it.
            items.iter_mut().for_each(|it| it.is_alone |= it.globals.starts_with("__pixel_local"));
            items
        })
        .collect();
    for (feature, stage, globals, body) in features {
        items.extend(of_feature_row(feature, &format!("{feature:?}"), stage, &globals, &body, place));
    }
    items
}

/// An item for each way in which a version has a feature.
pub(super) fn of_feature_row(
    feature: Feature,
    name: &str,
    stage: Stage,
    globals: &str,
    body: &str,
    place: Place,
) -> Vec<Item> {
    if place.vulkan {
        return Vec::new();
    }
    let info = feature.info();
    // A printer may ask for a part of an extension later than for the others, and needs no other spelling before.
    let is_asked = |it: &Extension| {
        let mut rows = info.requests.iter().filter(|row| row.extension == *it);
        it.is_requested_in(place.version)
            && !is_for_vulkan(*it)
            && rows.all(|row| place.version.at_least(row.desktop, row.es))
    };
    let all: Vec<Extension> = feature.extensions().collect();
    let is_in = |version| info.since.is_in(version);
    let homes: Vec<_> = match is_in(place.version) {
        true => vec![None],
        false => all.iter().copied().filter(is_asked).map(Some).collect(),
    };
    let made = homes.into_iter().filter_map(|home| {
        let mut item = item(name, stage, home, globals, body, place)?;
        item.is_brought_by(home, &all, is_in);
        Some(item)
    });
    made.collect()
}

fn item(
    name: &str,
    stage: Stage,
    home: Option<Extension>,
    globals: &str,
    body: &str,
    place: Place,
) -> Option<Item> {
    let mut item = Item::new(name, place, stage)?;
    item.extensions.extend(home);
    item.globals = format!("{globals}\n");
    item.body = format!("        {body}\n");
    item.needs_parts().then_some(item)
}

/// An item for each way in which a version has a word.
pub(super) fn of_word(
    name: String,
    stage: Stage,
    availability: &Availability,
    globals: String,
    body: String,
    place: Place,
) -> Vec<Item> {
    let since = availability.since();
    let plain = Dialect::new(place.version);
    let is_in = |vulkan| availability.status(&Dialect { vulkan, ..plain }) == WordStatus::Keyword;
    let homes: Vec<Option<Extension>> = if is_in(place.vulkan) {
        // Words of the version are said once, but OpenGL lacks some stages.
        let has_stage = Item::new("", Place { vulkan: false, ..place }, stage).is_some();
        if place.vulkan && is_in(false) && has_stage { Vec::new() } else { vec![None] }
    } else {
        let is_of_vulkan = |it: Extension| is_for_vulkan(it) || availability.needs_vulkan();
        let known = |it: &&Extension| it.is_requested_in(place.version) && is_of_vulkan(**it) == place.vulkan;
        since.extensions.iter().filter(known).copied().map(Some).collect()
    };
    let stored = |home: Option<Extension>| {
        let storage = [Extension::ExtShader8bitStorage, Extension::ExtShader16bitStorage];
        let is_local = globals.is_empty() && home.is_some_and(|it| storage.contains(&it));
        is_local.then(|| (format!("layout(binding = @) buffer B@ {{ {name} x@; }};"), String::new()))
    };
    let item = |home| {
        let (globals, body) = stored(home).unwrap_or_else(|| (globals.clone(), body.clone()));
        let mut item = item(&name, stage, home, &globals, &body, place)?;
        let is_in = |version| {
            let dialect = Dialect { version, vulkan: place.vulkan, ..plain };
            availability.status(&dialect) == WordStatus::Keyword
        };
        item.is_brought_by(home, since.extensions, is_in);
        Some(item)
    };
    homes.into_iter().filter_map(item).collect()
}
