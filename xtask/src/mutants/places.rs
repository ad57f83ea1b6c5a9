//! Where in a source file a small error could stand, and what it would be.

use proc_macro2::Span;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// One small error: the text at a place in a file, and what stands there instead.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) was: String,
    pub(crate) becomes: String,
    /// A whole function that returns at once, not an expression.
    pub(crate) is_return: bool,
}

/// Every place of a file where a small error could stand.
pub(crate) fn mutants_of(file: &Path, text: &str) -> Vec<Mutant> {
    let Ok(parsed) = syn::parse_file(text) else { return Vec::new() };
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut finder = Finder { file: file.to_path_buf(), text, starts, found: Vec::new() };
    finder.visit_file(&parsed);
    finder.found
}

struct Finder<'a> {
    file: PathBuf,
    text: &'a str,
    starts: Vec<usize>,
    found: Vec<Mutant>,
}

impl Finder<'_> {
    fn place(&self, span: Span) -> (usize, usize) {
        let byte = |at: proc_macro2::LineColumn| {
            let line = self.starts[at.line - 1];
            let column: usize = self.text[line..].chars().take(at.column).map(char::len_utf8).sum();
            line + column
        };
        (byte(span.start()), byte(span.end()))
    }

    fn add(&mut self, whole: Span, becomes: String) {
        let (from, to) = self.place(whole);
        let was = self.text[from..to].to_owned();
        let line = whole.start().line;
        self.found.push(Mutant { file: self.file.clone(), line, from, to, was, becomes, is_return: false });
    }

    fn body(&mut self, sig: &syn::Signature, block: &syn::Block) {
        if sig.constness.is_some() || block.stmts.len() < 2 {
            return;
        }
        let returned = match &sig.output {
            syn::ReturnType::Default => String::new(),
            syn::ReturnType::Type(_, kind) => {
                let (from, to) = self.place(kind.span());
                self.text[from..to].to_owned()
            }
        };
        let at_once = match returned.as_str() {
            "" => "return;",
            "bool" => "return true;",
            "i32" | "u32" | "u8" | "i64" | "u64" | "usize" => "return 1;",
            "Length" => "return Length::ZERO;",
            text if text.starts_with("Option<") => "return None;",
            text if text.starts_with("Vec<") => "return Vec::new();",
            "Result<(), Refused>" | "Result<(), Wanted>" => "return Ok(());",
            _ => return,
        };
        let (from, _) = self.place(block.brace_token.span.open());
        let mutant = Mutant {
            file: self.file.clone(),
            line: sig.span().start().line,
            from: from + 1,
            to: from + 1,
            was: format!("fn {}", sig.ident),
            becomes: at_once.to_owned(),
            is_return: true,
        };
        if returned == "bool" {
            self.found.push(Mutant { becomes: "return false;".to_owned(), ..mutant.clone() });
        }
        self.found.push(mutant);
    }
}

/// Does it hold a `let`? Such a chain cannot stand alone.
fn has_let(expression: &syn::Expr) -> bool {
    struct Look(bool);
    impl<'a> Visit<'a> for Look {
        fn visit_expr_let(&mut self, _: &'a syn::ExprLet) {
            self.0 = true;
        }
    }
    let mut look = Look(false);
    look.visit_expr(expression);
    look.0
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.body(&item.sig, &item.block);
        if item.sig.constness.is_none() {
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.body(&item.sig, &item.block);
        if item.sig.constness.is_none() {
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_item_const(&mut self, _: &'a syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'a syn::ItemStatic) {}
    fn visit_pat(&mut self, _: &'a syn::Pat) {}
    fn visit_type(&mut self, _: &'a syn::Type) {}
    fn visit_attribute(&mut self, _: &'a syn::Attribute) {}

    fn visit_expr_binary(&mut self, binary: &'a syn::ExprBinary) {
        use syn::BinOp;
        let other = match binary.op {
            BinOp::Lt(_) => "<=",
            BinOp::Le(_) => "<",
            BinOp::Gt(_) => ">=",
            BinOp::Ge(_) => ">",
            BinOp::Eq(_) => "!=",
            BinOp::Ne(_) => "==",
            BinOp::And(_) => "||",
            BinOp::Or(_) => "&&",
            BinOp::Add(_) => "-",
            BinOp::Sub(_) => "+",
            _ => "",
        };
        if !other.is_empty() && !has_let(&binary.left) && !has_let(&binary.right) {
            let (left, right) = (self.place(binary.left.span()), self.place(binary.right.span()));
            let becomes =
                format!("({}) {other} ({})", &self.text[left.0..left.1], &self.text[right.0..right.1]);
            self.add(binary.span(), becomes);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'a syn::ExprUnary) {
        if matches!(unary.op, syn::UnOp::Not(_)) && !has_let(&unary.expr) {
            let (from, to) = self.place(unary.expr.span());
            self.add(unary.span(), self.text[from..to].to_owned());
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_lit(&mut self, literal: &'a syn::ExprLit) {
        if let syn::Lit::Int(number) = &literal.lit
            && let Ok(value) = number.base10_parse::<u64>()
            && value < 100
        {
            self.add(literal.span(), format!("{}{}", value + 1, number.suffix()));
        }
    }
}
