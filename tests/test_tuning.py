"""`parhelion tune`: values of an edition searched towards targets."""

import math
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from parhelion.cli import app
from parhelion.errors import BadEdition, BadOption, ParhelionError
from parhelion.games import registry
from parhelion.games.solenia.editions.edition_file import read, template
from parhelion.lab import simulation_plan
from parhelion.lab.tuning import Search, seed_in
from parhelion.lab.tuning_plan import Sample, TuningPlan, Vary, parse_vary, plan_tuning
from parhelion.lab.tuning_targets import Figure, Range, parse_target

GALE = "solo.winter.gale"
ALONE = "seat 1=50±5@players=1,board=winter,difficulty=gale"
STARS = "even.summer.2[2]"
SECOND = "seat 2=80±5@players=2,even=on"
"""Between random players, some number of stars at the start gives the second 80 % of the games."""
PIECES = "taken:upgrade 1=35..65@board=winter,upgrades=on"


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("editions") / "my-box.toml"
    path.write_text(template(), encoding="utf-8")
    return path


def plan(
    edition: Path, *targets: str, vary: str = f"{STARS}=0..20", games: int = 400
) -> TuningPlan:
    aims = [parse_target(text) for text in targets or (SECOND,)]
    return plan_tuning("solenia", edition, [parse_vary(vary)], aims, games=games, bots=0, seed=7)


def share(edition: Path, stars: int) -> float:
    """How often the second of two random players wins who starts with so many stars."""
    tried = plan(edition)
    ((figure,),) = tried.measure(tried.changed({STARS: stars}), tried.sample, jobs=1)
    return figure.value


# --- what is searched --------------------------------------------------------------------


def test_a_search_meets_its_target_and_keeps_comments(edition: Path, tmp_path: Path) -> None:
    search = Search(plan(edition), tmp_path / "study.log")
    best = search.run(15, jobs=1)
    assert best == min(search.trials, key=lambda trial: trial.loss)
    assert abs(share(edition, int(best.values[STARS])) - 80) < 5
    assert all(abs(share(edition, stars) - 80) > 5 for stars in (0, 20))
    text = search.plan.changed(best.values)
    assert read(text, "tuned.toml").even.summer.two == (0, best.values[STARS])
    assert text.count("#") == search.plan.text.count("#")


def test_the_first_trial_is_the_file_as_it_is(edition: Path, tmp_path: Path) -> None:
    search = Search(plan(edition), tmp_path / "study.log")
    search.run(1, jobs=1)
    now = read(search.plan.text, "my-box.toml").even.summer.two[1]
    assert [trial.values for trial in search.trials] == [{STARS: now}]


def test_a_search_goes_on_as_if_it_had_not_stopped(edition: Path, tmp_path: Path) -> None:
    whole, parts = plan(edition), plan(edition)
    at_once = Search(whole, tmp_path / "whole.log")
    at_once.run(14, jobs=1)
    Search(parts, tmp_path / "parts.log").run(3, jobs=1)
    Search(parts, tmp_path / "parts.log").run(12, jobs=1)
    later = Search(parts, tmp_path / "parts.log")
    later.run(14, jobs=1)
    assert later.trials == at_once.trials
    assert seed_in(tmp_path / "parts.log") == "7"


def test_a_trial_that_was_stopped_is_tried_again(edition: Path, tmp_path: Path) -> None:
    search, told = Search(plan(edition), tmp_path / "study.log"), 0

    def stop(done: int, games: int) -> None:
        nonlocal told
        told += 1
        if told == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.run(9, jobs=1, progress=stop)
    assert len(search.trials) == 1
    again = Search(plan(edition), tmp_path / "study.log")
    again.run(4, jobs=1)
    other = Search(plan(edition), tmp_path / "other.log")
    other.run(4, jobs=1)
    assert again.trials == other.trials


def test_values_that_were_tried_are_not_played_again(edition: Path, tmp_path: Path) -> None:
    search, games = Search(plan(edition, vary=f"{STARS}=3|9"), tmp_path / "study.log"), []
    search.run(6, jobs=1, progress=lambda done, total: games.append(done))
    assert len(games) == len({str(trial.values) for trial in search.trials}) == 2


def test_several_settings_and_pieces_are_measured_together(edition: Path) -> None:
    tried = plan(edition, "seats=fair±4@players=3", PIECES, "seat 2=40..60@players=3", games=60)
    seats, pieces, second = tried.measure(tried.text, tried.sample, jobs=1)
    assert [figure.name for figure in seats] == ["seat 1", "seat 2", "seat 3"]
    assert sum(figure.value for figure in seats) == pytest.approx(100)
    assert seats[1].value == second[0].value
    assert {figure.name for figure in pieces} >= {"lookout", "barter"}
    assert seats[0].wanted == pytest.approx((100 / 3 - 4, 100 / 3 + 4))


def test_figures_do_not_depend_on_processes(edition: Path) -> None:
    games = simulation_plan.RANDOM_CHUNK + 1  # two chunks
    tried = plan(edition, "seats=fair±4@players=2", games=games)
    alone, together = (tried.measure(tried.text, tried.sample, jobs=jobs) for jobs in (1, 2))
    assert alone == together


def test_figures_depend_on_the_seed(edition: Path) -> None:
    tried = plan(edition, "seats=fair±4@players=2", games=250)
    one, other = (tried.measure(tried.text, Sample(250, 0, seed), jobs=1) for seed in ("7", "8"))
    assert one != other


