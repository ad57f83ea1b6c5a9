//! The browser client inside the program: `build.rs` makes it from `web/`, this crate hands out its files.

use rust_embed::RustEmbed;
use std::borrow::Cow;

/// A file of the client.
#[derive(Clone, Debug)]
pub struct File {
    pub content_type: &'static str,
    pub bytes: Cow<'static, [u8]>,
    /// The name changes with the content, so that a browser may keep it.
    pub is_immutable: bool,
}

/// Finds a file by its path, such as `index.html` or `assets/index-1a2b.js`.
pub fn file(path: &str) -> Option<File> {
    let found = Client::get(path)?;
    let content_type = content_type(path);
    Some(File { content_type, bytes: found.data, is_immutable: path.starts_with("assets/") })
}

/// The paths of all files.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Client::iter()
}

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/web"]
struct Client;

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_page_is_always_there() {
        let page = file("index.html").expect("a page or its stub");
        assert_eq!(page.content_type, "text/html; charset=utf-8");
        assert!(!page.is_immutable);
        assert!(String::from_utf8_lossy(&page.bytes).contains("<title>Longroll</title>"));
    }

    #[test]
    fn unknown_paths_give_nothing() {
        for path in ["", "../Cargo.toml", "assets", "index.htm", "/index.html"] {
            assert!(file(path).is_none(), "{path}");
        }
    }

    /// The server's content security policy allows no script and no style in the page itself.
    #[test]
    fn nothing_is_inline() {
        for path in paths().filter(|path| path.ends_with(".html")) {
            let page = file(&path).expect("a listed file");
            let text = String::from_utf8_lossy(&page.bytes).into_owned();
            assert!(!text.contains("<style"), "{path}");
            assert!(!text.contains("<script>"), "{path}");
            assert!(!text.contains(" style="), "{path}");
        }
    }
}
