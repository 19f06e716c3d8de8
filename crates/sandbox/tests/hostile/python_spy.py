#!/usr/bin/env python3
"""Reads, lists and writes what it should not, as a student's script might by accident."""
import os
import sys

victim, playground, tcp, udp, mark = sys.argv[1:6]


def attempt(what, deed):
    try:
        result = deed()
    except OSError:
        return
    print(f"HARM: {what}: {result!r}")


attempt("secret", lambda: open(f"{playground}/secret").read())
attempt("write", lambda: open(f"{playground}/{mark}", "w").write("x"))
attempt("tmp", lambda: open(f"/tmp/{mark}", "w").write("x"))
attempt("passwd", lambda: open("/etc/passwd").read())
attempt("root", lambda: os.listdir("/root"))
attempt("home", lambda: os.listdir("/home"))
attempt("remove", lambda: os.remove(f"{playground}/open_to_all"))
attempt("chmod", lambda: os.chmod(f"{playground}/open_to_all", 0))
attempt("victim", lambda: open(f"/proc/{victim}/environ", "rb").read())
if set(os.environ) - {"PATH", "LANG", "HOME", "ASAN_OPTIONS", "LC_CTYPE"}:
    print("HARM: environment", dict(os.environ))
print("tried")
