#!/usr/bin/env python3
"""Compiles the contracts of the product, or with --check fails when an artifact is not what its source makes.

The artifact is a function of the source and the compiler alone: no date, no path, no order that a run decides. The
compiler is that of Tests/Chain/requirements.txt; the EVM version is in the source's own pragma.

    .venv/bin/python Contracts/build.py           writes ABI/LectureMarket.json and Sources/Exchange/ABI/*.json
    .venv/bin/python Contracts/build.py --check   for CI: exit code 1 and what to run, when it differs
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

import names

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
EXCHANGE = ["CampusToken", "ExchangeV1", "NativeOrders", "TokenRegistry", "TokenTransferProxy", "WrappedCoin"]
# Each source and its artifact, which stands beside the target that binds it.
ARTIFACTS = {HERE / "LectureMarket.vy": ROOT / "ABI" / "LectureMarket.json"} | {
    HERE / "Exchange" / f"{name}.vy": ROOT / "Sources" / "Exchange" / "ABI" / f"{name}.json" for name in EXCHANGE
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
        "abi": ordered_abi(path.stem, output["abi"]),
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


def ordered_abi(contract: str, abi: list) -> list:
    """The ABI with the names and errors that Vyper leaves out, in an order that does not depend on the compiler's."""
    entries = [names.completed(contract, entry) for entry in abi] + names.errors(contract)
    kinds = ["constructor", "function", "fallback", "receive", "event", "error"]
    return sorted(
        entries,
        key=lambda entry: (
            kinds.index(entry["type"]),
            entry.get("name", ""),
            [parameter["type"] for parameter in entry.get("inputs", [])],
        ),
    )


def text(artifact: dict) -> str:
    return json.dumps(artifact, indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a file differs")
    arguments = parser.parse_args()

    stale = False
    for source, target in ARTIFACTS.items():
        shown = target.relative_to(ROOT)
        built = text(compile_source(source))
        present = target.read_text(encoding="utf-8") if target.exists() else None
        if built == present:
            print(f"{shown} is up to date")
        elif arguments.check:
            stale = True
            what = "is missing" if present is None else f"is not what {source.relative_to(ROOT)} compiles to"
            print(f"{shown} {what}. Run: .venv/bin/python Contracts/build.py, and commit it.", file=sys.stderr)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(built, encoding="utf-8")
            print(f"wrote {shown}: {(len(json.loads(built)['deployedBytecode']) - 2) // 2} bytes of code")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
