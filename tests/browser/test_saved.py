"""Games outlive tabs and reloads, Back closes what was opened last, and water waits until it is asked for."""

import pytest

from tests.browser.conftest import ADDRESS, cell
from tests.browser.test_play import SOLVED, drag, marks, rows, solve
from tests.browser.test_take import downloaded

PUZZLE = ADDRESS.split("?")[1]
WATER = "#stage .water"

DEAF = """
    const add = addEventListener;
    window.addEventListener = (kind, ...rest) => kind === "storage" || add.call(window, kind, ...rest);
"""
"""Of what other tabs save, the page is not told."""


@pytest.fixture
def other(game, address):
    """Open a second tab of the same browser, where the game of the first goes on."""
    cell(game, 0, 0).click()
    tab = game.context.new_page()
    tab.goto(f"{address}#{PUZZLE}")
    tab.wait_for_selector("[data-cell]")
    assert rows(tab)[0] == "w....."
    return tab


def test_a_move_of_a_tab_that_has_heard_nothing_is_put_on_those_of_the_other(game, other):
    game.add_init_script(DEAF)
    game.reload()
    game.wait_for_selector("[data-cell]")
    drag(other, (0, 1), (0, 3))
    cell(game, 5, 3).click()
    assert (rows(game)[0], rows(game)[5]) == ("wwww..", "...w..")
    other.wait_for_selector("[data-cell='5,3'][aria-label*='water']")
    assert rows(other)[5] == "...w.."
    other.click("#game-undo")
    cell(game, 5, 4).click()
    assert (rows(game)[0], rows(game)[5]) == ("wwww..", "....w.")


def test_a_game_that_is_finished_in_one_tab_is_finished_in_all_and_does_not_come_back(game, other, address):
    cell(other, 0, 0).click()
    cell(other, 0, 0).click()
    solve(other)
    game.wait_for_selector("#game-won:has-text('Solved in')")
    cell(game, 0, 5).click()
    assert rows(game)[0] == "wwww.."
    other.close()
    game.goto(f"{address}?")
    game.wait_for_selector("#finished")
    assert game.locator("#saved").is_hidden()
    game.click("#finished-title")
    assert game.inner_text("#finished-games .resume").startswith("site-6x6.png (0:")


def test_a_game_that_is_deleted_in_one_tab_is_not_saved_by_the_clock_of_another(game, other, address):
    other.goto(f"{address}?")
    other.click("[aria-label^='Remove site-6x6.png']")
    assert other.locator("#saved").is_hidden()
    game.evaluate("window.dispatchEvent(new Event('pagehide'))")
    assert game.evaluate("Object.keys(localStorage).filter((key) => key.includes('.game.'))") == []
    other.click("#notice-act")  # it can be had back
    other.click("text=Resume site-6x6.png")
    other.wait_for_selector("[data-cell]")
    assert rows(other)[0] == "w....."


def test_a_reload_stays_in_the_game_with_its_picture_and_its_moves(game):
    drag(game, (0, 0), (0, 3))
    cell(game, 3, 0).click(button="right")
    game.reload()
    game.wait_for_selector("[data-cell]")
    assert rows(game)[:4] == ["wwww..", "......", "......", "x....."]
    game.click("#game-undo")
    game.click("#game-undo")
    assert marks(game) == "." * 36
    game.click("#game-redo")
    assert rows(game)[0] == "wwww.."
    game.wait_for_selector("#take-what option[value=answer]", state="attached")
    assert game.locator(".entry-name").all_inner_texts() == ["site-6x6.png"]
    game.click("#game-leave")
    game.wait_for_selector("#stage image")


def test_a_game_that_is_left_shows_its_water_only_when_asked_and_is_begun_anew_as_a_move(game):
    game.reload()  # before the first move
    game.wait_for_selector("[data-cell]")
    drag(game, (0, 0), (0, 3))
    game.click("#game-leave")
    game.wait_for_selector("#stage image")
    assert game.locator(WATER).count() == 0
    assert not game.locator("#show-water").is_checked()
    game.check("#show-water")
    game.wait_for_selector(WATER)
    game.click("#play-empty")
    assert marks(game) == "." * 36
    game.click("#game-undo")
    assert rows(game)[0] == "wwww.."


def test_a_game_that_was_resumed_where_nobody_answered_can_be_saved_once_it_is_won(game):
    cell(game, 0, 0).click()
    game.route("**/api/**", lambda route: route.abort())
    game.reload()
    game.wait_for_selector("#message:has-text('does not answer')", state="attached")
    game.unroute("**/api/**")
    cell(game, 0, 0).click()
    cell(game, 0, 0).click()
    solve(game)
    game.wait_for_selector("#take-what option[value=answer]", state="attached")


