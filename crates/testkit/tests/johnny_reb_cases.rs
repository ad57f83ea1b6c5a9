//! Our own rule cases for Johnny Reb, run from their files.

use longroll_cases::run;
use longroll_kit::Ruleset;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_table::inches;
use std::path::Path;

#[test]
fn every_case_comes_out_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(JohnnyReb::ID);
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the cases").flatten().map(|e| e.path()).collect();
    files.sort();
    let (mut passed, mut wrong) = (0, Vec::new());
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a case file");
        let report = run::<JohnnyReb>(&text, &file.display().to_string(), inches(1));
        passed += report.passed();
        wrong.extend(report.mistake.iter().map(|mistake| format!("{}: {mistake:?}", file.display())));
        let failed = report.cases.iter().filter(|case| !case.is_passed());
        wrong.extend(failed.map(|case| format!("{}: {:?}", case.name, case.verdict)));
    }
    assert!(wrong.is_empty(), "{passed} passed, {} not:\n{}", wrong.len(), wrong.join("\n"));
    assert!(passed > 100, "{passed}");
}
