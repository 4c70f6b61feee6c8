//! The sections `[test]` and `[vertex data]` of a `.shader_test` file.
//!
//! Commands that only OpenGL has are refused with their names.

use vitrum_runner::{Compare, Filter, Topology, Wrap};

use super::{Area, Column, Command, Kind, Parameter, Relation, Script, textures};
use crate::execute::values::{Component, Given};

/// Default width and height.
const SIZE: [u32; 2] = [250, 250];

/// Reads a script; the error names the unsupported command.
pub(crate) fn parse(test: &str, data: &str, size: Option<[u32; 2]>) -> Result<Script, String> {
    let mut script = Script { size: size.unwrap_or(SIZE), ..Script::default() };
    script.columns = columns(data)?;
    for line in test.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let spaced = line.replace(['(', ')', ','], " ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        if words.is_empty() || words.first().is_some_and(|word| word.starts_with('[')) {
            continue;
        }
        let Some(commands) = command(&words, script.size) else {
            return Err(format!("does `{}`", kind_of(&words)));
        };
        script.commands.extend(commands);
    }
    Ok(script)
}

/// The words of a command without its numbers.
fn kind_of(words: &[&str]) -> String {
    let named = |word: &&&str| word.starts_with(|first: char| first.is_alphabetic());
    words.iter().take(3).take_while(named).copied().collect::<Vec<_>>().join(" ")
}

fn floats<const N: usize>(words: &[&str]) -> Option<[f32; N]> {
    let values: Option<Vec<f32>> = words.iter().take(N).map(|word| float(word)).collect();
    values?.try_into().ok()
}

/// A float: decimal, or its bits in hexadecimal.
fn float(word: &str) -> Option<f32> {
    match word.strip_prefix("0x") {
        Some(hex) => Some(f32::from_bits(u32::from_str_radix(hex, 16).ok()?)),
        None => word.parse::<f64>().ok().map(|value| value as f32),
    }
}

fn unsigned(word: &str) -> Option<u32> {
    integer(word).and_then(|value| u32::try_from(value).ok())
}

fn integer(word: &str) -> Option<i128> {
    let (sign, digits) = word.strip_prefix('-').map_or((1, word), |rest| (-1, rest));
    let value = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(sign * value)
}

/// The bits of a number as a file writes it.
fn bits(kind: Kind, word: &str) -> Option<u64> {
    match kind {
        Kind::Float => float(word).map(|value| u64::from(value.to_bits())),
        Kind::Double => match word.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).ok(),
            None => word.parse::<f64>().ok().map(f64::to_bits),
        },
        Kind::Int | Kind::Uint => integer(word).map(|value| u64::from(value as u32)),
        Kind::Int64 | Kind::Uint64 => integer(word).map(|value| value as u64),
    }
}

/// The kind of numbers of a GLSL type.
fn kind(ty: &str) -> Option<Kind> {
    Some(match ty {
        "double" => Kind::Double,
        "int" => Kind::Int,
        "uint" => Kind::Uint,
        "int64_t" | "int64" => Kind::Int64,
        "uint64_t" | "uint64" => Kind::Uint64,
        "float" => Kind::Float,
        _ if ty.starts_with("i64vec") => Kind::Int64,
        _ if ty.starts_with("u64vec") => Kind::Uint64,
        _ if ty.starts_with("dvec") || ty.starts_with("dmat") => Kind::Double,
        _ if ty.starts_with("ivec") => Kind::Int,
        _ if ty.starts_with("uvec") => Kind::Uint,
        _ if ty.starts_with("vec") || ty.starts_with("mat") => Kind::Float,
        _ => return None,
    })
}

