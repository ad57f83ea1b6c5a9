//! The page that all sheets are written on.

use std::fmt;

/// The size of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    A4,
    Letter,
}

impl Paper {
    pub fn parse(named: &str) -> Option<Paper> {
        match named.to_lowercase().as_str() {
            "a4" => Some(Paper::A4),
            "letter" => Some(Paper::Letter),
            _ => None,
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Paper::A4 => "A4",
            Paper::Letter => "letter",
        })
    }
}

/// The whole file.
pub(crate) fn page(paper: Paper, title: &str, style: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{}</title>\n<style>\n@page {{ size: {paper}; margin: 9mm; }}\n{COMMON}{style}</style>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A name such as `small_arms` for people.
pub(crate) fn words(name: &str) -> String {
    let text = name.replace(['_', '-'], " ");
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

const COMMON: &str = "\
* { box-sizing: border-box; }
body { font: 9pt/1.25 'Source Sans 3', 'Helvetica Neue', Arial, sans-serif; color: #000; background: #fff; margin: 0 auto; \
max-width: 192mm; }
@media screen { body { padding: 6mm; } }
h1 { font: 700 15pt Georgia, serif; margin: 0; }
h2 { font: 700 9.5pt Georgia, serif; margin: 0 0 0.8mm; border-bottom: 0.3mm solid #000; break-after: avoid; }
p { margin: 0 0 1mm; }
table { border-collapse: collapse; width: 100%; break-inside: avoid; }
th, td { text-align: left; padding: 0.2mm 1mm 0.2mm 0; vertical-align: top; border-bottom: 0.1mm solid #999; }
thead { display: table-header-group; }
thead th { border-bottom: 0.3mm solid #000; }
tr { break-inside: avoid; }
small, .id { font-size: 80%; color: #333; }
.id { white-space: nowrap; }
";
