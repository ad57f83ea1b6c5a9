//! Reads Rust source just closely enough to say, for each line, what is code, what is comment, and which item the
//! line belongs to. Texts in quotes are left out, so that what a message mentions is not taken for code.

/// One line of a source file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Line {
    /// The line without comments and without what stands in quotes.
    pub code: String,
    /// The text of a `//`, `///` or `//!` comment.
    pub comment: Option<String>,
    /// The item it belongs to, such as `fn walk`; a comment above an item belongs to that item.
    pub item: Option<String>,
    /// Inside a `#[cfg(test)]` item.
    pub is_test: bool,
}

/// Reads a file into lines.
pub(crate) fn read(text: &str) -> Vec<Line> {
    let mut lines = split(text);
    find_items(&mut lines);
    give_comments_to_the_item_below(&mut lines);
    lines
}

/// The name of a function that starts on the line.
pub(crate) fn function(line: &Line) -> Option<&str> {
    if !line.code.contains("fn ") {
        return None;
    }
    line.item.as_deref()?.strip_prefix("fn ")
}

#[derive(Clone, Copy, PartialEq)]
enum Within {
    Code,
    Block(u32),
    Text,
    RawText(usize),
}

fn split(text: &str) -> Vec<Line> {
    let mut within = Within::Code;
    text.lines().map(|line| split_line(line, &mut within)).collect()
}

fn split_line(text: &str, within: &mut Within) -> Line {
    let chars: Vec<char> = text.chars().collect();
    let mut line = Line::default();
    let mut at = 0;
    while at < chars.len() {
        let (now, next) = (chars[at], chars.get(at + 1).copied());
        match *within {
            Within::Block(depth) => match (now, next) {
                ('*', Some('/')) => {
                    *within = if depth == 1 { Within::Code } else { Within::Block(depth - 1) };
                    at += 1;
                }
                ('/', Some('*')) => {
                    *within = Within::Block(depth + 1);
                    at += 1;
                }
                _ => {}
            },
            Within::Text => match now {
                '\\' => at += 1,
                '"' => *within = Within::Code,
                _ => {}
            },
            Within::RawText(hashes) => {
                if now == '"' && chars[at + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes
                {
                    *within = Within::Code;
                    at += hashes;
                }
            }
            Within::Code => match (now, next) {
                ('/', Some('/')) => {
                    let comment: String = chars[at + 2..].iter().collect();
                    line.comment = Some(comment.trim_start_matches(['/', '!']).trim().to_owned());
                    break;
                }
                ('/', Some('*')) => {
                    *within = Within::Block(1);
                    at += 1;
                }
                ('r', Some('"' | '#')) if !ends_a_word(&line.code) => {
                    let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
                    if chars.get(at + 1 + hashes) == Some(&'"') {
                        *within = Within::RawText(hashes);
                        at += 1 + hashes;
                    } else {
                        line.code.push(now);
                    }
                }
                ('"', _) => *within = Within::Text,
                ('\'', Some('\\')) => {
                    // an escaped character: skip to its closing quote
                    at += 3;
                    while at < chars.len() && chars[at] != '\'' {
                        at += 1;
                    }
                }
                ('\'', Some(_)) if chars.get(at + 2) == Some(&'\'') => at += 2,
                _ => line.code.push(now),
            },
        }
        at += 1;
    }
    line
}

fn ends_a_word(code: &str) -> bool {
    code.chars().next_back().is_some_and(|last| last.is_alphanumeric() || last == '_')
}

struct Open {
    name: String,
    depth: i32,
    is_test: bool,
}

fn find_items(lines: &mut [Line]) {
    let mut open: Vec<Open> = Vec::new();
    let mut depth = 0;
    let mut test_is_next = false;
    for line in lines {
        let is_test = open.iter().any(|item| item.is_test);
        line.is_test = is_test || test_is_next;
        line.item = open.last().map(|item| item.name.clone());
        test_is_next |= line.code.trim_start().starts_with("#[cfg(test)]");
        let words = words(&line.code);
        let mut started = false;
        for (place, word) in words.iter().enumerate() {
            match word.as_str() {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => {
                    depth -= 1;
                    if word == "}" && open.last().is_some_and(|item| item.depth >= depth) {
                        open.pop();
                    }
                }
                ";" => {
                    if open.last().is_some_and(|item| item.depth == depth) {
                        open.pop();
                    }
                }
                _ => {
                    let Some(name) = item_at(&words, place) else { continue };
                    open.push(Open { name, depth, is_test: test_is_next });
                    test_is_next = false;
                    if !started {
                        line.item = open.last().map(|item| item.name.clone());
                        started = true;
                    }
                }
            }
        }
    }
}

/// The item that begins with this word, if one does.
fn item_at(words: &[String], place: usize) -> Option<String> {
    let word = words[place].as_str();
    let next = words.get(place + 1)?;
    let is_name = next.chars().all(|c| c.is_alphanumeric() || c == '_');
    match word {
        "fn" | "enum" | "struct" | "trait" | "mod" | "type" if is_name => Some(format!("{word} {next}")),
        "const" | "static" if is_name && next != "fn" && next != "unsafe" => Some(format!("const {next}")),
        "impl" if place == 0 => Some(format!("impl {}", words[1..].concat().split('{').next()?)),
        _ => None,
    }
}

/// Words and single signs; lifetimes are dropped.
fn words(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut chars = code.chars().peekable();
    while let Some(now) = chars.next() {
        let is_lifetime = now == '\'';
        if is_lifetime || now.is_alphanumeric() || now == '_' {
            let mut word = String::from(now);
            while let Some(more) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
                word.push(more);
            }
            if !is_lifetime {
                found.push(word);
            }
        } else if !now.is_whitespace() {
            found.push(now.to_string());
        }
    }
    found
}

fn give_comments_to_the_item_below(lines: &mut [Line]) {
    let mut below: Option<(Option<String>, bool)> = None;
    for line in lines.iter_mut().rev() {
        let code = line.code.trim();
        if code.is_empty() && line.comment.is_some() {
            if let Some((item, is_test)) = &below {
                line.item = item.clone();
                line.is_test = *is_test;
            }
        } else if code.is_empty() {
            below = None;
        } else if !code.starts_with("#[") {
            below = Some((line.item.clone(), line.is_test));
        }
    }
}
