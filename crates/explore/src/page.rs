//! One HTML file of some shaders.

use serde::Serialize;

use crate::data::Shader;
use crate::steps::Explored;

/// The page, with `{name}` where something is filled in.
const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
/// The scripts, in the order in which they use each other.
const SCRIPTS: &[&str] = &[
    include_str!("page/model.js"),
    include_str!("page/panes.js"),
    include_str!("page/link.js"),
    include_str!("page/margin.js"),
    include_str!("page/statistics.js"),
    include_str!("page/view.js"),
    include_str!("page/main.js"),
];

#[derive(Serialize)]
struct Data<'a> {
    version: &'static str,
    shaders: Vec<&'a Shader>,
}

/// The page of some shaders, in this order: one HTML file that needs nothing else.
///
/// ```
/// use vitrum_explore::{Options, Stage, explore, page};
///
/// let shader = explore("// </script><!--\nvoid main() {}\n", &Options::new(Stage::Vertex));
/// let html = page(&[shader]);
/// assert_eq!(html.matches("</script>").count(), 2);
/// ```
pub fn page(shaders: &[Explored]) -> String {
    let names: Vec<&str> = shaders.iter().map(|shader| shader.data.name.as_str()).collect();
    let data = Data {
        version: env!("CARGO_PKG_VERSION"),
        shaders: shaders.iter().map(|shader| &shader.data).collect(),
    };
    // Strings, numbers and lists only, so serialisation cannot fail.
    let data = serde_json::to_string(&data).unwrap_or_default();
    // Neither the end of a script nor the start of a comment may stand in one; in JSON, `<` stands in strings only.
    let data = data.replace("</", "<\\/").replace("<!", "\\u003c!");
    let script = format!("\"use strict\";\n(() => {{\n{}\n}})();", SCRIPTS.concat());
    let parts = [
        ("{title}", escaped(&names.join(", "))),
        ("{style}", STYLE.to_owned()),
        ("{data}", data),
        ("{script}", script),
    ];
    fill(PAGE, &parts)
}

/// A text with parts in their places. What is filled in is not looked at again.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut html =
        String::with_capacity(template.len() + parts.iter().map(|part| part.1.len()).sum::<usize>());
    let mut rest = template;
    for (name, text) in parts {
        let Some((before, behind)) = rest.split_once(name) else { continue };
        html.push_str(before);
        html.push_str(text);
        rest = behind;
    }
    html.push_str(rest);
    html
}

/// A text as it stands between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{PAGE, fill};

    #[test]
    fn places_of_the_template_are_filled_in_order() {
        let names = ["{title}", "{style}", "{data}", "{script}"];
        let parts: Vec<(&str, String)> = names.iter().map(|name| (*name, "{data}".to_owned())).collect();
        let filled = fill(PAGE, &parts);
        assert_eq!(filled.matches("{data}").count(), names.len());
        assert!(!filled.contains("{title}") && !filled.contains("{script}"));
    }
}
