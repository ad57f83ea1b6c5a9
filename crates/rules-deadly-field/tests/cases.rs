//! The rule cases of this set, without the rest of the program. CASES=fire runs only files whose name contains it.

use longroll_cases::run;
use longroll_rules_deadly_field::DeadlyField;
use longroll_table::inches;
use std::{env, fs, path::Path};

#[test]
fn every_case_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/deadly-field");
    let wanted = env::var("CASES").unwrap_or_default();
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut count = 0;
    let mut wrong = String::new();
    for file in files.iter().filter(|file| file.to_string_lossy().contains(&wanted)) {
        let text = fs::read_to_string(file).unwrap();
        let report = run::<DeadlyField>(&text, &file.file_name().unwrap().to_string_lossy(), inches(1));
        count += report.cases.len();
        if report.mistake.is_some() || !report.cases.iter().all(|case| case.is_passed()) {
            wrong.push_str(&format!("{report}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 0, "no case was run");
}
