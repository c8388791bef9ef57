"""Coming back after what others did: it is played, skipped, told by a card, and any moment can be looked at again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import say, spec_of
from .robot import Robot, leaf, region, turn_to

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
UNITS = {"7 OH-a": "1733", "27 VA": "1834", "33 VA": "2035"}
MARCH = spec_of(UNITS, begin="movement", turn=6, active="Garnett", order="attack", waiting=False)
BOXED = {"7 OH-a": "1733", "27 VA": {"box": "1"}}
ENDING = spec_of(BOXED, begin="end-turn", turn=6, waiting=False)
HURT = {**BOXED, "33 VA": {"hex": "2035", "marks": ["shaken"]}}
ENDED = spec_of(HURT, begin="end-turn", turn=6, waiting=False, held={"confederate": ["Rally"]})


def bar(page: Page) -> Locator:
    return page.get_by_role("group", name="Following", exact=True)


def news(page: Page) -> Locator:
    return page.get_by_role("region", name="News")


def place(page: Page, unit: str) -> str:
    """The hex of the stack that a counter lies in, as the board shows it."""
    stack = page.get_by_role("button", name=unit, exact=True).locator("xpath=..")
    expect(stack).to_have_attribute("aria-label", re.compile("Stack at"))
    return (stack.get_attribute("aria-label") or "").removeprefix("Stack at ")


@pytest.fixture
def marched(at_position: Lay, open_page: Open) -> Callable[..., Robot]:
    """The Union page, while the Confederate has moved 33 VA by two hexes and asks to leave a hex with 27 VA."""

    def come(speed: str = "", **how: Any) -> Robot:
        at = at_position(MARCH)
        page = open_page(at["union"], speed="", **how)
        if speed:
            bar(page).get_by_role("combobox").select_option(speed)
        expect(bar(page).get_by_role("button", name="Look back")).to_be_visible()
        say(at["confederate"], "33 VA: 2035-2034-2033", "done", "27 VA: 1834-1934")
        return Robot(page)

    return come


def test_what_the_other_did_is_played_from_its_beginning(marched: Callable[..., Robot]) -> None:
    page = marched("step by step").page
    expect(bar(page)).to_contain_text("33 VA moves to 2033")
    assert place(page, "33 VA") == "2033"
    expect(bar(page).get_by_role("button", name="Skip")).to_be_visible()


def test_one_key_skips_to_the_decision_and_the_ways_stay_on_the_board(marched: Callable[..., Robot]) -> None:
    robot = marched("step by step")
    expect(bar(robot.page)).to_contain_text("Event 1")
    robot.page.keyboard.press("Escape")
    expect(bar(robot.page).get_by_role("button", name="Look back")).to_be_visible()
    expect(robot.page.locator("g.traces path:not(.casing)")).to_have_count(2)
    expect(robot.page.locator(".counter.recent")).to_have_count(1)
    expect(robot.card.get_by_role("heading")).to_contain_text("27 VA is about to leave 1834")


def test_the_card_says_what_happened_and_plays_it_again(marched: Callable[..., Robot]) -> None:
    robot = marched("result only")
    expect(news(robot.page)).to_contain_text("Garnett moved: 33 VA to 2033")
    news(robot.page).get_by_role("button", name="Since your last decision").click()
    news(robot.page).get_by_role("button", name="Garnett moved: 33 VA to 2033").click()
    expect(bar(robot.page)).to_contain_text("33 VA moves to 2033")


def test_who_comes_back_is_shown_what_has_happened_since_at_any_machine(at_position: Lay, open_page: Open) -> None:
    at = at_position(MARCH)
    first = Robot(open_page(at["union"]))
    say(at["confederate"], "33 VA: 2035-2034", "done", "27 VA: 1834-1934")
    first.press("pass")
    expect(first.log).to_contain_text("27 VA moves to 1934")
    context = first.page.context
    first.page.evaluate("localStorage.setItem('vedette-speed', 'step by step')")
    first.page.goto("about:blank")
    say(at["confederate"], "27 VA: 1933")
    again = context.new_page()  # nothing that a tab alone has kept
    again.goto(at["union"])
    other = open_page(at["union"], speed="step by step")
    for page in (again, other):
        expect(bar(page)).to_contain_text("Event 1 27 VA moves to 1933")
        expect(Robot(page).card).to_have_count(0)
        bar(page).get_by_role("button", name="Skip").click()
        expect(Robot(page).card.get_by_role("heading")).to_contain_text(
            re.compile("Waiting|27 VA is about to leave 1933")
        )
    again.close()


def test_the_question_and_the_news_come_after_the_playing_and_an_answer_closes_them(
    marched: Callable[..., Robot],
) -> None:
    robot = marched("step by step")
    expect(bar(robot.page)).to_contain_text("Event 1")
    expect(news(robot.page)).to_have_count(0)
    expect(robot.card).to_have_count(0)
    bar(robot.page).get_by_role("button", name="Skip").click()
    expect(news(robot.page)).to_be_visible()
    robot.press("pass")
    expect(news(robot.page)).to_have_count(0)
    expect(bar(robot.page).get_by_role("button", name="Skip")).to_have_count(0)


def test_one_key_stops_what_is_played_and_lets_it_go_on(marched: Callable[..., Robot]) -> None:
    page = marched("slow").page
    expect(bar(page)).to_contain_text("Event 1")
    page.keyboard.press("p")
    go_on = bar(page).get_by_role("button", name="Go on")
    expect(go_on).to_be_visible()
    page.keyboard.press("p")
    expect(bar(page).get_by_role("button", name="Stop")).to_be_visible()
    expect(bar(page)).not_to_contain_text("Event 1")  # it goes on by itself


def test_who_wants_no_motion_sees_the_result_at_once(marched: Callable[..., Robot]) -> None:
    page = marched(reduced_motion="reduce").page
    expect(news(page)).to_be_visible()
    expect(bar(page).get_by_role("button", name="Skip")).to_have_count(0)
    assert place(page, "33 VA") == "2033"


def test_a_line_opens_the_board_at_its_moment_and_nothing_can_be_done_there(marched: Callable[..., Robot]) -> None:
    robot = marched("result only")
    page = robot.page
    turn_to(page, "Log")
    line = robot.log.locator("p.line").filter(has_text="33 VA moves to 2033")
    line.get_by_role("button", name="The board at entry").click()
    expect(bar(page)).to_contain_text("Looking back at turn 6")
    assert place(page, "33 VA") == "2033"
    expect(page.locator("button[data-answer]")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("You are looking back")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[aria-label='Stack at 2034']")).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[aria-label='Stack at 2033']")).to_be_attached()
    bar(page).get_by_role("button", name="Return").click()
    expect(page.locator("[aria-label='Stack at 2033']")).to_be_attached()
    expect(robot.card.get_by_role("button", name="pass", exact=True)).to_be_enabled()


def test_the_past_asks_nothing_and_says_that_a_question_waits(at_position: Lay, open_page: Open) -> None:
    """What is seen is the board of another moment: an answer given by it would be given by mistake."""
    at = at_position(MARCH)
    robot = Robot(open_page(at["union"]))
    page = robot.page
    bar(page).get_by_role("combobox").select_option("result only")
    say(at["confederate"], "33 VA: 2035-2034")
    expect(robot.log).to_contain_text("33 VA moves to 2034")
    page.keyboard.press(",")
    page.keyboard.press(",")
    moment = region(page, "Looking back")
    expect(moment.get_by_role("heading")).to_contain_text("Turn 6, 5:20, as it was")
    expect(moment).not_to_contain_text("A question waits")
    say(at["confederate"], "done", "27 VA: 1834-1934")
    expect(moment).to_contain_text("A question waits for the Union")
    expect(bar(page)).to_contain_text("Looking back")
    expect(page.locator("button[data-answer]")).to_have_count(0)
    moment.get_by_role("button", name="Return").click()
    expect(robot.card.get_by_role("heading")).to_contain_text("27 VA is about to leave 1834")


def test_the_log_goes_three_deep_and_is_cut_down_by_a_word(marched: Callable[..., Robot]) -> None:
    robot = marched("result only")
    expect(robot.card.locator("button.main[data-answer]")).to_be_enabled()
    robot.step()
    expect(robot.log).to_contain_text("opportunity fire at 1834")
    turn_to(robot.page, "Log")
    aim = robot.log.locator("p.line").filter(has_text="opportunity fire at 1834")
    aim.get_by_role("button", name="why").click()
    expect(robot.log).to_contain_text("not used: ")
    expect(robot.log.get_by_role("button", name="flanking fire +1")).to_have_attribute(
        "title", "Open case KT-12.3-shift-flanking"
    )
    robot.page.get_by_role("searchbox").fill("33 VA")
    expect(robot.log.locator("p.line").filter(has_text="27 VA")).to_have_count(0)
    expect(robot.log.locator("p.line").filter(has_text="33 VA moves").first).to_be_attached()


def test_the_summary_says_how_it_stands_and_what_can_be_kept(at_position: Lay, open_page: Open) -> None:
    at = at_position(ENDING)
    page = open_page(at["union"])
    expect(region(page, "Decision")).to_be_visible()
    turn_to(page, "Summary")
    summary = leaf(page)
    expect(summary).to_contain_text("Luck")
    report = summary.get_by_role("link", name="Keep as a page")
    expect(report).to_have_attribute("href", re.compile(r"^/api/games/.+/report\?key="))


def test_the_summary_is_told_for_a_forum_with_ones_own_words(at_position: Lay, open_page: Open) -> None:
    at = at_position(ENDING)
    page = open_page(at["union"])
    expect(region(page, "Decision")).to_be_visible()
    turn_to(page, "Summary")
    leaf(page).get_by_role("button", name="For a forum").click()
    forum = region(page, "For a forum")
    forum.get_by_label("Turn 7, so far").fill("[b]All[/b] quiet")
    forum.get_by_label("At the end").fill("To be continued")
    forum.get_by_role("button", name="Copy as forum text").click()
    text = forum.get_by_label("The text for the forum")
    expect(text).to_have_value(re.compile(r"## Turn 7, so far\n\n\\\[b\\\]All"))
    forum.get_by_role("radio", name="BBCode").check()
    forum.get_by_role("button", name="Copy as forum text").click()
    expect(text).to_have_value(re.compile(r"\[b\]Turn 7, so far\[/b\][\s\S]+To be continued\n$"))
    expect(text).not_to_have_value(re.compile(r"\[b\]All"))
    page.reload()
    turn_to(page, "Summary")
    leaf(page).get_by_role("button", name="For a forum").click()
    expect(forum.get_by_label("Turn 7, so far")).to_have_value("[b]All[/b] quiet")


def test_a_card_stands_at_the_end_of_a_turn_until_the_next_answer(at_position: Lay, open_page: Open) -> None:
    at = at_position(ENDED)
    robot = Robot(open_page(at["union"]))
    expect(robot.card.get_by_role("heading")).to_contain_text("Waiting for the Confederate")
    say(at["confederate"], "pass")
    card = robot.page.get_by_role("region", name="Turn 6 is over")
    expect(card).to_contain_text("27 VA: Available, may come back")
    expect(card).to_contain_text("1834: Confederate")
    robot.press("key Rally")
    expect(card).to_have_count(0)
