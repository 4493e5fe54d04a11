"""Two people in two browsers: invited by a link or a code, at the table, and after it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from spit.rules import verify
from spit.server.web.reach import lan_address
from tests.browser.conftest import Visit
from tests.browser.host import Host
from tests.browser.player import Means, Player, decide

pytestmark = pytest.mark.browser

Visits = Callable[..., Page]


def invite(page: Page, name: str = "Anna") -> str:
    """Makes a table for a friend, and says its code."""
    page.goto("/")
    page.locator('[name="name"]').fill(name)
    page.locator('[data-action="friend"]').click()
    expect(page.locator('[data-veil="invite"] .qr:not(.empty)')).to_be_visible()
    code = page.locator("[data-code]").get_attribute("data-code")
    assert code is not None
    return code


def knock(page: Page, code: str) -> None:
    """Comes to the door of a friend's table, by the code alone."""
    page.goto("/")
    page.locator('[name="code"]').fill(code)
    page.locator('[data-action="join"]').click()
    expect(page.get_by_role("heading", name="invites you to a match")).to_be_visible()


def join(page: Page, code: str, name: str = "Ben") -> None:
    """Sits down at a friend's table."""
    knock(page, code)
    page.locator('[name="name"]').fill(name)
    page.locator('[data-action="sit"]').click()


def at_a_table(visits: Visits, size: str = "phone") -> tuple[Page, Page]:
    """Two people who have sat down."""
    one, other = visits(size), visits(size)
    join(other, invite(one))
    for page in (one, other):
        expect(page.locator("main")).to_have_attribute("data-phase", "ready")
        expect(page.locator('[data-veil="invite"]')).to_have_count(0)
    return one, other


def be_ready(*pages: Page) -> None:
    """Everybody says "ready", and the cards turn."""
    for page in pages:
        page.locator('[data-action="spit"]').click()
    for page in pages:
        expect(page.locator("main")).to_have_attribute("data-phase", "play")


def test_a_friend_comes_by_the_link_and_both_are_asked_to_be_ready(visits: Visits) -> None:
    """The link as it is shown is opened; the name given there stands at both screens."""
    one, other = visits("phone"), visits("desktop")
    invite(one)
    link = one.locator('[data-veil="invite"] .copy input').first.input_value()
    other.goto(link)
    expect(other.get_by_role("heading", name="Anna invites you to a match")).to_be_visible()
    other.locator('[name="name"]').fill("Ben")
    other.locator('[data-action="sit"]').click()
    for page, foe in ((one, "Ben"), (other, "Anna")):
        expect(page.locator('[data-action="spit"]')).to_have_text("Ready!")
        expect(page.locator(".foehud strong")).to_have_text(foe)
        expect(page.locator("main.covered")).to_have_count(0)
    be_ready(one, other)


def test_a_code_is_read_however_it_is_typed(visits: Visits) -> None:
    """As it is, in any case, with spaces or hyphens, or as the whole link."""
    one, other = visits("phone"), visits("phone")
    code = invite(one)
    spaced = " ".join((code[:3], code[3:6], code[6:]))
    loud = "-".join((code[:3], code[3:6], code[6:])).upper()
    for typed in (code, spaced, loud):
        knock(other, typed)
        assert other.url.endswith(f"/t/{code}")
    join(other, f"http://elsewhere/t/{code}")
    expect(other.locator("main")).to_have_attribute("data-phase", "ready")
    assert other.url.endswith(f"/t/{code}")


