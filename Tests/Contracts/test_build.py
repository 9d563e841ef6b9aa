"""The artifact is what the source makes, and the README says what the source does."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import stand_ins

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "Contracts" / "LectureMarket.vy"
README = ROOT / "Contracts" / "README.md"
SCRIPT = ROOT / "Contracts" / "build.py"
ARTIFACT = ROOT / "ABI" / "LectureMarket.json"


class Build(unittest.TestCase):
    def test_the_artifact_is_up_to_date(self):
        result = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_difference_fails_and_says_what_to_run(self):
        # In a copy: the tree is not touched by tests.
        with tempfile.TemporaryDirectory() as directory:
            copy = Path(directory)
            shutil.copytree(ROOT / "Contracts", copy / "Contracts")
            check = [sys.executable, str(copy / "Contracts" / "build.py"), "--check"]

            missing = subprocess.run(check, capture_output=True, text=True)
            self.assertEqual(missing.returncode, 1)
            self.assertIn("is missing. Run: .venv/bin/python Contracts/build.py", missing.stderr)
            self.assertFalse((copy / "ABI").exists())

            subprocess.run(check[:2], check=True, capture_output=True)
            self.assertEqual(
                (copy / "ABI" / ARTIFACT.name).read_bytes(), ARTIFACT.read_bytes(), "whatever the directory"
            )

            with (copy / "Contracts" / SOURCE.name).open("a") as source:
                source.write("# changed\n")
            changed = subprocess.run(check, capture_output=True, text=True)
            self.assertEqual(changed.returncode, 1)
            self.assertIn("is not what Contracts/LectureMarket.vy compiles to", changed.stderr)

    def test_the_artifact_has_its_fields_and_ends_with_a_newline(self):
        text = ARTIFACT.read_text(encoding="utf-8")
        self.assertTrue(text.endswith("}\n"))
        artifact = json.loads(text)
        self.assertEqual(
            list(artifact), ["contractName", "abi", "bytecode", "deployedBytecode", "compiler", "sourceHash"]
        )
        self.assertEqual(artifact["compiler"]["evmVersion"], "london")
        for field in ("bytecode", "deployedBytecode"):
            self.assertRegex(artifact[field], r"^0x([0-9a-f]{2})+$")
        self.assertRegex(artifact["sourceHash"], r"^sha256:[0-9a-f]{64}$")

    def test_every_output_of_several_values_is_named(self):
        for entry in json.loads(ARTIFACT.read_text(encoding="utf-8"))["abi"]:
            if len(entry.get("outputs", [])) > 1:
                self.assertTrue(all(output["name"] for output in entry["outputs"]), entry["name"])

    def test_the_stand_ins_are_compiled_into_a_directory(self):
        script = Path(__file__).resolve().parent / "compile.py"
        with tempfile.TemporaryDirectory() as directory:
            command = [sys.executable, str(script), directory + "/new", "CustomErrors"]
            result = subprocess.run(command, capture_output=True, text=True, check=True)
            artifact = json.loads(Path(result.stdout.strip()).read_text(encoding="utf-8"))
            self.assertEqual(artifact, stand_ins.artifact("CustomErrors"))
            result = subprocess.run([*command[:3], "Nope"], capture_output=True, text=True)
            self.assertEqual(result.returncode, 2)
            self.assertIn("no such contract here: Nope", result.stderr)


class Readme(unittest.TestCase):
    def test_every_reason_is_in_the_table_and_no_other(self):
        source = SOURCE.read_text(encoding="utf-8")
        raised = set(re.findall(r'(?:assert [^"]*?|\), |raise )"([^"]+)"\n', source))
        table = README.read_text(encoding="utf-8").split("## Refusals")[1].split("## Gas")[0]
        self.assertEqual(raised, set(re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)))

    def test_no_refusal_is_without_a_reason(self):
        lines = SOURCE.read_text(encoding="utf-8").splitlines()
        statements = [line.strip() for line in lines if re.match(r"\s*(assert|raise)\b", line)]
        self.assertTrue(statements)
        for statement in statements:
            # One assertion spans lines; its reason stands where it closes.
            self.assertTrue(statement.endswith('"') or statement == "assert (", statement)

    def test_every_function_and_event_is_mentioned(self):
        text = README.read_text(encoding="utf-8")
        for entry in json.loads(ARTIFACT.read_text(encoding="utf-8"))["abi"]:
            if "name" in entry:
                self.assertIn(entry["name"], text)

    def test_the_size_of_the_code_is_the_one_told(self):
        size = len(json.loads(ARTIFACT.read_text(encoding="utf-8"))["deployedBytecode"]) // 2 - 1
        self.assertIn(f"{size:,} bytes", README.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
