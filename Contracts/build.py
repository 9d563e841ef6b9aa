#!/usr/bin/env python3
"""Compiles Contracts/*.vy into ABI/*.json, or with --check fails when a file there is not what its source makes.

The artifact is a function of the source and the compiler alone: no date, no path, no order that a run decides. The
compiler is that of Tests/Chain/requirements.txt; the EVM version is in the source's own pragma.

    .venv/bin/python Contracts/build.py           writes ABI/LectureMarket.json
    .venv/bin/python Contracts/build.py --check   for CI: exit code 1 and what to run, when it differs
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ABI_DIRECTORY = HERE.parent / "ABI"
CONTRACTS = ["LectureMarket"]

# Vyper leaves a function's outputs without names. These are generation 2's, and the bindings' property names.
OUTPUT_NAMES = {
    "calculateEvaluationAveragePoint": ["averagePoint"],
    "calculateIncentiveCost": ["incentiveCost"],
    "getLecture": ["lecture"],
    "getLectures": ["lectures"],
    "getLectureEvaluationPoint": [
        "evaluationCount",
        "preparation_point",
        "content_point",
        "proceed_point",
        "communication_point",
        "satisfaction_point",
    ],
    "getLectureID": ["lectureID"],
    "getLectureNumber": ["lectureNumber"],
    "getLectureTotalCost": ["totalLectureCost"],
    "getPurchase": ["purchase"],
    "getRun": ["run"],
    "isValidStudent": ["isValid"],
}
# And structs without theirs: written as solc writes them, for generators that look there.
OUTPUT_STRUCTS = {
    "getLecture": "struct LectureMarket.LectureRecord",
    "getLectures": "struct LectureMarket.LectureRecord[]",
    "getPurchase": "struct LectureMarket.PurchaseRecord",
    "getRun": "struct LectureMarket.RunRecord",
}


def compile_source(path: Path) -> dict:
    """The artifact of one Vyper source, as a dictionary in the order in which it is written."""
    # Here, not above: the compiler takes a while to load, and --help should not wait for it.
    import vyper
    from vyper.compiler import compile_from_file_input
    from vyper.compiler.input_bundle import FileInput
    from vyper.compiler.settings import Settings

    source = path.read_bytes()
    # Neither the directory nor the name of the checkout may reach the output.
    file_input = FileInput(
        source_id=0, path=Path(path.name), resolved_path=Path(path.name), contents=source.decode("utf-8")
    )
    output = compile_from_file_input(
        file_input,
        settings=Settings(),
        # The metadata holds nothing that the other fields of the artifact don't say.
        no_bytecode_metadata=True,
        output_formats=["abi", "bytecode", "bytecode_runtime", "settings_dict"],
    )
    settings = output["settings_dict"]
    return {
        "contractName": path.stem,
        "abi": ordered_abi(output["abi"]),
        "bytecode": output["bytecode"],
        "deployedBytecode": output["bytecode_runtime"],
        "compiler": {
            "name": "vyper",
            "version": vyper.__long_version__,
            "evmVersion": settings["evm_version"],
            "settings": {"optimize": settings["optimize"], "bytecodeMetadata": False},
        },
        "sourceHash": "sha256:" + hashlib.sha256(source).hexdigest(),
    }


def ordered_abi(abi: list) -> list:
    """The ABI with names on the outputs, in an order that does not depend on the compiler's."""
    entries = [named(entry) for entry in abi]
    kinds = ["constructor", "function", "fallback", "receive", "event", "error"]
    return sorted(
        entries,
        key=lambda entry: (
            kinds.index(entry["type"]),
            entry.get("name", ""),
            [parameter["type"] for parameter in entry.get("inputs", [])],
        ),
    )


def named(entry: dict) -> dict:
    if entry["type"] != "function" or entry["name"] not in OUTPUT_NAMES:
        return entry
    outputs = [
        dict(output, name=name) for output, name in zip(entry["outputs"], OUTPUT_NAMES[entry["name"]], strict=True)
    ]
    if entry["name"] in OUTPUT_STRUCTS:
        outputs[0]["internalType"] = OUTPUT_STRUCTS[entry["name"]]
    return dict(entry, outputs=outputs)


def text(artifact: dict) -> str:
    return json.dumps(artifact, indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a file differs")
    arguments = parser.parse_args()

    stale = False
    for name in CONTRACTS:
        target = ABI_DIRECTORY / f"{name}.json"
        shown = f"{ABI_DIRECTORY.name}/{target.name}"
        built = text(compile_source(HERE / f"{name}.vy"))
        present = target.read_text(encoding="utf-8") if target.exists() else None
        if built == present:
            print(f"{shown} is up to date")
        elif arguments.check:
            stale = True
            what = "is missing" if present is None else "is not what Contracts/" + name + ".vy compiles to"
            print(f"{shown} {what}. Run: .venv/bin/python Contracts/build.py, and commit it.", file=sys.stderr)
        else:
            ABI_DIRECTORY.mkdir(exist_ok=True)
            target.write_text(built, encoding="utf-8")
            print(f"wrote {shown}: {(len(json.loads(built)['deployedBytecode']) - 2) // 2} bytes of code")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