def test_a_match_of_two_people_and_a_rematch(visits: Visits) -> None:
    """They play a little, one resigns, both want another; the score of the pair is told."""
    one, other = at_a_table(visits)
    be_ready(one, other)
    players = [Player(page, Means.KEYS) for page in (one, other)]
    for _ in range(4):
        for player in players:
            sight = player.look()
            move = decide(sight)
            if move is not None:
                player.do(move, sight)
    for place, pile in enumerate(players[0].look()["spits"]):
        lies = pile["label"].rsplit(". ", 1)[-1]  # behind what this player may do there
        theirs = other.locator("[data-spit]").nth(place)
        expect(theirs).to_have_attribute("aria-label", re.compile(re.escape(lies) + "$"))
    other.locator('[data-action="resign"]').click()
    other.locator('[data-action="resign-yes"]').click()
    expect(one.get_by_role("heading", name="You win!")).to_be_visible()
    expect(one.locator(".head-to-head")).to_have_attribute("data-wins", "1:0")
    expect(other.locator(".head-to-head")).to_have_attribute("data-wins", "0:1")
    one.locator('[data-action="rematch"]').click()
    expect(other.get_by_text("Anna wants a rematch")).to_be_visible()
    other.locator('[data-action="rematch"]').click()
    for page in (one, other):
        expect(page.locator("main")).to_have_attribute("data-phase", "ready")


def test_the_pair_is_known_again_at_another_table(visits: Visits) -> None:
    """What they won against each other counts at every table of theirs."""
    one, other = at_a_table(visits)
    other.locator('[data-action="resign"]').click()
    other.locator('[data-action="resign-yes"]').click()
    expect(one.get_by_role("heading", name="You win!")).to_be_visible()
    one.locator('[data-action="new-match"]').click()
    one.locator('[data-action="friend"]').click()
    code = one.locator("[data-code]").get_attribute("data-code") or ""
    join(other, code)
    expect(one.locator(".youhud .tally")).to_have_text("★ 1")
    expect(other.locator(".youhud .tally")).to_have_text("★ 0")


def test_a_full_table_offers_to_watch(visits: Visits) -> None:
    """A third one is told who plays, and may watch or play something else."""
    one, _other = at_a_table(visits)
    third = visits("phone")
    third.goto(one.url)
    expect(third.get_by_role("heading", name="Anna and Ben are playing")).to_be_visible()
    expect(third.locator('[data-action="new-match"]')).to_be_visible()
    third.locator('[data-action="watch"]').click()
    expect(third.locator("[data-watching]").first).to_be_visible()
    assert third.url.endswith("/watch")


def test_an_unknown_code_can_be_corrected(visits: Visits) -> None:
    """The door says that there is no such table, and takes another code."""
    one, other = visits("phone"), visits("phone")
    code = invite(one)
    other.goto("/t/zzzzzzzzz")
    expect(other.get_by_role("heading", name="No table has this code")).to_be_visible()
    other.locator('[name="code"]').fill(code)
    other.locator('[data-action="join"]').click()
    expect(other.get_by_role("heading", name="Anna invites you")).to_be_visible()


def test_an_ended_table_has_its_record(visits: Visits, host: Host) -> None:
    """A table whose people have gone says who played there, and gives the record out."""
    one, other = at_a_table(visits)
    other.locator('[data-action="resign"]').click()
    other.locator('[data-action="resign-yes"]').click()
    expect(one.get_by_role("heading", name="You win!")).to_be_visible()
    code = one.url.rsplit("/", 1)[-1]
    host.close(code)
    expect(one.locator('[data-problem="no-such-table"]')).to_have_text("This table is closed")
    expect(one.get_by_role("heading", name="You win!")).to_be_visible()
    expect(one.locator('[data-action="record"]')).to_be_visible()
    third = visits("phone")
    third.goto(f"/t/{code}")
    expect(third.get_by_text("Anna and Ben played here")).to_be_visible()
    with third.expect_download() as download:
        third.locator('[data-action="record"]').click()
    with download.value.path().open("rb") as file:
        assert verify(file) is None


