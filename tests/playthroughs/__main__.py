"""Write all golden games anew: python -m tests.playthroughs. Read the diff before you commit it."""

from tests.playthroughs.golden import FOLDER, GOLDEN, play, tell

for name, plan in GOLDEN.items():
    (FOLDER / f"{name}.txt").write_text(tell(play(plan).record()), encoding="utf-8")
