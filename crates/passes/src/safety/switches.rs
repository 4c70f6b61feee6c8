//! Options of passes that are on or off.

/// The value of `on` or `off`; `None` for other text.
pub(crate) fn on_off(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// A row of options that sets a `bool` of the options of a pass.
macro_rules! switch {
    ($options:ident.$field:ident, $name:literal, $summary:literal) => {
        $crate::PassOption {
            name: $name,
            values: "on|off",
            summary: $summary,
            set: |options, text| {
                let on = $crate::safety::switches::on_off(text)?;
                options.change::<$options>(|it| it.$field = on);
                Some(())
            },
        }
    };
}
pub(crate) use switch;