def test_a_table_that_is_closed_under_one_offers_the_next(visits: Visits, host: Host) -> None:
    """It says what has happened; a reload comes to the door, and the start is one touch away."""
    one, _other = at_a_table(visits)
    host.close(one.url.rsplit("/", 1)[-1])
    expect(one.get_by_role("heading", name="This table is closed")).to_be_visible()
    one.reload()
    expect(one.get_by_role("heading", name="No table has this code")).to_be_visible()
    one.locator('[data-action="new-match"]').click()
    expect(one.locator('[data-action="play"]')).to_be_visible()


def test_an_invitation_can_be_cancelled(visits: Visits) -> None:
    """The start is there again, and the seat is forgotten."""
    page = visits("phone")
    invite(page)
    page.locator('[data-action="cancel"]').click()
    expect(page.locator('[data-action="friend"]')).to_be_visible()
    assert page.evaluate("localStorage.getItem('spit.tables')") == "[]"


def test_two_tabs_do_not_fight_over_a_seat(visits: Visits) -> None:
    """The newer takes it, the older says so, and takes it back only when it is told to."""
    one, _other = at_a_table(visits)
    tab = one.context.new_page()
    tab.goto(one.url)
    expect(tab.locator("main")).to_have_attribute("data-phase", "ready")
    expect(one.locator('[data-problem="replaced"]')).to_be_visible()
    expect(tab.locator('[data-veil="link"]')).to_have_count(0)
    one.locator('[data-action="play-here"]').click()
    expect(tab.locator('[data-problem="replaced"]')).to_be_visible()
    expect(one.locator('[data-veil="link"]')).to_have_count(0)


def test_a_seat_moves_to_another_device_once(visits: Visits) -> None:
    """The link takes the seat, cleans the address, and does not work a second time."""
    one, _other = at_a_table(visits)
    phone, late = visits("phone"), visits("phone")
    one.locator('[data-action="settings"]').click()
    one.locator('[data-action="handover"]').click()
    field = one.locator(".around-sheet .copy input")
    expect(field).to_be_visible()
    link = field.input_value()
    phone.goto(link)
    expect(phone.locator("main")).to_have_attribute("data-phase", "ready")
    assert "#" not in phone.url
    expect(one.locator('[data-problem="replaced"]')).to_be_visible()
    late.goto(link)
    expect(late.locator('[data-take="used"]')).to_be_visible()
    assert "#" not in late.url


def test_emotes_are_seen_and_can_be_muted(visits: Visits) -> None:
    """A bubble stands at the sender's side, and is read out; muted, it is neither."""
    one, other = at_a_table(visits)
    one.locator('[data-action="emotes"]').click()
    one.locator('[data-action="emote-hello"]').click()
    for page, side in ((one, "youhud"), (other, "foehud")):
        expect(page.locator(f'.{side} [data-bubble="hello"]')).to_be_visible()
    expect(other.locator("[data-around]")).to_have_text("Anna: Hello!")
    expect(other.locator("[data-bubble]")).to_have_count(0)
    other.locator('[data-action="emotes"]').click()
    other.locator('[data-action="mute"]').check()
    one.locator('[data-action="emotes"]').click()
    one.locator('[data-action="emote-wow"]').click()
    expect(one.locator('.youhud [data-bubble="wow"]')).to_be_visible()
    expect(other.locator("[data-bubble]")).to_have_count(0)
    other.reload()
    other.locator('[data-action="emotes"]').click()
    expect(other.locator('[data-action="mute"]')).to_be_checked()


