from __future__ import annotations

import json

from core.model.diagnosing.findings import Finding, FindingId, Severity, most_telling_first


def finding(name: FindingId, severity: Severity = "error") -> Finding:
    return Finding(name, severity, "Seen.", 0.12345678, "Do.", {"freeze": ()}, ("a.png",))


def test_errors_come_before_warnings_and_labels_before_the_network() -> None:
    found = most_telling_first(
        [
            finding("validation-shared", "warning"),
            finding("rate-low"),
            finding("charset-shift"),
            finding("padding", "warning"),
        ]
    )
    assert [each.id for each in found] == ["charset-shift", "rate-low", "padding", "validation-shared"]


def test_document_has_what_was_seen_as_a_number_and_nothing_of_the_window() -> None:
    document = finding("rate-low").to_dict()
    assert json.loads(json.dumps(document)) == {
        "id": "rate-low",
        "severity": "error",
        "sentence": "Seen.",
        "seen": 0.123457,
        "advice": "Do.",
    }
