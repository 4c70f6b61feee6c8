//! Options of the passes that take textures and samplers apart or put them together, and their text forms.

use crate::framework::notes::Renamed;
use crate::framework::settings::{PassOption, PassOptions};
use std::collections::BTreeMap;
use vitrum_ir::{Decorations, GlobalData, Module};

/// The place of a global that `separate_samplers` or `combine_samplers` makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SamplerPlace {
    /// The next free binding of its set, which `assign_locations` chooses.
    #[default]
    Free,
    /// The binding of the texture, in another set.
    Set(u32),
    /// The set of the texture, so many bindings behind it.
    Offset(u32),
}

impl SamplerPlace {
    /// The text form: `free`, `set:N` or `offset:N`.
    fn parse(text: &str) -> Option<Self> {
        match text.split_once(':') {
            None => (text == "free").then_some(Self::Free),
            Some(("set", number)) => number.parse().ok().map(Self::Set),
            Some(("offset", number)) => number.parse().ok().map(Self::Offset),
            Some(_) => None,
        }
    }

    /// Puts a global beside a texture with these decorations.
    pub(super) fn apply(&self, texture: &Decorations, placed: &mut Decorations) {
        (placed.set, placed.binding) = match (self, texture.binding) {
            (Self::Set(set), Some(binding)) => (Some(*set), Some(binding)),
            (Self::Offset(offset), Some(binding)) => (texture.set, binding.checked_add(*offset)),
            (Self::Set(set), None) => (Some(*set), None),
            (Self::Free | Self::Offset(_), _) => (texture.set, None),
        };
    }
}

/// Places of globals by name: descriptor set and binding.
pub type PlacesByName = BTreeMap<String, (u32, u32)>;

/// The text form of places by name: `NAME:SET:BINDING,...`; for the set 0, `NAME:BINDING`.
fn parse_places(text: &str) -> Option<PlacesByName> {
    let row = |text: &str| {
        let (name, place) = text.split_once(':')?;
        let (set, binding) = place.split_once(':').unwrap_or(("0", place));
        Some((name.to_owned(), (set.parse().ok()?, binding.parse().ok()?)))
    };
    text.split(',').map(row).collect()
}

/// Gives a global the place that a map has for its name.
pub(super) fn place_by_name(module: &Module, places: &PlacesByName, data: &mut GlobalData) {
    if let Some(&(set, binding)) = places.get(module.names.get(data.name)) {
        (data.decorations.set, data.decorations.binding) = (Some(set), Some(binding));
    }
}

/// New names of globals, in the order in which other passes follow them.
pub(super) type Names = Vec<Renamed>;

/// Options of `separate_samplers`.
///
/// ```
/// use vitrum_passes::{SamplerPlace, SeparateSamplers, Settings};
///
/// let options = SeparateSamplers { suffix: "Smp".to_owned(), place: SamplerPlace::Set(1), ..Default::default() };
/// let settings = Settings::for_spirv(true).with(options);
/// assert!(settings.get::<SeparateSamplers>().is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeparateSamplers {
    /// In front of the name of the combined texture, for the sampler.
    pub prefix: String,
    /// Behind it.
    pub suffix: String,
    /// Behind the name of the texture, which keeps it by default.
    pub texture_suffix: String,
    /// The places of samplers.
    pub place: SamplerPlace,
    /// The places of samplers by their new names, and of textures.
    pub places: PlacesByName,
    /// True if every combined texture is taken apart: multisampled ones, which need no sampler, and images of the system, too.
    pub all: bool,
}

impl Default for SeparateSamplers {
    fn default() -> Self {
        Self {
            prefix: String::new(),
            suffix: "_sampler".to_owned(),
            texture_suffix: String::new(),
            place: SamplerPlace::default(),
            places: PlacesByName::new(),
            all: false,
        }
    }
}

/// Options of `combine_samplers`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombineSamplers {
    /// Between the names of the texture and of the sampler.
    pub separator: String,
    /// The place of a pair whose texture has another pair already; the first has the place of the texture.
    pub place: SamplerPlace,
    /// The places of pairs by their names.
    pub places: PlacesByName,
}

impl Default for CombineSamplers {
    fn default() -> Self {
        Self { separator: "_".to_owned(), place: SamplerPlace::default(), places: PlacesByName::new() }
    }
}

