//! Prints the first versions and extensions of a built-in function: `cargo run -p vitrum-glsl --example first_version
//! -- fma`.

use vitrum_glsl::builtins::functions;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::version::NEVER;

fn main() {
    let name = std::env::args().nth(1).unwrap_or_else(|| "fma".to_owned());
    let first = |number: u16| if number == NEVER { "never".to_owned() } else { number.to_string() };
    for row in functions(&name) {
        let since = &row.since;
        let extensions: Vec<_> = since.extensions.iter().copied().map(Extension::name).collect();
        println!(
            "{name}: desktop {}, ES {}, {}",
            first(since.desktop),
            first(since.es),
            extensions.join(", ")
        );
    }
}