/// The commands of a line; none if it is not known.
fn command(words: &[&str], size: [u32; 2]) -> Option<Vec<Command>> {
    let one = match words {
        ["clear", "color", rest @ ..] => Command::ClearColor(floats(rest)?),
        ["clear", "depth", value] => Command::ClearDepth(float(value)?),
        ["clear"] => Command::Clear,
        ["uniform", ty, name, rest @ ..] => Command::Uniform(uniform(ty, name, rest)?),
        ["texture", rest @ ..] => textures::texture(rest)?,
        ["texparameter", _, rest @ ..] => Command::Parameter(parameter(rest)?),
        // Images are found as textures are: by the number of their unit.
        ["image", "texture", ..] | ["link", "success"] | ["active", "uniform", ..] => return Some(Vec::new()),
        ["fb", "tex", "2d", unit] => Command::Target(unsigned(unit)?),
        ["tolerance", rest @ ..] => Command::Tolerance(floats(rest)?),
        ["ortho"] => Command::Ortho([0.0, size[0] as f32, 0.0, size[1] as f32]),
        ["ortho", rest @ ..] => Command::Ortho(floats(rest)?),
        ["ssbo", index, bytes] => Command::Storage(unsigned(index)?, unsigned(bytes)? as usize),
        ["ssbo", index, "subdata", ty, offset, rest @ ..] => {
            let kind = kind(ty)?;
            let mut bytes = Vec::new();
            for word in rest {
                bytes.extend_from_slice(bits(kind, word)?.to_le_bytes().get(..kind.bytes())?);
            }
            Command::StorageData(unsigned(index)?, unsigned(offset)? as usize, bytes)
        }
        ["atomic", "counters", count] => Command::Counters(unsigned(count)? as usize),
        ["atomic", "counter", "buffer", "0", count] => Command::Counters(unsigned(count)? as usize),
        ["atomic", "counter", "0", index, value] => {
            Command::Counter(unsigned(index)? as usize, unsigned(value)?)
        }
        ["patch", "parameter", "vertices", count] => Command::Patch(unsigned(count)?),
        ["provoking", "vertex", "last"] => return Some(Vec::new()),
        ["shade", "model", "smooth"] => return Some(Vec::new()),
        ["enable", "GL_DEPTH_TEST"] => Command::DepthTest(true),
        ["disable", "GL_DEPTH_TEST"] => Command::DepthTest(false),
        ["enable", what] => {
            let known = what.starts_with("GL_CLIP_PLANE")
                || what.starts_with("GL_CLIP_DISTANCE")
                || what.ends_with("PROGRAM_POINT_SIZE");
            return known.then(Vec::new);
        }
        ["draw", rest @ ..] => draw(rest, size)?,
        ["compute", x, y, z] => Command::Compute([unsigned(x)?, unsigned(y)?, unsigned(z)?]),
        ["probe", "ssbo", ty, index, offset, relation, value] => {
            let kind = kind(ty)?;
            Command::ProbeStorage {
                index: unsigned(index)?,
                offset: unsigned(offset)? as usize,
                kind,
                relation: self::relation(relation)?,
                bits: bits(kind, value)?,
            }
        }
        ["probe", "atomic", "counter", index, relation, value] => Command::ProbeCounter {
            index: unsigned(index)? as usize,
            relation: self::relation(relation)?,
            value: unsigned(value)?,
        },
        ["probe", rest @ ..] => probe(rest, false)?,
        ["relative", "probe", rest @ ..] => probe(rest, true)?,
        _ => return None,
    };
    Some(vec![one])
}

fn uniform(ty: &str, name: &str, values: &[&str]) -> Option<Given> {
    let kind = kind(ty)?;
    let components = values.iter().map(|word| bits(kind, word).map(Component::Bits));
    Some(Given { path: name.to_owned(), components: components.collect::<Option<_>>()? })
}