fn change<T: Clone + Default + Send + Sync + 'static>(
    options: &mut PassOptions,
    change: impl FnOnce(&mut T),
) -> Option<()> {
    options.change(change);
    Some(())
}

/// True if a text can stand in a name.
fn is_part_of_name(text: &str) -> bool {
    text.chars().all(|it| it == '_' || it.is_ascii_alphanumeric())
}

fn name(text: &str) -> Option<String> {
    is_part_of_name(text).then(|| text.to_owned())
}

/// The options of `separate_samplers` as text.
pub(crate) const SEPARATE: &[PassOption] = &[
    PassOption {
        name: "suffix",
        values: "TEXT",
        summary: "behind the name of the texture, for the sampler [default: _sampler]",
        set: |options, text| {
            let text = name(text)?;
            change(options, |it: &mut SeparateSamplers| it.suffix = text)
        },
    },
    PassOption {
        name: "prefix",
        values: "TEXT",
        summary: "in front of the name of the texture, for the sampler",
        set: |options, text| {
            let text = name(text)?;
            change(options, |it: &mut SeparateSamplers| it.prefix = text)
        },
    },
    PassOption {
        name: "texture_suffix",
        values: "TEXT",
        summary: "behind the name of the texture",
        set: |options, text| {
            let text = name(text)?;
            change(options, |it: &mut SeparateSamplers| it.texture_suffix = text)
        },
    },
    PassOption {
        name: "place",
        values: "free|set:N|offset:N",
        summary: "the sampler's binding: a free one, that of the texture in set N, or N behind it",
        set: |options, text| {
            let place = SamplerPlace::parse(text)?;
            change(options, |it: &mut SeparateSamplers| it.place = place)
        },
    },
    PassOption {
        name: "places",
        values: "NAME:SET:BINDING,...",
        summary: "places of samplers and textures by their new names",
        set: |options, text| {
            let places = parse_places(text)?;
            change(options, |it: &mut SeparateSamplers| it.places = places)
        },
    },
    PassOption {
        name: "all",
        values: "true|false",
        summary: "whether multisampled textures and images of the system are taken apart, too [default: false]",
        set: |options, text| {
            let is = text.parse().ok()?;
            change(options, |it: &mut SeparateSamplers| it.all = is)
        },
    },
];

/// The options of `combine_samplers` as text.
pub(crate) const COMBINE: &[PassOption] = &[
    PassOption {
        name: "separator",
        values: "TEXT",
        summary: "between the names of the texture and of the sampler [default: _]",
        set: |options, text| {
            let text = name(text)?;
            change(options, |it: &mut CombineSamplers| it.separator = text)
        },
    },
    PassOption {
        name: "place",
        values: "free|set:N|offset:N",
        summary: "the binding of all pairs of a texture but the first: free, its own in set N, or N behind it",
        set: |options, text| {
            let place = SamplerPlace::parse(text)?;
            change(options, |it: &mut CombineSamplers| it.place = place)
        },
    },
    PassOption {
        name: "places",
        values: "NAME:SET:BINDING,...",
        summary: "places of pairs by their names",
        set: |options, text| {
            let places = parse_places(text)?;
            change(options, |it: &mut CombineSamplers| it.places = places)
        },
    },
];

#[cfg(test)]
mod tests {
    use super::{CombineSamplers, SamplerPlace, SeparateSamplers};
    use crate::PassOptions;

    #[test]
    fn options_are_read_from_text() {
        let mut options = PassOptions::default();
        for text in ["suffix=S", "prefix=p_", "place=offset:16", "places=a:1:2,b:3", "all=true"] {
            options.set(&format!("separate_samplers.{text}")).unwrap();
        }
        let read = options.get::<SeparateSamplers>();
        assert_eq!((read.suffix.as_str(), read.prefix.as_str()), ("S", "p_"));
        assert_eq!((read.place, read.all), (SamplerPlace::Offset(16), true));
        assert_eq!(read.places.into_values().collect::<Vec<_>>(), [(1, 2), (0, 3)]);
        options.set("combine_samplers.place=set:2").unwrap();
        assert_eq!(options.get::<CombineSamplers>().place, SamplerPlace::Set(2));
        assert!(options.set("separate_samplers.place=near").is_err());
        assert!(options.set("separate_samplers.suffix=a b").is_err());
    }
}
