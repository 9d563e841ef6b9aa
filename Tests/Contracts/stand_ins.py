"""The contracts of this directory: what exists only so that clients can be tested against it."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Contracts"))

import build  # noqa: E402

NAMES = sorted(source.stem for source in HERE.glob("*.vy"))

# Vyper knows no custom errors, so CustomErrors raises them as raw data; these are their declarations.
ERRORS = {
    "CustomErrors": [
        ("InsufficientBalance", [("available", "uint256"), ("required", "uint256")]),
        ("Refused", [("account", "address"), ("text", "string")]),
        ("Unauthorized", []),
    ]
}


def artifact(name: str) -> dict:
    """The artifact of a stand-in, of the shape of ABI/*.json."""
    result = build.compile_source(HERE / f"{name}.vy")
    for error, inputs in ERRORS.get(name, []):
        fields = [{"name": field, "type": kind} for field, kind in inputs]
        result["abi"].append({"type": "error", "name": error, "inputs": fields})
    return result
