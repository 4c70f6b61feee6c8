//! Options by tables: the names of each, and what it sets. `lexopt` splits the words of the command line.
//!
//! Nothing is built at the start, however many options there are: a row costs nothing until its option is given.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use lexopt::Arg;
use vitrum::Stage;

use super::{help, rewrite};

/// An option of a command, whose arguments are a `T`.
pub(crate) struct Row<T> {
    /// The name behind two hyphens, or a letter behind one.
    pub(crate) name: &'static str,
    /// The letter of an option that has a name, too.
    letter: Option<char>,
    take: Take<T>,
    /// True if help and messages have another spelling of it, which [`rewrite`] knows.
    pub(crate) is_hidden: bool,
}

/// The form of an option, and the function that takes its value.
enum Take<T> {
    /// It has no value.
    Flag(fn(&mut T)),
    /// It has a value, in the same word or in the next one.
    Value(fn(&mut T, OsString) -> Result<()>),
    /// It can have a value, behind `=`; an empty one otherwise.
    Optional(fn(&mut T, OsString) -> Result<()>),
}

/// An option without a value.
pub(crate) const fn flag<T>(name: &'static str, set: fn(&mut T)) -> Row<T> {
    Row { name, letter: None, take: Take::Flag(set), is_hidden: false }
}

/// An option with a value.
pub(crate) const fn value<T>(name: &'static str, set: fn(&mut T, OsString) -> Result<()>) -> Row<T> {
    Row { name, letter: None, take: Take::Value(set), is_hidden: false }
}

/// An option whose value can be left out.
pub(crate) const fn optional<T>(name: &'static str, set: fn(&mut T, OsString) -> Result<()>) -> Row<T> {
    Row { name, letter: None, take: Take::Optional(set), is_hidden: false }
}

/// An option with a letter, too.
pub(crate) const fn lettered<T>(letter: char, mut row: Row<T>) -> Row<T> {
    row.letter = Some(letter);
    row
}

/// An option with another spelling in the help.
pub(crate) const fn hidden<T>(mut row: Row<T>) -> Row<T> {
    row.is_hidden = true;
    row
}

impl<T> Row<T> {
    /// All its names, with hyphens.
    #[cfg(test)]
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        let letter = self.letter.map(|letter| format!("-{letter}"));
        [with_hyphens(self.name)].into_iter().chain(letter)
    }

    /// Its name as the help has it.
    fn spelling(&self) -> String {
        let name = with_hyphens(self.name);
        let other = if self.is_hidden { rewrite::spelling(&name) } else { None };
        other.map_or(name, str::to_owned)
    }

    fn is_called(&self, argument: &Arg<'_>) -> bool {
        match argument {
            Arg::Long(name) => self.name == *name && name.len() > 1,
            Arg::Short(letter) => {
                let mut name = self.name.chars();
                self.letter == Some(*letter) || (name.next(), name.next()) == (Some(*letter), None)
            }
            Arg::Value(_) => false,
        }
    }
}