def test_without_its_picture_a_game_goes_on_on_a_clean_board_and_that_is_said(game, address):
    cell(game, 0, 0).click()
    game.goto(f"{address}?")
    game.evaluate("new Promise((done) => (indexedDB.deleteDatabase('aquarium').onsuccess = done))")
    game.click("text=Resume site-6x6.png")
    game.wait_for_selector("#notice:has-text('The picture of this game was not saved')")
    assert rows(game)[0] == "w....."
    game.wait_for_selector("#take-what option[value=answer]", state="attached")
    game.click("#game-leave")
    game.check("#show-water")
    game.wait_for_selector(WATER)


def test_back_closes_the_dialog_then_the_game_then_the_puzzle_and_forward_opens_them_again(page, bring):
    bring(page, "site-6x6.png")
    page.click("#play-empty")
    cell(page, 0, 0).click()
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.evaluate("history.back()")):
        page.click("#about")
        page.wait_for_function("() => history.state.depth === 3")
        close()
        page.wait_for_selector("#about-dialog", state="hidden")
        page.wait_for_function("() => history.state.depth === 2")
    assert page.locator("[data-cell]").count() == 36
    page.evaluate("history.back()")
    page.wait_for_selector("#play-resume")
    assert page.locator(WATER).count() == 0
    page.click("#play-resume")
    page.wait_for_function("() => history.state.depth === 2")
    page.click("#game-leave")
    page.wait_for_function("() => history.state.depth === 1")
    page.evaluate("history.back()")
    page.wait_for_selector("#welcome")
    assert page.evaluate("[location.hash, history.state.depth]") == ["", 0]
    page.evaluate("history.forward()")
    page.wait_for_selector("body[data-mode=read]")
    page.evaluate("history.forward()")
    page.wait_for_selector("[data-cell]")
    assert rows(page)[0] == "w....."
    for shown in ("body[data-mode=read]", "#welcome:visible"):
        page.evaluate("history.back()")
        page.wait_for_selector(shown)
    page.click("#notice-act")
    page.wait_for_selector("#play-resume")


def test_the_address_names_the_puzzle_and_opens_it_elsewhere(page, bring, address):
    bring(page, "site-6x6.png")
    page.wait_for_function("() => location.hash")
    assert page.url == f"{address}#{PUZZLE}"
    tab = page.context.browser.new_context().new_page()
    tab.goto(f"{address}?token=that-nobody-else-may-have#{PUZZLE}")
    tab.wait_for_selector("#message:has-text('one solution')")
    tab.wait_for_url(page.url)
    assert tab.locator(".entry-name").all_inner_texts() == ["6×6 from text"]
    tab.goto(f"{address}#2_2;no puzzle")
    tab.wait_for_selector("#mend")
    tab.context.close()


def test_a_puzzle_is_shown_without_its_water_where_that_is_wished(page, bring):
    page.uncheck("#show-solutions")
    bring(page, "site-6x6.png")
    page.wait_for_selector("#stage image")
    assert page.locator(WATER).count() == 0
    assert page.locator("#answer li").count() == 0
    page.reload()
    page.wait_for_selector("#message:has-text('one solution')")
    assert page.locator(WATER).count() == 0
    page.check("#show-water")
    page.wait_for_selector(WATER)


def test_a_resumed_game_ends_as_any_other_and_is_there_after_a_reload_with_its_time(game, address):
    cell(game, 0, 0).click()
    game.goto(f"{address}?")
    game.click("text=Resume site-6x6.png")
    game.wait_for_selector("[data-cell]")
    cell(game, 0, 0).click()
    cell(game, 0, 0).click()
    solve(game)
    game.wait_for_selector("#game-won:has-text('Easy, 9 steps')")
    won = game.inner_text("#game-won")
    game.reload()
    game.wait_for_selector("[data-cell]")
    assert game.inner_text("#game-won") == won
    assert rows(game) == SOLVED
    game.wait_for_selector("#take-emoji")
    assert game.locator("#take-task").is_visible()
    assert downloaded(game, "png")[0] == "site-6x6.solved.png"
    game.click("#game-leave")
    game.wait_for_selector(WATER)
    assert game.inner_text("#message") == "6×6, 10 aquariums, one solution"
    assert game.locator("#hint").is_enabled()
