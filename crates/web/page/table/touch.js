// Mouse and touch on the cards: click, double click, and drag to the table.

/** A pointer that moves this far drags, in pixels. */
const FAR = 9;
/**
 * A finger that rests this long lifts a card, in milliseconds. One that moves earlier swipes, which scrolls and plays
 * nothing.
 */
const LIFTING = 180;

/** @param {PointerEvent} event */
const isFinger = (event) => event.pointerType === "touch";

/**
 * Follows a pointer from a card until it is released.
 * @param {PointerEvent} down
 * @param {HTMLElement} button
 * @param {HTMLElement} felt
 * @param {(how: "tap" | "swipe" | "drag", dropped: boolean) => void} done
 */
function follow(down, button, felt, done) {
  const stop = new AbortController();
  const { signal } = stop;
  /** @type {"tap" | "swipe" | "drag"} */
  let how = "tap";
  let lifted = !isFinger(down);
  const lifting = window.setTimeout(() => {
    if (how !== "tap") return;
    lifted = true;
    button.classList.add("lifted");
  }, LIFTING);

  /** @param {PointerEvent} move */
  const onMove = (move) => {
    if (move.pointerId !== down.pointerId) return;
    const [dx, dy] = [move.clientX - down.clientX, move.clientY - down.clientY];
    if (how === "tap" && Math.hypot(dx, dy) >= FAR) {
      how = lifted ? "drag" : "swipe";
      button.classList.toggle("dragged", how === "drag");
      felt.classList.toggle("target", how === "drag");
    }
    if (how === "drag") button.style.translate = `${dx}px ${dy}px`;
  };
  /** @param {PointerEvent} up */
  const onUp = (up) => {
    if (up.pointerId !== down.pointerId) return;
    stop.abort();
    window.clearTimeout(lifting);
    button.classList.remove("dragged", "lifted");
    button.style.translate = "";
    felt.classList.remove("target");
    const over = felt.getBoundingClientRect();
    const inside =
      up.clientY < over.bottom && up.clientY > over.top && up.clientX > over.left && up.clientX < over.right;
    done(how, how === "drag" && up.type === "pointerup" && inside);
  };
  window.addEventListener("pointermove", onMove, { signal });
  window.addEventListener("pointerup", onUp, { signal });
  window.addEventListener("pointercancel", onUp, { signal });
  // A lifted card moves instead of the page.
  window.addEventListener("touchmove", (event) => lifted && event.cancelable && event.preventDefault(), {
    signal,
    passive: false,
  });
}

/** @param {import("./card-table.js").CardTable} table @param {import("./chooser.js").Chooser} chooser */
export function listenToPointers(table, chooser) {
  /** A drag or swipe may end in an unintended click. */
  let strayed = false;

  /** @param {Event} event */
  const numberOf = (event) => {
    const button = event.target instanceof Element ? event.target.closest("button.piece") : null;
    return button instanceof HTMLButtonElement ? table.pieces.indexOf(button) : -1;
  };

  table.hand.addEventListener("click", (event) => {
    const number = numberOf(event);
    if (number < 0) return;
    if (strayed) {
      strayed = false;
      return;
    }
    // If a click only selects, the second click of a double click plays. Otherwise the first click has played, and the
    // second must not hit the next card under the pointer.
    if (event.detail > 1) {
      if (event.detail === 2 && chooser.selectsFirst) void chooser.pick(number, "double");
      return;
    }
    void chooser.pick(number, "click");
  });

  table.hand.addEventListener("pointerdown", (event) => {
    const number = numberOf(event);
    const button = table.pieces[number];
    strayed = false;
    if (!button || event.button !== 0 || !event.isPrimary) return;
    follow(event, button, table.felt, (how, dropped) => {
      strayed = how !== "tap";
      if (dropped) void chooser.pick(number, "drop");
      window.setTimeout(() => (strayed = false));
    });
  });
  // A finger that rests on a card lifts it and opens no context menu.
  table.hand.addEventListener("contextmenu", (event) => {
    if (numberOf(event) >= 0 && event instanceof PointerEvent && isFinger(event)) event.preventDefault();
  });
}
