#!/usr/bin/env python3
"""Starts processes, opens connections and sends signals by way of the standard library."""
import multiprocessing
import os
import signal
import socket
import subprocess
import sys

victim, playground, tcp, udp, mark = sys.argv[1:6]


def attempt(what, deed):
    try:
        result = deed()
    except (OSError, RuntimeError, ImportError):
        return
    print(f"HARM: {what}: {result!r}")


def fork():
    if os.fork() == 0:
        os._exit(0)


attempt("fork", fork)
attempt("shell", lambda: subprocess.run(["/bin/sh", "-c", f"echo x > {playground}/{mark}"]))
attempt("pool", lambda: multiprocessing.Process(target=print).start())
attempt("tcp", lambda: socket.create_connection(("127.0.0.1", int(tcp))))
attempt("udp", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", int(udp))))
attempt("unix", lambda: socket.socket(socket.AF_UNIX).connect(f"{playground}/socket"))
attempt("setuid", lambda: os.setuid(0))
attempt("nice", lambda: os.setpriority(os.PRIO_PROCESS, int(victim), 19))
try:
    os.kill(int(victim), signal.SIGKILL)
except OSError:
    pass
print("tried")
