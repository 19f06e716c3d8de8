"""Paints a position in pixels, from ``Observation.picture()``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

_WIDTH, _CARD, _GAP, _LINE = 900, (44, 62), 6, 20
_CLOTH, _PAPER, _BACK, _WORDS = "#2f5d46", "#fffdf6", "#24405f", "#ffffff"
_INKS = {
    "plain": "#20242d",
    "red": "#bf2430",
    "green": "#1a7540",
    "blue": "#1b5fb8",
    "yellow": "#a86a08",
    "magenta": "#8a3a78",
    "cyan": "#16748c",
    "lightblue": "#086ba8",
    "purple": "#6b2a9b",
    "orange": "#a84f00",
    "pink": "#c22775",
    "alarm": "#b3201c",
}
_SUITS = str.maketrans("♠♥♦♣", "shdc")


class _Sheet:
    """Draws from left to right and from top to bottom."""

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGB", (_WIDTH, height), _CLOTH)
        self.draw = ImageDraw.Draw(self.image)
        self.small, self.large = ImageFont.load_default(13), ImageFont.load_default(19)
        self.y = _GAP

    def words(self, text: str) -> None:
        # Pillow's default font lacks suits and most symbols.
        plain = text.translate(_SUITS).encode("latin-1", "replace").decode("latin-1")
        self.draw.text((_GAP, self.y), plain, fill=_WORDS, font=self.small)
        self.y += _LINE

    def cards(self, cards: list[dict[str, Any]], backs: int = 0) -> None:
        if not cards and not backs:
            return
        x = _GAP
        for card in [*cards, *[None] * backs]:
            corners = (x, self.y, x + _CARD[0], self.y + _CARD[1])
            self.draw.rounded_rectangle(corners, 5, fill=_BACK if card is None else _PAPER, outline="#1e1405")
            if card is not None:
                label = card["label"].translate(_SUITS)
                self.draw.text((x + 5, self.y + 6), label, fill=_INKS[card["ink"]], font=self.large)
            x += _CARD[0] + _GAP
        self.y += _CARD[1] + _GAP


def paint(picture: dict[str, Any]) -> NDArray[np.uint8]:
    """Paints the position as its seat sees it: an array of height, width and three colours."""
    sheet = _Sheet(_LINE * 14 + (_CARD[1] + _GAP) * 10)
    sheet.words(f"{picture['title']}: {picture['headline']}")
    for heap in picture["middle"]:
        sheet.words(heap["label"])
        sheet.cards(heap["cards"])
    for seat, place in enumerate(picture["places"]):
        turn = "> " if picture["turn"] == seat else ""
        sheet.words(f"{turn}{place['name']}: {', '.join(place['score'])} {place['laid']['label']}")
        sheet.cards(place["laid"]["cards"])
        if seat != picture["seat"]:
            sheet.cards([], place["backs"])
    for row in picture["hand"]:
        sheet.cards(row["cards"])
    return np.asarray(sheet.image, dtype=np.uint8)