/// The options that a command line gives, by name, with the spellings that the help has for them.
pub(crate) struct Given(Vec<(&'static str, String)>);

impl Given {
    /// Refuses options that exclude each other.
    pub(crate) fn check_conflicts(&self, conflicts: &[(&str, &str)]) -> Result<()> {
        match conflicts.iter().find_map(|(a, b)| self.get(a).zip(self.get(b))) {
            Some((a, b)) => bail!("option `{a}` cannot be used with `{b}`"),
            None => Ok(()),
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|row| row.0 == name).map(|row| row.1.as_str())
    }
}

/// Reads words into `arguments`; words that are neither options nor their values, such as files, go to `free`.
///
/// # Errors
/// If an option is unknown, lacks its value or has a wrong one.
pub(crate) fn parse<T>(
    words: Vec<OsString>,
    rows: &[Row<T>],
    arguments: &mut T,
    free: fn(&mut T, OsString) -> Result<()>,
) -> Result<Given> {
    let mut parser = lexopt::Parser::from_args(words);
    let mut given = Given(Vec::new());
    while let Some(argument) = parser.next().map_err(|error| surplus_value(error, rows))? {
        if let Arg::Value(word) = argument {
            free(arguments, word)?;
            continue;
        }
        let Some(row) = rows.iter().find(|row| row.is_called(&argument)) else {
            return Err(unknown(&argument, rows));
        };
        given.0.push((row.name, row.spelling()));
        let outcome = match row.take {
            Take::Flag(set) => {
                set(arguments);
                Ok(())
            }
            Take::Value(set) => {
                next_value(&mut parser).context("requires a value").and_then(|value| set(arguments, value))
            }
            Take::Optional(set) => set(arguments, parser.optional_value().unwrap_or_default()),
        };
        outcome.map_err(|fault| anyhow!("option `{}` {fault}", row.spelling()))?;
    }
    Ok(given)
}

/// Reads the words of a command that takes neither options nor anything else.
pub(crate) fn parse_none(words: Vec<OsString>) -> Result<()> {
    parse(words, &[], &mut (), |(), word| bail!("unexpected argument `{}`", word.to_string_lossy())).map(drop)
}

/// The value of an option: what is joined to it, or the next word, unless that is an option.
fn next_value(parser: &mut lexopt::Parser) -> Option<OsString> {
    if let Some(value) = parser.optional_value() {
        return Some(value);
    }
    let is_option = |word: &OsStr| word.len() > 1 && word.as_encoded_bytes().starts_with(b"-");
    parser.try_raw_args()?.next_if(|word| !is_option(word))
}

fn surplus_value<T>(error: lexopt::Error, rows: &[Row<T>]) -> anyhow::Error {
    match error {
        lexopt::Error::UnexpectedValue { option, value } => {
            let row = rows.iter().find(|row| with_hyphens(row.name) == option);
            let option = row.map_or(option, Row::spelling);
            anyhow!("option `{option}` takes no value, found `{}`", value.to_string_lossy())
        }
        error => error.into(),
    }
}

/// The error for an option that no row has, with one of the help that is spelt like it.
fn unknown<T>(argument: &Arg<'_>, rows: &[Row<T>]) -> anyhow::Error {
    let name = match argument {
        Arg::Long(name) => format!("--{name}"),
        Arg::Short(letter) => format!("-{letter}"),
        Arg::Value(word) => word.to_string_lossy().into_owned(),
    };
    let is_long = matches!(argument, Arg::Long(_));
    // The measure and the bound of other programs with such options.
    let likeness = |row: &Row<T>| strsim::jaro(row.name, name.trim_start_matches('-'));
    let visible = rows.iter().filter(|row| is_long && !row.is_hidden && row.name.len() > 1);
    let similar = visible.map(|row| (likeness(row), row.name)).filter(|row| row.0 > 0.7);
    let similar = similar.max_by(|a, b| a.0.total_cmp(&b.0));
    let similar = similar.map_or(String::new(), |(_, name)| format!(", did you mean `--{name}`"));
    anyhow!("unknown option `{name}`{similar}; `vitrum --help` lists all options")
}

fn with_hyphens(name: &str) -> String {
    if name.chars().count() == 1 { format!("-{name}") } else { format!("--{name}") }
}

/// The command for help, if words ask for it.
pub(crate) fn help_of(words: &[OsString]) -> Option<&'static str> {
    let mut options = words.iter().take_while(|word| *word != "--");
    let asks = options.any(|word| word == "-h" || word == "--help");
    let of_command = || help::COMMANDS.iter().find(|row| words.first().is_some_and(|word| *word == row.0));
    asks.then(|| of_command().map_or(help::HELP, |row| row.1))
}

/// A type that the values of options are read as.
pub(crate) trait FromValue: Sized {
    /// The value; `None` if the text does not have its form.
    fn from_value(text: &OsStr) -> Option<Self>;
    /// The form of the text, for messages.
    fn expected() -> String;
}

impl FromValue for String {
    fn from_value(text: &OsStr) -> Option<Self> {
        text.to_str().map(str::to_owned)
    }

    fn expected() -> String {
        "UTF-8".to_owned()
    }
}

impl FromValue for PathBuf {
    fn from_value(text: &OsStr) -> Option<Self> {
        (!text.is_empty()).then(|| text.into())
    }

    fn expected() -> String {
        "a path".to_owned()
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl FromValue for $number {
            fn from_value(text: &OsStr) -> Option<Self> {
                text.to_str()?.parse().ok()
            }

            fn expected() -> String {
                format!("a number from 0 to {}", <$number>::MAX)
            }
        }
    )*};
}

numbers!(u8 u32 u64 usize);