def test_emotes_are_not_offered_against_the_computer(visits: Visits) -> None:
    """A program has no use for them, and can be neither reported nor blocked."""
    page = visits("phone")
    page.goto("/")
    page.locator('[data-action="play"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")
    expect(page.locator('[data-action="emotes"]')).to_have_count(0)
    page.locator('[data-action="settings"]').click()
    expect(page.locator('[data-action="leave"]')).to_be_visible()
    expect(page.locator('[data-action="report"], [data-action="block"]')).to_have_count(0)


def test_a_player_is_reported_and_blocked(visits: Visits) -> None:
    """Both ask first, and say what is kept; who is blocked sits down nowhere until that is over."""
    one, other = at_a_table(visits)
    one.locator('[data-action="settings"]').click()
    one.locator('[data-action="report"]').click()
    one.locator('[name="words"]').fill("rude")
    one.locator('[data-action="report-yes"]').click()
    expect(one.get_by_text("It has been passed on")).to_be_visible()
    one.locator('[data-action="close"]').click()
    one.locator('[data-action="settings"]').click()
    one.locator('[data-action="block"]').click()
    one.locator('[data-action="block-yes"]').click()
    expect(one.get_by_text("Ben is blocked")).to_be_visible()
    one.locator('[data-action="close"]').click()
    another = other.context.new_page()
    join(another, invite(one.context.new_page()))
    expect(another.get_by_text("You cannot sit down at this table")).to_be_visible()
    one.locator('[data-action="settings"]').click()
    one.locator('[data-action="unblock"]').click()
    one.locator('[data-action="unblock-yes"]').click()
    expect(one.get_by_text("Ben is not blocked any more")).to_be_visible()
    another.locator('[data-action="sit"]').click()
    expect(another.locator("main.table")).to_be_visible()


def test_two_people_at_this_screen_start_without_a_form(visits: Visits, host: Host) -> None:
    """One button more than against the computer; both seats are on this connection."""
    del host
    page = visits("desktop")
    page.goto("/")
    page.locator('[data-action="same-screen"]').click()
    page.locator('[name="partner"]').fill("Ben")
    page.locator('[data-action="play"]').click()
    expect(page.locator("main.pair")).to_have_attribute("data-phase", "ready")
    expect(page.get_by_text("Ben").first).to_be_visible()


def test_over_plain_http_from_another_device_all_of_it_works(
    browser: Browser, tmp_path: Path
) -> None:
    """No secure context: no clipboard, no share sheet; the link is selected for the hand."""
    address = lan_address()
    if address is None:
        pytest.skip("this machine is in no network")
    with Host(tmp_path, address="0.0.0.0") as host:
        host.url = host.url.replace("127.0.0.1", address)
        one, other = Visit(browser, host), Visit(browser, host)
        page = one.page
        code = invite(page)
        assert page.evaluate("isSecureContext") is False
        expect(page.locator('[data-reach="network"]')).to_be_visible()
        link = page.locator('[data-veil="invite"] .copy input').first
        assert link.input_value() == f"{host.url}/t/{code}"
        page.locator('[data-action="copy"]').click()
        expect(page.locator(".copied").first).to_contain_text("Selected")
        assert page.evaluate("getSelection().toString()") == link.input_value()
        join(other.page, code)
        be_ready(page, other.page)
        # Chromium says so of every page without a secure context that has this header.
        needless = "Cross-Origin-Opener-Policy header has been ignored"
        assert [each for each in one.faults + other.faults if needless not in each] == []
        one.context.close()
        other.context.close()


def test_a_server_below_a_path_plays_there(browser: Browser, tmp_path: Path) -> None:
    """Page, requests, sockets and links all begin with the path."""
    with Host(tmp_path, base_path="/games/spit") as host:
        one = Visit(browser, host)
        page = one.page
        page.goto(f"{host.url}/")
        page.locator('[data-action="friend"]').click()
        link = page.locator('[data-veil="invite"] .copy input').first
        expect(link).to_have_value(re.compile(re.escape(f"{host.url}/t/")))
        assert page.url == link.input_value()
        page.locator('[data-action="cancel"]').click()
        expect(page.locator("[data-people]")).to_have_attribute("data-people", "1")
        page.locator('[data-action="play"]').click()
        expect(page.locator("main")).to_have_attribute("data-phase", "ready")
        page.reload()
        expect(page.locator("main")).to_have_attribute("data-phase", "ready")
        assert one.faults == []
        one.context.close()