def test_a_verdict_tells_whether_the_interval_reaches_the_range() -> None:
    wanted = Range(45, 55)
    verdicts = [
        Figure("seat 1", value, value - 3, value + 3, wanted).verdict for value in (55, 57, 59, 40)
    ]
    assert verdicts == ["yes", "perhaps", "no", "no"]


# --- what is wrong -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("seats", "it is written as MEASURE=WANTED@OPTIONS"),
        ("chairs=40..60", "it is written as MEASURE=WANTED@OPTIONS"),
        ("seats=many@players=2", "it is written as MEASURE=WANTED@OPTIONS"),
        ("seats=60..40", "60 is more than 40"),
        ("taken:upgrade=fair±5", "only seats have a fair share"),
        ("seats=fair±5@winter", "'winter': options are written as name=value"),
    ],
)
def test_a_target_that_is_not_one(text: str, complaint: str) -> None:
    with pytest.raises(BadOption, match=re.escape(complaint)):
        parse_target(text)


@pytest.mark.parametrize("text", ["=1..2", "solo", "a=3", "a=5..3", "a=1..2000"])
def test_values_that_cannot_be_tried(text: str) -> None:
    with pytest.raises(BadOption, match="vary"):
        parse_vary(text)


@pytest.mark.parametrize(
    ("vary", "target", "complaint"),
    [
        ("solo.winter.gael=1..2", ALONE, "no such place; did you mean solo.winter.gale?"),
        (f"{GALE}=1..200", ALONE, "solo.winter.gale: found 200, expected a whole number"),
        (f"{GALE}=calm|wild", ALONE, 'solo.winter.gale: found "calm"'),
        (f"{GALE}=1..2", "seats=fair±4@players=9", "option players cannot be '9'"),
        (f"{GALE}=1..2", "seat 3=fair±4@players=2", "there are 2 seats for bots"),
        (f"{GALE}=1..2", "taken:upgraed=35..65", "delivery, upgrade 1, upgrade 3"),
    ],
)
def test_a_search_that_cannot_be(edition: Path, vary: str, target: str, complaint: str) -> None:
    with pytest.raises(ParhelionError, match=re.escape(complaint)):
        plan(edition, target, vary=vary)


def test_a_piece_that_nobody_can_take(edition: Path) -> None:
    tried = plan(edition, "taken:upgrade=35..65@board=winter", games=20)
    with pytest.raises(BadOption, match="nobody could take such a piece"):
        tried.measure(tried.text, tried.sample, jobs=1)


def test_games_without_numbers_to_tune_say_so(edition: Path) -> None:
    others = [name for name in registry.names() if registry.load(name).tuning is None]
    for name in others:
        with pytest.raises(BadOption, match=f"{name}: it has no numbers to tune; solenia has"):
            plan_tuning(name, edition, [], [], games=1, bots=0)
    assert others


def test_a_file_that_is_no_edition(tmp_path: Path) -> None:
    path = tmp_path / "my-box.toml"
    with pytest.raises(BadOption, match="No such file"):
        plan(path)
    path.write_text("name = 3")
    with pytest.raises(BadEdition):
        plan(path)


def test_a_study_of_another_search(edition: Path, tmp_path: Path) -> None:
    path = tmp_path / "study.log"
    Search(plan(edition), path)
    with pytest.raises(BadOption, match="it is of another search; different: vary"):
        Search(plan(edition, vary=f"{STARS}=0..19"), path)
    path.write_text("my diary")
    with pytest.raises(BadOption, match="not the file of a search"):
        Search(plan(edition), path)


def test_values_that_contradict_each_other_are_never_the_best(tmp_path: Path) -> None:
    """No power is on more than four day halves (S29): three are, and two more would be too many."""
    path = tmp_path / "my-box.toml"
    three = template().replace('  "twin cities",\n  "guild",', '  "jubilee",\n  "jubilee",', 1)
    path.write_text(three, encoding="utf-8")
    places = [f"upgrades.day[{place}]" for place in (6, 7)]
    varied = [Vary(place, ("clearance", "jubilee")) for place in places]
    aims = [parse_target("seats=fair±4@players=2")]
    search = Search(
        plan_tuning("solenia", path, varied, aims, games=10, bots=0, seed=7), tmp_path / "study.log"
    )
    best = search.run(12, jobs=1)
    lost = [set(trial.values.values()) for trial in search.trials if math.isinf(trial.loss)]
    assert lost
    assert all(values == {"jubilee"} for values in lost)
    assert math.isfinite(best.loss)


# --- the command -------------------------------------------------------------------------


def run(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, ["tune", "solenia", *words])
    return found.exit_code, found.output + str(found.exception or "")


def test_the_command_writes_an_edition_and_goes_on(edition: Path, tmp_path: Path) -> None:
    out, study = tmp_path / "tuned.toml", tmp_path / "study.log"
    words = [
        *("--edition", str(edition), "--out", str(out), "--study", str(study)),
        *("--vary", f"{GALE}=0..60", "--target", ALONE, "--bots", "0", "--games", "200"),
        *("--check-games", "300", "--seed", "7", "--jobs", "1"),
    ]
    code, told = run(*words, "--trials", "4")
    assert code == 0
    assert "trial 4 of 4: loss" in told
    assert "300 fresh games a setting, level 0" in told
    first = out.read_text("utf-8")
    read(first, str(out))
    code, told = run(*words, "--trials", "6")
    assert code == 0
    assert "has 4 of them already" in told
    assert "trial 5 of 6" in told
    assert "trial 4 of" not in told
    code, told = run(*words[:2], *("--out", str(edition)), *words[4:])
    assert code != 0
    assert "stays as it is" in told
