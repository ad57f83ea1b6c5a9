//! Every rule case of the sheet, so that a change of the rules meets them at once.

use longroll_cases::run;
use longroll_rules_grenadier::Grenadier;
use longroll_table::inches;

#[test]
fn every_case_passes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/grenadier");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let report = run::<Grenadier>(&text, &file.file_name().unwrap().to_string_lossy(), inches(1));
        if !report.is_all_right() {
            wrong.push(report.to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
