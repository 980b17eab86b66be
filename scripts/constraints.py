#!/usr/bin/env python3
"""Says of each constraint of StableHLO's specification which rule of ours keeps it and which test shows its message.

usage: constraints.py SPEC.md    prints docs/verifier.md, ends with 1 where a constraint has no test
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADING = """# Rules of refused programs

Each constraint of StableHLO's specification, with the rule that keeps it, the file in `testdata/constraints` where a
program breaks it, and what is then said. `scripts/constraints.py SPEC.md > docs/verifier.md` writes this page from the
specification, the sources and those files.

* A rule that keeps one constraint is a function or a unit test named after it: `dot_general_c11_...`. One that keeps many
  is named after what it says: `stated_shape_is_the_inferred_one` has C1 of each elementwise operation, `same_type` those
  of operands that are alike. `MLIR` refuses what cannot be written with its types.
* A program's findings are told together, step by step: what is wrong as text, what cannot be lowered, what the verifier
  finds. So a file holds a program for each step.
* Numbers of devices (`all_gather` C3 and C4, and what is like them) are compared again where a program meets its devices:
  `testdata/parallel/wrong_groups.mlir`.
* What a constraint says of a dimension `?` is checked for the arguments given: `testdata/dynamic/mismatch.mlir`.
* A number in hexadecimal may be shorter than its type, as in MLIR (float constant C2); it may not be longer.

| of | constraint | rule | test | message |
|---|---|---|---|---|"""
# What no program can break.
UNWRITABLE = {
    "QuantizedTensorType C1": "MLIR's type has one storage type",
    "QuantizedTensorType C2": "MLIR's type has one storage type",
    "QuantizedTensorType C4": "MLIR's type has one expressed type",
    "QuantizedTensorType C8": "MLIR's type has one storage type",
    "QuantizedTensorType C9": "MLIR writes a scale with its zero point",
    "QuantizedTensorType C10": "MLIR writes one scale without a dimension",
    "collective_broadcast C6": "a value of the run; a root beyond the group is its last member",
}
# Sections whose constraints belong to a rule of the grammar, not to the section.
CONSTANTS = {
    "IntegerConstant": "integer constant",
    "FloatConstant": "float constant",
    "ComplexConstant": "complex constant",
    "TensorConstant": "tensor constant",
    "QuantizedTensorConstant": "quantized constant",
}


def constraints(spec):
    """(name, number) in the order of the specification; the name is the operation's."""
    found, name = [], ""
    for line in spec.splitlines():
        if heading := re.match(r"### (\S+)$", line):
            name = {"Types": "QuantizedTensorType"}.get(heading[1], heading[1])
        elif re.match(r"##(#)? ", line):
            name = ""
        elif grammar := re.match(r"(\w+Constant) +::= ", line):
            name = CONSTANTS.get(grammar[1], name)
        elif constraint := re.match(r"\s*\* \(C(\d+)\)", line):
            found.append((name, int(constraint[1])))
    return found


def tests():
    """Messages of each constraint, by `operation Cn`, with the file."""
    found = {}
    for file in sorted((ROOT / "testdata/constraints").glob("*.mlir")):
        program, _, output = file.read_text().partition("// OUTPUT:")
        places = re.findall(r"^//\| (?:error: )(.*)\n//\| +--> \S+?:(\d+):\d+", output, re.M)
        lines = program.splitlines()
        for message, line in places:
            at = int(line) - 1
            while at > 0 and not (mark := re.match(r"\s*// (.+ C\d+)$", lines[at - 1])):
                at -= 1
            if mark:
                found.setdefault(mark[1], (file.name, message))
    return found


def rules():
    """Functions by `operation Cn`: named after the constraint, or said to be of it."""
    found = {}
    for file in sorted((ROOT / "src").rglob("*.rs")):
        for doc, name in re.findall(r"((?:^ *///.*\n)*)^ *(?:pub(?:\([a-z]+\))? )?fn (\w+_c\d\w*)", file.read_text(), re.M):
            operation = re.match(r"(\w+?)_c\d", name)[1]
            for number in numbers(name[len(operation):]):
                found.setdefault(f"{operation} C{number}", name)
            for listed, others in re.findall(r"((?:C\d+(?:, | and | to )?)+) of (`.*)", doc):
                for other in re.findall(r"`(\w+)`", others):
                    for number in numbers(listed.lower().replace(" to ", "_to_").replace(", ", "_").replace(" and ", "_")):
                        found.setdefault(f"{other} C{number}", name)
    return found


def wordings():
    """(pattern, letters of its own, function) of each message that the frontend and the verifier have."""
    found = []
    for file in [*(ROOT / "src/hlo").rglob("*.rs"), *(ROOT / "src/frontend").rglob("*.rs")]:
        if "hlo_text" in file.parts:
            continue
        program = re.split(r"^#\[cfg\(test\)\]", file.read_text(), flags=re.M)[0]
        functions = [(m.start(), m[1]) for m in re.finditer(r"^ *(?:pub(?:\([a-z]+\))? )?fn (\w+)", program, re.M)]
        for text in re.finditer(r'"((?:[^"\\]|\\.)*)"', program, re.S):
            within = [name for start, name in functions if start < text.start()]
            parts = re.split(r"\{[^{}]*\}", re.sub(r"\\\n\s*", "", text[1]))
            own = sum(map(len, parts))
            if within and own >= 10:
                found.append((re.compile(".*?".join(map(re.escape, parts))), own, within[-1]))
    return found


def teller(message, wordings):
    """The function whose words `message` is in; where two fit, the one with more words of its own."""
    fitting = [(own, name) for pattern, own, name in wordings if pattern.search(message)]
    return max(fitting, default=(0, ""))[1]


def numbers(text):
    ranges = re.findall(r"c(\d+)_to_c(\d+)", text)
    single = re.findall(r"(?:^|_)c(\d+)", text)
    return {int(n) for n in single} | {n for a, b in ranges for n in range(int(a), int(b) + 1)}


def main():
    tested, ruled, told, missing = tests(), rules(), wordings(), []
    print(HEADING)
    for operation, number in constraints(pathlib.Path(sys.argv[1]).read_text()):
        key = f"{operation} C{number}"
        file, message = tested.get(key, ("", ""))
        name = ruled.get(key) or teller(message, told)
        rule = f"`{name}`" if name else "MLIR"
        if key in UNWRITABLE:
            rule, message = "", UNWRITABLE[key]
        else:
            message = "`` " + re.sub(r"^[\w.-]+: ", "", message).replace("|", "\\|") + " ``"
            missing += [] if file else [key]
        print(f"| {operation} | C{number} | {rule} | {file.removesuffix('.mlir')} | {message} |")
    for key in missing:
        print(f"constraints.py: no test of {key}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
