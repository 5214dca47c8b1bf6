"""Phones, queues and a server in one seeded world, with the scripts that the scorer's page runs.

The world is in tests/browser/sync; it needs no server and no network, only a browser to run in.
"""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.sync.faults import FAULTS, Fault

pytestmark = pytest.mark.browser

RUN = """async ([root, how]) => {
  const parts = ["phone/queue.js", "phone/sync.js", "phone/store.js", "stored/database.js",
    "scorer/server.js"];
  const scripts = await Promise.all(parts.map(part => import(`${root}/${part}`)));
  const code = Object.assign({}, ...scripts);
  const { run } = await import("/world/simulation.js");
  try {
    return await run(code, how);
  } catch (error) {
    return error.message;
  }
}"""


# A look at the running game is under way when it is ended without a loser, here or elsewhere.
ENDED = """async ([root, here]) => {
  const { Session } = await import(`${root}/scorer/session.js`);
  const { Outbox } = await import(`${root}/scorer/outbox.js`);
  const { setWords } = await import(`${root}/scorer/words.js`);
  setWords({ broken_off_there: "{number}" }, "de");
  const game = id => ({ game: { id, number: 1 }, view: { sequence: 1, status: "running" } });
  const ended = { ...game("a"), view: { sequence: 3, status: "finished", ended_by: "abandoned" } };
  let answer;
  const source = {
    identity: async () => null,
    load: key => key === "a" ? new Promise(resolve => { answer = resolve; }) : game(key),
    lobby: async () => ({ game: "b" }),
    abandon: async () => ended,
  };
  const session = new Session(source, new Outbox(source, "letters", () => {}), () => {});
  session.take(game("a"));
  const look = session.refresh();
  const end = here && session.abandon("bus");
  while (here && session.view.status === "running") await null;
  const first = answer;
  first(ended);
  await look;
  if (here) { answer(ended); await end; }
  return [session.game.id, session.message?.text ?? null];
}"""


@pytest.fixture
def world(page: Page, scripts: dict[str, Fault]) -> Any:
    """Return a function that runs evenings of the simulation, with a fault in the scripts or
    without.
    """

    def run(fault: Fault | None = None, **how: Any) -> Any:
        version = f"v{len(scripts)}"
        if fault:
            scripts[version] = fault
        return page.evaluate(RUN, [f"/{version}" if fault else "/whole", how])

    return run


def test_nothing_is_lost_doubled_or_out_of_order_and_the_same_seed_ends_the_same(world):
    happened = world(seed=30, events=20_000)
    assert happened["events"] >= 20_000, happened
    assert min(happened["crashes"], happened["versions"], happened["games"]) > 10
    assert world(seed=4, events=1) == world(seed=4, events=1) != world(seed=5, events=1)


@pytest.mark.parametrize(("here", "said"), [(True, None), (False, "1")])
def test_only_a_game_that_another_phone_has_ended_is_told_of(page: Page, scripts, here, said):
    assert page.evaluate(ENDED, ["/whole", here]) == ["b", said]


def test_every_fault_is_found(world):
    assert len(FAULTS) >= 35
    survivors = [name for name, fault in FAULTS.items() if not _is_noticed(world, fault)]
    assert survivors == []


def _is_noticed(world: Any, fault: Fault) -> bool:
    """Return whether a fault is found in its own evening, or after a change of the scripts in one
    of the first.
    """
    return any(
        isinstance(world(fault, seed=seed, evenings=1, events=1), str)
        for seed in (fault.seed, *range(1, 60))
    )


@pytest.mark.long
def test_ten_million_events(world):
    happened = world(seed=10_000, events=10_000_000)
    assert happened["events"] >= 10_000_000, happened
