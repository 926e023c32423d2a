"""Keeping one's games: a link opens them in another browser, a login does too."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.conftest import Server, Somebody
from tests.browser.settling import settle
from tests.browser.test_play import sit_down
from tests.conftest import GAMES

GAME = GAMES[0]
PASSWORD = "as many words as I like"


def my_table(page: Page) -> str:
    """The address of a new table of somebody."""
    sit_down(page, GAME)
    return urlsplit(page.url).path


def has_table(page: Page, table: str) -> None:
    """The page of games lists a table as mine."""
    page.wait_for_url("**/games")
    mine = page.locator("section", has=page.locator("#mine"))
    expect(mine.locator(f"a[href='{table}']")).to_be_visible()


def button(page: Page, name: str) -> None:
    settle(page)
    page.get_by_role("button", name=name, exact=True).click()


def test_a_link_or_a_login_opens_my_games_in_another_browser(
    somebody: Somebody, server: Server
) -> None:
    asked: list[str] = []
    page = somebody()
    page.context.on("request", lambda request: asked.append(request.url))
    table = my_table(page)
    page.goto("/settings")
    button(page, "Make a link")
    link = page.get_by_label("Your link", exact=True).input_value()
    assert not axe.serious(page)

    other = somebody("/recover#" + link.partition("#")[2])
    other.context.on("request", lambda request: asked.append(request.url))
    assert not axe.serious(other)
    button(other, "Open my games here")
    has_table(other, table)
    assert "#" not in other.url

    other.goto("/settings")
    expect(other.get_by_role("button", name="Sign out", exact=False)).to_have_count(3)
    button(other, "Choose a login")
    other.get_by_label("Login", exact=True).fill("Vega")
    other.get_by_label("Password", exact=True).fill(PASSWORD)
    assert not axe.serious(other)
    button(other, "Choose this login")
    expect(other.get_by_text("Your login: vega")).to_be_visible()
    button(other, "Sign out")
    expect(other.get_by_text("You come back by your link or your login.")).to_be_visible()
    assert not axe.serious(other)
    button(other, "Sign out")
    other.wait_for_url(f"{server.url}/")

    other.goto("/login")
    other.get_by_label("Login", exact=True).fill("vega")
    other.get_by_label("Password", exact=True).fill(PASSWORD)
    assert not axe.serious(other)
    button(other, "Log in")
    has_table(other, table)

    secret = link.partition("#")[2]
    assert len(secret) > 20
    assert not [url for url in asked if secret in url or "vega" in url.lower()]


def test_who_is_signed_out_elsewhere_watches_their_own_table(somebody: Somebody) -> None:
    page = somebody()
    table = my_table(page)
    other = somebody("/")
    page.goto("/settings")
    button(page, "Make a link")
    other.goto("/recover#" + page.get_by_label("Your link", exact=True).input_value().split("#")[1])
    button(other, "Open my games here")
    has_table(other, table)
    other.goto(table)
    expect(other.get_by_text("You are watching")).to_have_count(0)
    page.reload()
    button(page, "Sign out everywhere else")
    expect(page.get_by_text("This also ends your recovery link.")).to_be_visible()
    assert not axe.serious(page)
    button(page, "Sign out everywhere else")
    ended = "You're signed out on 1 other device. Your recovery link no longer works."
    expect(page.get_by_role("status").filter(has_text=ended)).to_be_visible()
    expect(page.get_by_label("Your link", exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name="Make a link")).to_be_visible()
    expect(other.get_by_text("You are watching")).to_be_visible()


def test_new_password_says_what_it_ends(somebody: Somebody) -> None:
    page = somebody()
    my_table(page)
    page.goto("/settings")
    button(page, "Choose a login")
    page.get_by_label("Login", exact=True).fill("Deneb")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    button(page, "Choose this login")
    page.get_by_label("The name of a new bot").fill("Gatherer")
    button(page, "Make a bot")
    button(page, "Make a link")
    expect(page.get_by_label("Your link", exact=True)).to_be_visible()
    button(page, "Change the password")
    expect(page.get_by_text("your recovery link and your bots' tokens.")).to_be_visible()
    page.get_by_label("Your password now").fill(PASSWORD)
    page.get_by_label("New password").fill(f"{PASSWORD}, and more")
    button(page, "Change the password")
    ended = (
        "Your recovery link no longer works. You can make a new one. These bots need a new token"
    )
    expect(page.get_by_role("status").filter(has_text=ended)).to_contain_text("token: Gatherer.")
    expect(page.get_by_text("needs a new token")).to_be_visible()
    expect(page.get_by_label("The token of Gatherer")).to_have_count(0)
    assert not axe.serious(page)


def test_deleting_oneself_takes_the_password(somebody: Somebody) -> None:
    page = somebody()
    my_table(page)
    page.goto("/settings")
    button(page, "Choose a login")
    page.get_by_label("Login", exact=True).fill("Mizar")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    button(page, "Choose this login")
    button(page, "Delete me")
    page.get_by_label("Your password now").fill("something else")
    assert not axe.serious(page)
    button(page, "Delete me for good")
    expect(page.get_by_text("The login or the password is wrong.")).to_be_visible()
    page.get_by_label("Your password now").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/")
    page.goto("/settings")
    expect(page.get_by_text("Nobody knows you here yet.")).to_be_visible()


def test_who_has_games_is_told_before_they_are_left(somebody: Somebody) -> None:
    page, other = somebody(), somebody()
    table, left = my_table(page), my_table(other)
    page.goto("/settings")
    button(page, "Make a link")
    other.goto("/recover#" + page.get_by_label("Your link", exact=True).input_value().split("#")[1])
    button(other, "Open my games here")
    expect(other.get_by_role("heading", name="You have other games here")).to_be_visible()
    assert not axe.serious(other)
    button(other, "Go on and leave them")
    has_table(other, table)
    expect(other.locator(f"a[href='{left}']")).to_have_count(0)


def test_who_deletes_themselves_is_told_what_stays(somebody: Somebody) -> None:
    page = somebody()
    my_table(page)
    page.goto("/settings")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all of it").click()
    assert download.value.suggested_filename == "parhelion-my-data.json"
    button(page, "Delete me")
    expect(page.get_by_text("What stays:")).to_be_visible()
    assert not axe.serious(page)
    button(page, "Delete me for good")
    page.wait_for_url("**/")
    page.goto("/settings")
    expect(page.get_by_text("Nobody knows you here yet.")).to_be_visible()
    assert not axe.serious(page)