fn parameter(words: &[&str]) -> Option<Parameter> {
    let wrap = |word: &str| match word {
        "repeat" => Some(Wrap::Repeat),
        "mirrored_repeat" => Some(Wrap::MirroredRepeat),
        "clamp_to_edge" => Some(Wrap::ClampToEdge),
        "clamp_to_border" => Some(Wrap::ClampToBorder),
        _ => None,
    };
    Some(match words {
        ["mag", "nearest"] => Parameter::Magnify(Filter::Nearest),
        ["mag", "linear"] => Parameter::Magnify(Filter::Linear),
        ["min", "nearest"] => Parameter::Minify(Filter::Nearest, None),
        ["min", "linear"] => Parameter::Minify(Filter::Linear, None),
        ["min", "nearest_mipmap_nearest"] => Parameter::Minify(Filter::Nearest, Some(Filter::Nearest)),
        ["min", "linear_mipmap_nearest"] => Parameter::Minify(Filter::Linear, Some(Filter::Nearest)),
        ["min", "nearest_mipmap_linear"] => Parameter::Minify(Filter::Nearest, Some(Filter::Linear)),
        ["min", "linear_mipmap_linear"] => Parameter::Minify(Filter::Linear, Some(Filter::Linear)),
        ["wrap_s", word] => Parameter::Wrap(0, wrap(word)?),
        ["wrap_t", word] => Parameter::Wrap(1, wrap(word)?),
        ["wrap_r", word] => Parameter::Wrap(2, wrap(word)?),
        ["compare_func", word] => Parameter::Compare(match *word {
            "never" => Compare::Never,
            "less" => Compare::Less,
            "equal" => Compare::Equal,
            "lequal" => Compare::LessOrEqual,
            "greater" => Compare::Greater,
            "notequal" => Compare::NotEqual,
            "gequal" => Compare::GreaterOrEqual,
            "always" => Compare::Always,
            _ => return None,
        }),
        _ => return None,
    })
}

fn relation(word: &str) -> Option<Relation> {
    Some(match word {
        "==" => Relation::Equal,
        "!=" => Relation::NotEqual,
        "<" => Relation::Less,
        "<=" => Relation::LessOrEqual,
        ">" => Relation::Greater,
        ">=" => Relation::GreaterOrEqual,
        _ => return None,
    })
}

fn draw(words: &[&str], size: [u32; 2]) -> Option<Command> {
    if let ["arrays", rest @ ..] = words {
        let (instanced, rest) =
            if let ["instanced", rest @ ..] = rest { (true, rest) } else { (false, rest) };
        let [mode, first, count, instances @ ..] = rest else { return None };
        let instances = match (instanced, instances) {
            (true, [instances]) => unsigned(instances)?,
            (false, []) => 1,
            _ => return None,
        };
        let topology = topology(mode)?;
        return Some(Command::DrawArrays {
            topology,
            first: unsigned(first)?,
            count: unsigned(count)?,
            instances,
        });
    }
    let (instanced, mut rest) =
        if let ["instanced", rest @ ..] = words { (true, rest) } else { (false, words) };
    if rest.first() != Some(&"rect") {
        return None;
    }
    rest = rest.get(1..)?;
    let (mut ortho, mut patch, mut textured) = (false, false, false);
    while let [word @ ("ortho" | "patch" | "tex"), behind @ ..] = rest {
        match *word {
            "ortho" => ortho = true,
            "patch" => patch = true,
            _ => textured = true,
        }
        rest = behind;
    }
    let mut instances = 1;
    if instanced {
        instances = unsigned(rest.first()?)?;
        rest = rest.get(1..)?;
    }
    let mut rect: [f32; 4] = floats(rest)?;
    let texture = if textured { Some(floats(rest.get(4..)?)?) } else { None };
    if ortho {
        let [width, height] = size.map(|size| size as f32);
        let [x, y, w, h] = rect;
        rect = [2.0 * x / width - 1.0, 2.0 * y / height - 1.0, 2.0 * w / width, 2.0 * h / height];
    }
    Some(Command::DrawRect { rect, texture, patch, instances })
}

/// The topology of a mode; inner none for patches, whose size another command sets.
fn topology(mode: &str) -> Option<Option<Topology>> {
    Some(Some(match mode {
        "GL_POINTS" => Topology::Points,
        "GL_LINES" => Topology::Lines,
        "GL_LINE_STRIP" => Topology::LineStrip,
        "GL_TRIANGLES" => Topology::Triangles,
        "GL_TRIANGLE_STRIP" => Topology::TriangleStrip,
        "GL_TRIANGLE_FAN" => Topology::TriangleFan,
        "GL_LINES_ADJACENCY" => Topology::LinesAdjacency,
        "GL_LINE_STRIP_ADJACENCY" => Topology::LineStripAdjacency,
        "GL_TRIANGLES_ADJACENCY" => Topology::TrianglesAdjacency,
        "GL_TRIANGLE_STRIP_ADJACENCY" => Topology::TriangleStripAdjacency,
        "GL_PATCHES" => return Some(None),
        _ => return None,
    }))
}

