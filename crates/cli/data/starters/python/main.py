"""Reads what the referee says and answers. Nothing here needs to be changed: the plan is in plan.py.

It is the line protocol, a line of JSON each way; `cardsharp protocol` prints all of it.
"""
import json
import sys

from plan import NAME, choose

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "version": 1, "name": NAME}
    elif message["type"] == "turn":
        answer = {"action": choose(message["details"], message["legal"])}
    else:
        continue  # "game", "fault" and "over" only tell us something
    # Without the flush an answer would lie in a buffer, and the referee wait for it.
    print(json.dumps(answer), flush=True)
