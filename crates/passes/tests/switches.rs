//! Branches that become switches, and choices that become tables, on IR text.

mod common;

use common::printed_after;

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nspec $k: i32 id(0) = 3i32\nspec $f: f32 id(1) = 2.0f32\nentry &main\nglobal @n: i32 input location(0) flat\n\
         global @x: f32 input location(1)\nglobal @out: f32 output location(0)\n\nfn &main() -> void {{\n    \
         %n: i32 = load @n\n    %x: f32 = load @x\n{body}    return\n}}\n"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("fn &main").unwrap_or(0)..].to_string()
}

/// A chain of branches on constants, each with what its arm does.
fn chain(links: &[(&str, &str)], last: &str) -> String {
    let (mut head, mut tail) = (String::new(), String::new());
    for (at, (condition, arm)) in links.iter().enumerate() {
        head += &format!("{condition}    %r{at}: f32 = if %c{at} {{\n{arm}    }} else {{\n");
        tail = match at {
            0 => "    }\n".to_owned(),
            _ => format!("    }}\n    merge %r{at}\n{tail}"),
        };
    }
    format!("{head}{last}{tail}    store @out, %r0\n")
}

fn is(at: usize, number: &str) -> String {
    format!("    %c{at}: bool = ieq %n, {number}\n")
}

fn four(arm: &str) -> String {
    let [a, b, c, d] = [is(0, "1i32"), is(1, "2i32"), is(2, "4i32"), is(3, "-9i32")];
    chain(
        &[(&a, arm), (&b, "    merge 2.0f32\n"), (&c, "    merge %x\n"), (&d, "    merge 4.0f32\n")],
        "    merge 5.0f32\n",
    )
}

#[test]
fn branches_on_one_value_are_a_switch() {
    let several = "    %a: bool = ieq %n, 2i32\n    %b: bool = ieq %n, 1i32\n    %c1: bool = or %a, %b\n";
    let other = "    %c2: bool = ieq %n, 5i32\n    %d2: bool = ine %n, 6i32\n";
    let body = chain(
        &[
            (&is(0, "1i32"), "    store @out, 7.0f32\n    merge %x\n"),
            (several, "    terminate\n"),
            (other, "    merge 2.0f32\n"),
            (&is(3, "7i32"), "    merge 3.0f32\n"),
        ],
        "    %y: f32 = sin %x\n    merge %y\n",
    );
    insta::assert_snapshot!(after(&["form_switches", "eliminate_dead_code"], &body));
}

#[test]
fn branches_that_stay() {
    let stays = |body: &str| assert_eq!(after(&["form_switches"], body), after(&[], body));
    let body = four("    merge 1.0f32\n");
    assert!(after(&["form_switches"], &body).contains("switch %n"));
    // Too few of them.
    stays(&chain(
        &[(&is(0, "1i32"), "    merge 1.0f32\n"), (&is(1, "2i32"), "    merge %x\n")],
        "    merge 2.0f32\n",
    ));
    // A value is compared that is another one, or with what is not known yet.
    stays(&body.replace("ieq %n, 2i32", "ieq %n, $k"));
    stays(&format!("    %m: i32 = iadd %n, 1i32\n{}", body.replace("ieq %n, 2i32", "ieq %m, 2i32")));
    let two = "    %a: bool = ieq %m, 1i32\n    %b: bool = ieq %n, 2i32\n    %c1: bool = or %a, %b\n";
    stays(&format!("    %m: i32 = iadd %n, 1i32\n{}", body.replace(&is(1, "2i32"), two)));
    // Something is done between two conditions.
    stays(&body.replace("    %c1: bool", "    store @out, 9.0f32\n    %c1: bool"));
    // Not all who take no arm come out behind.
    stays(&body.replace("    merge %r2\n", "    store @out, %r2\n    terminate\n"));
    // One condition compares with too many.
    let mut many = "    %o0: bool = ieq %n, 100i32\n".to_owned();
    for at in 1..64 {
        many += &format!(
            "    %e{at}: bool = ieq %n, {}i32\n    %o{at}: bool = or %o{}, %e{at}\n",
            100 + at,
            at - 1
        );
    }
    let with = |name: &str| format!("{many}{}", body.replace("if %c0", &format!("if {name}")));
    assert!(after(&["form_switches"], &with("%o63")).contains("switch %n"));
    many += "    %e64: bool = ieq %n, 200i32\n    %o64: bool = or %o63, %e64\n";
    let with = |name: &str| format!("{many}{}", body.replace("if %c0", &format!("if {name}")));
    assert!(after(&["form_switches"], &with("%o64")).contains("if %o64"));
    // The author asks for branches.
    stays(&body.replace("if %c1 {", "if %c1 dont_flatten {"));
    // A `break` would leave the switch instead of the loop.
    let in_loop = |arm: &str| format!("    loop {{\n{}        continue\n    }}\n", four(arm));
    stays(&in_loop("    break\n"));
    assert!(after(&["form_switches"], &in_loop("    continue\n")).contains("switch %n"));
}

/// A chain of selections by what `%n` is, from 3 up.
fn selections(count: usize) -> String {
    let mut body = String::new();
    let mut last = "0.5f32".to_owned();
    for at in 0..count {
        body += &format!(
            "    %c{at}: bool = ieq %n, {}i32\n    %s{at}: f32 = select %c{at}, {at}.0f32, {last}\n",
            at + 3
        );
        last = format!("%s{at}");
    }
    format!("{body}    store @out, {last}\n")
}

#[test]
fn selections_of_constants_are_a_table() {
    insta::assert_snapshot!(after(&["form_tables", "eliminate_dead_code"], &selections(8)));
}

#[test]
fn switches_of_constants_are_a_table() {
    let mut body = String::from("    %r: f32 = switch %n {\n");
    for at in 0..8 {
        body += &format!("        case {}i32 {{\n            break {at}.0f32\n        }}\n", 2 * at);
    }
    body += "        case default {\n            break 9.0f32\n        }\n    }\n    store @out, %r\n";
    insta::assert_snapshot!(after(&["form_tables", "eliminate_dead_code"], &body));
    let stays = |body: &str| assert_eq!(after(&["form_tables"], body), after(&[], body));
    // What is no constant, or not yet.
    stays(&body.replace("break 3.0f32", "break %x"));
    // What is done is more than to choose.
    stays(&body.replace("            break 3.0f32", "            store @out, %x\n            break 3.0f32"));
    // They lie too far apart.
    stays(&body.replace("case 14i32", "case 1400i32"));
    stays(&body.replace("case 14i32", "case 100i32"));
    // The selector is wider than an index.
    let wide = body.replace("i32 {", "i64 {").replace("switch %n", "switch %w");
    stays(&format!("    %w: i64 = sconvert %n\n{wide}"));
}

#[test]
fn selections_that_stay() {
    let stays = |body: &str| assert_eq!(after(&["form_tables"], body), after(&[], body));
    stays(&selections(7));
    stays(&selections(8).replace("select %c2, 2.0f32", "select %c2, %x"));
    stays(&selections(8).replace("select %c2, 2.0f32", "select %c2, undef f32"));
    stays(&selections(8).replace("select %c2, 2.0f32", "select %c2, $f"));
    stays(&selections(8).replace("ieq %n, 5i32", "ieq %n, $k"));
    // A part of them is less precise.
    stays(&selections(8).replace("%s3: f32 =", "%s3: f32 mediump ="));
    stays(&selections(8).replace("%s7: f32 =", "%s7: f32 nonuniform ="));
}
