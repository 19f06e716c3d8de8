// Mouse and finger on the cards: click, double click, and drag onto the table.

/** So far a pointer must go before it drags, in pixels. */
const FAR = 9;

/**
 * @param {import("./table.js").CardTable} table
 * @param {import("./choose.js").Chooser} chooser
 */
export function handle(table, chooser) {
  /** A drag ends in a click, which is not meant. */
  let dragged = false;

  /** @param {Event} event */
  const numberOf = (event) => {
    const button = event.target instanceof Element ? event.target.closest("button.piece") : null;
    return button instanceof HTMLButtonElement ? table.pieces.indexOf(button) : -1;
  };

  table.hand.addEventListener("click", (event) => {
    const number = numberOf(event);
    if (number < 0) return;
    if (dragged) {
      dragged = false;
      return;
    }
    // The second click of a double click is a discard where one click selects; elsewhere the first
    // has played, and the second must not hit the card that slid under the pointer.
    if (event.detail > 1) {
      if (event.detail === 2 && chooser.selectsFirst) void chooser.pick(number, "double");
      return;
    }
    void chooser.pick(number, "click");
  });

  table.hand.addEventListener("pointerdown", (event) => {
    const number = numberOf(event);
    const button = table.pieces[number];
    dragged = false;
    if (!button || event.button !== 0 || !event.isPrimary) return;
    const [x, y] = [event.clientX, event.clientY];
    const stop = new AbortController();
    const { signal } = stop;

    /** @param {PointerEvent} move */
    const onMove = (move) => {
      if (move.pointerId !== event.pointerId) return;
      const [dx, dy] = [move.clientX - x, move.clientY - y];
      if (!dragged && Math.hypot(dx, dy) < FAR) return;
      if (!dragged) {
        dragged = true;
        button.classList.add("dragged");
        table.felt.classList.add("target");
      }
      button.style.translate = `${dx}px ${dy}px`;
    };
    /** @param {PointerEvent} up */
    const onUp = (up) => {
      if (up.pointerId !== event.pointerId) return;
      stop.abort();
      if (!dragged) return;
      const over = table.felt.getBoundingClientRect();
      const dropped =
        up.type === "pointerup" &&
        up.clientY < over.bottom &&
        up.clientY > over.top &&
        up.clientX > over.left &&
        up.clientX < over.right;
      button.classList.remove("dragged");
      button.style.translate = "";
      table.felt.classList.remove("target");
      if (dropped) void chooser.pick(number, "drop");
      window.setTimeout(() => (dragged = false));
    };
    window.addEventListener("pointermove", onMove, { signal });
    window.addEventListener("pointerup", onUp, { signal });
    window.addEventListener("pointercancel", onUp, { signal });
  });
}