fn probe(words: &[&str], relative: bool) -> Option<Command> {
    let (shape, components, rest) = match words {
        ["all", components, rest @ ..] => ("all", *components, rest),
        ["rect", components, rest @ ..] => ("rect", *components, rest),
        [components, rest @ ..] => ("place", *components, rest),
        [] => return None,
    };
    let count = match components {
        "rgb" => 3,
        "rgba" => 4,
        _ => return None,
    };
    let (area, colors) = match (shape, relative) {
        ("all", false) => (Area::All, rest),
        ("rect", true) => (Area::Relative(floats(rest)?), rest.get(4..)?),
        ("rect", false) => (Area::Pixels(pixels(rest)?), rest.get(4..)?),
        ("place", true) => (Area::Place(floats(rest)?), rest.get(2..)?),
        ("place", false) => {
            let [x, y]: [f32; 2] = floats(rest)?;
            (Area::Pixels([x as u32, y as u32, 1, 1]), rest.get(2..)?)
        }
        _ => return None,
    };
    let colors: Option<Vec<f32>> = colors.iter().take(count).map(|word| float(word)).collect();
    let colors = colors?;
    (colors.len() == count).then_some(Command::Probe(area, colors))
}

fn pixels(words: &[&str]) -> Option<[u32; 4]> {
    let values: [f32; 4] = floats(words)?;
    Some(values.map(|value| value as u32))
}

/// The attributes of `[vertex data]`: names and types, and a line a vertex.
fn columns(data: &str) -> Result<Vec<Column>, String> {
    let wrong = || "has vertex data of another form".to_owned();
    let mut lines = data
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty() && !line.starts_with('['));
    let Some(header) = lines.next() else { return Ok(Vec::new()) };
    let mut columns = Vec::new();
    for word in header.split_whitespace() {
        columns.push(column(word).ok_or_else(wrong)?);
    }
    for line in lines {
        let mut words = line.split_whitespace();
        for column in &mut columns {
            for _ in 0..column.count {
                let word = words.next().ok_or_else(wrong)?;
                column.bits.push(bits(column.kind, word).ok_or_else(wrong)?);
            }
        }
    }
    Ok(columns)
}

/// `name/float/2`, `name/float/vec2`, `name/double/dmat3x4/1`.
fn column(word: &str) -> Option<Column> {
    let parts: Vec<&str> = word.split('/').collect();
    let (name, ty, count, matrix_column) = match parts[..] {
        [name, ty, count] => (name, ty, count, 0),
        [name, ty, count, column] => (name, ty, count, unsigned(column)?),
        _ => return None,
    };
    let kind = match ty {
        "float" | "double" | "int" | "uint" => kind(ty)?,
        _ => return None,
    };
    // The rows of a matrix stand last; a plain type has one component.
    let count = match count.parse() {
        Ok(count) => count,
        Err(_) => count.chars().last()?.to_digit(10).unwrap_or(1) as usize,
    };
    (1..=4).contains(&count).then(|| Column {
        name: name.to_owned(),
        kind,
        count,
        matrix_column,
        bits: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::execute::script::{Area, Command};
    use crate::execute::values::Component;

    #[test]
    fn commands_are_read() {
        let test = "clear color 0.0 0 0.5 1\nclear # all\nuniform int a[1] -1\nuniform float b 0x80000000\n\
            draw rect ortho 0 0 125 250\nprobe rect rgb (1, 2, 3, 4) (0.0, 1.0, 0.0)\nrelative probe rgba (0.5, 0.5) (0, 0, 0, 1)\n";
        let script = parse(test, "vertex/float/2 m/double/dmat2x3/1\n-1 0 1 2 3\n", None).unwrap();
        assert_eq!(script.commands.len(), 7);
        let Command::Uniform(given) = &script.commands[2] else { panic!() };
        assert_eq!(
            (given.path.as_str(), &given.components[..]),
            ("a[1]", &[Component::Bits(0xffff_ffff)][..])
        );
        assert_eq!(script.commands[5], Command::Probe(Area::Pixels([1, 2, 3, 4]), vec![0.0, 1.0, 0.0]));
        assert_eq!(script.columns[1].bits.len(), 3);
        assert_eq!(parse("shade model flat", "", None).unwrap_err(), "does `shade model flat`");
    }
}