impl FromValue for Stage {
    fn from_value(text: &OsStr) -> Option<Self> {
        vitrum::stage_from_name(text.to_str()?)
    }

    fn expected() -> String {
        let names: Vec<_> = Stage::ALL.iter().map(|row| vitrum::stage_extension(row.0)).collect();
        alternatives(&names)
    }
}

/// A type whose values have names on the command line.
pub(crate) trait Named: Copy + 'static {
    /// The names, each with its value.
    const NAMES: &'static [(&'static str, Self)];
}

impl<N: Named> FromValue for N {
    fn from_value(text: &OsStr) -> Option<Self> {
        N::NAMES.iter().find(|row| text == row.0).map(|row| row.1)
    }

    fn expected() -> String {
        let names: Vec<_> = N::NAMES.iter().map(|row| row.0).collect();
        alternatives(&names)
    }
}

fn alternatives(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Reads a value.
pub(crate) fn read<V: FromValue>(value: &OsStr) -> Result<V> {
    let wrong = || format!("requires {}, found `{}`", V::expected(), value.to_string_lossy());
    V::from_value(value).with_context(wrong)
}

/// Sets a field that has a default.
pub(crate) fn put<V: FromValue>(field: &mut V, value: OsString) -> Result<()> {
    *field = read(&value)?;
    Ok(())
}

/// Sets a field.
pub(crate) fn set<V: FromValue>(field: &mut Option<V>, value: OsString) -> Result<()> {
    *field = Some(read(&value)?);
    Ok(())
}

/// Adds to a list.
pub(crate) fn push<V: FromValue>(field: &mut Vec<V>, value: OsString) -> Result<()> {
    field.push(read(&value)?);
    Ok(())
}

/// Adds to a list what stands between commas.
pub(crate) fn extend<V: FromValue>(field: &mut Vec<V>, value: OsString) -> Result<()> {
    for part in read::<String>(&value)?.split(',') {
        field.push(read(OsStr::new(part))?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Row, flag, lettered, optional, parse, push, set, value};
    use std::ffi::OsString;

    #[derive(Debug, Default, PartialEq)]
    struct Words {
        loud: bool,
        level: Option<u32>,
        machine: Vec<String>,
        names: Vec<String>,
    }

    const ROWS: &[Row<Words>] = &[
        lettered('l', flag("loud", |it| it.loud = true)),
        value("x", |it, text| set(&mut it.level, text)),
        optional("machine", |it, text| push(&mut it.machine, text)),
    ];

    fn words(line: &str) -> Result<Words, String> {
        let mut words = Words::default();
        let free = |it: &mut Words, word: OsString| push(&mut it.names, word);
        let parsed = parse(line.split(' ').map(OsString::from).collect(), ROWS, &mut words, free);
        parsed.map(|_| words).map_err(|error| error.to_string())
    }

    #[test]
    fn words_become_fields() {
        let all = || Words {
            loud: true,
            level: Some(7),
            machine: vec!["a=1".to_owned()],
            names: vec!["b".to_owned(), "-".to_owned(), "--loud".to_owned()],
        };
        for line in [
            "--loud -x 7 --machine=a=1 b - -- --loud",
            "b -lx7 --machine=a=1 - -- --loud",
            "-x 3 b -x=7 -l - --machine=a=1 -- --loud",
        ] {
            assert_eq!(words(line), Ok(all()), "{line}");
        }
        assert_eq!(
            words("--machine b").map(|it| (it.machine, it.names)),
            Ok((vec![String::new()], vec!["b".to_owned()]))
        );
    }

    #[test]
    fn faults_name_the_option() {
        for (line, expected) in [
            ("-x", "option `-x` requires a value"),
            ("-x --loud", "option `-x` requires a value"),
            ("-x a", "option `-x` requires a number from 0 to 4294967295, found `a`"),
            ("--loud=2", "option `--loud` takes no value, found `2`"),
            ("--lout", "unknown option `--lout`, did you mean `--loud`; `vitrum --help` lists all options"),
            ("-y", "unknown option `-y`; `vitrum --help` lists all options"),
            ("-d", "unknown option `-d`; `vitrum --help` lists all options"),
            ("--x 1", "unknown option `--x`; `vitrum --help` lists all options"),
        ] {
            assert_eq!(words(line), Err(expected.to_owned()), "{line}");
        }
    }
}
