// Flying cards: animates each card from its place in the last view to its place in the new one.

/**
 * The change of a view: the acting seat, the origin of new cards in the hand (null: the middle), the destination of
 * cards that leave it unseen, and whether captured cards wait for the capturing card.
 * @typedef {{ actor: number | null, giver: number | null, taker: number | null, captures: boolean, pace: number }} Change
 */

/** @typedef {{ rect: DOMRect, element: HTMLElement }} Spot */

const EASE = "cubic-bezier(.2, .7, .2, 1)";

/**
 * All visible cards by name. A card in a hand has the same name on the table, so that playing it is a flight.
 * @param {HTMLElement} table
 * @returns {Map<string, Spot>}
 */
function visibleCards(table) {
  /** @type {Map<string, Spot>} */
  const found = new Map();
  for (const element of table.querySelectorAll("[data-key^='card-'], [data-key^='placed-']")) {
    if (!(element instanceof HTMLElement)) continue;
    const rect = element.getBoundingClientRect();
    if (rect.width > 0) found.set(flyingName(element), { rect, element });
  }
  return found;
}

/** @param {HTMLElement} element */
function flyingName(element) {
  const key = element.dataset.key ?? "";
  if (!key.startsWith("placed-")) return key;
  const side = element.parentElement;
  return `${side?.parentElement?.dataset.key} ${side?.className} ${key}`;
}

/** @param {HTMLElement} table @param {number | null} seat */
function homeOf(table, seat) {
  const place = seat === null ? null : table.querySelector(`.place[data-seat="${seat}"] .plate`);
  return (place ?? table.querySelector(".center"))?.getBoundingClientRect() ?? new DOMRect();
}

/**
 * Draws a change and animates the cards to their new places.
 * @param {HTMLElement} table
 * @param {Change} change
 * @param {() => void} draw
 */
export async function animateChange(table, { actor, giver, taker, captures, pace }, draw) {
  if (pace === 0) {
    draw();
    return;
  }
  const before = visibleCards(table);
  const held = new Set([...before].filter(([, { element }]) => element.closest(".hand")).map(([name]) => name));
  draw();
  const after = visibleCards(table);
  /** @type {Animation[]} */
  const ways = [];
  let late = 0;
  for (const [name, { rect, element }] of after) {
    const from = before.get(name)?.rect;
    if (from) {
      if (Math.hypot(from.x - rect.x, from.y - rect.y) > 2) ways.push(fly(element, from, rect, pace, 0));
    } else {
      const dealt = element.closest(".hand") !== null;
      ways.push(appear(element, homeOf(table, dealt ? giver : actor), rect, pace, dealt ? (late += pace / 9) : 0));
    }
  }
  for (const [name, { rect, element }] of before) {
    if (!after.has(name))
      ways.push(vanish(table, element, rect, homeOf(table, held.has(name) ? taker : actor), pace, captures ? pace : 0));
  }
  await Promise.allSettled(ways.map((way) => way.finished));
}

/**
 * @param {HTMLElement} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} pace
 * @param {number} delay
 */
function fly(element, from, to, pace, delay) {
  const [dx, dy, scale] = [from.x - to.x, from.y - to.y, from.width / Math.max(to.width, 1)];
  return element.animate(
    [
      { transformOrigin: "0 0", transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: "5" },
      { transformOrigin: "0 0", transform: "none", zIndex: "5" },
    ],
    { duration: pace, delay, easing: EASE, fill: "backwards" },
  );
}

/**
 * @param {HTMLElement} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} pace
 * @param {number} delay
 */
function appear(element, from, to, pace, delay) {
  const dx = from.x + from.width / 2 - (to.x + to.width / 2);
  const dy = from.y + from.height / 2 - (to.y + to.height / 2);
  return element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(.4)`, opacity: 0, zIndex: "5" },
      { opacity: 1, offset: 0.4 },
      { transform: "none", opacity: 1, zIndex: "5" },
    ],
    { duration: pace, delay, easing: EASE, fill: "backwards" },
  );
}

/**
 * A removed card flies to the player who took it.
 * @param {HTMLElement} table
 * @param {HTMLElement} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} pace
 * @param {number} delay
 */
function vanish(table, element, from, to, pace, delay) {
  const ghost = /** @type {HTMLElement} */ ((element.querySelector(".card") ?? element).cloneNode(true));
  delete ghost.dataset.key;
  ghost.className = "card ghost";
  ghost.setAttribute("aria-hidden", "true");
  const origin = table.getBoundingClientRect();
  Object.assign(ghost.style, {
    left: `${from.x - origin.x}px`,
    top: `${from.y - origin.y}px`,
    width: `${from.width}px`,
  });
  table.append(ghost);
  const dx = to.x + to.width / 2 - (from.x + from.width / 2);
  const dy = to.y + to.height / 2 - (from.y + from.height / 2);
  const way = ghost.animate(
    [
      { transform: "none", opacity: 1 },
      { opacity: 1, offset: 0.7 },
      { transform: `translate(${dx}px, ${dy}px) scale(.3)`, opacity: 0 },
    ],
    { duration: pace * 1.2, delay, easing: "cubic-bezier(.5, 0, .6, 1)" },
  );
  way.finished.then(
    () => ghost.remove(),
    () => ghost.remove(),
  );
  return way;
}
