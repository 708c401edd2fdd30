"""Promises a test's private desktop: starts its programs, speaks D-Bus for it in lines of JSON (requests on standard input,
answers and events on standard output), and ends everything it started and removes its working folder when its input closes, even when the test died."""

import json
import os
import shutil
import subprocess
import sys

import dbus
import dbus.bus
import dbus.lowlevel
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

RETRY_MILLISECONDS = 20
CALL_SECONDS = 15
TYPES = {"s": dbus.String, "u": dbus.UInt32, "i": dbus.Int32, "b": dbus.Boolean, "o": dbus.ObjectPath}

loop = GLib.MainLoop()
buses = {}
children = []


def send(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def plain(value):
    """A D-Bus value as JSON: numbers, strings, lists and objects."""
    if isinstance(value, dbus.Boolean):
        return bool(value)
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if isinstance(value, dbus.Byte):
        return int(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    return str(value)


def typed(value):
    """A JSON value as D-Bus: {"type": "u", "value": 1} names its type, everything else is taken as it is."""
    if isinstance(value, dict) and set(value) == {"type", "value"}:
        return TYPES[value["type"]](value["value"])
    if isinstance(value, list):
        return [typed(inner) for inner in value]
    return value


def start(request, answer):
    """Starts a program; it is ended, last started first, when this bridge ends."""
    log = open(request["log"], "ab")
    child = subprocess.Popen(
        request["argv"],
        env={**os.environ, **request["env"]},
        stdin=subprocess.PIPE if "input" in request else subprocess.DEVNULL,
        stdout=log,
        stderr=log,
    )
    if "input" in request:
        child.stdin.write(request["input"].encode())
        child.stdin.close()
    children.append(child)
    answer({"pid": child.pid})


def connect(request, answer):
    """Connects to a bus as soon as it listens."""

    def attempt():
        try:
            buses[request["bus"]] = dbus.bus.BusConnection(request["address"])
        except dbus.DBusException:
            return True
        answer({})
        return False

    if attempt():
        GLib.timeout_add(RETRY_MILLISECONDS, attempt)


def wait_name(request, answer):
    """Answers when somebody owns the name; the watch ends with the bridge."""
    told = []

    def changed(owner):
        if owner and not told:
            told.append(True)
            answer({"owner": str(owner)})

    buses[request["bus"]].watch_name_owner(request["name"], changed)


def call(request, answer):
    buses[request["bus"]].call_async(
        request["destination"],
        request["path"],
        request["interface"],
        request["method"],
        request["signature"],
        typed(request["args"]),
        lambda *values: answer({"values": plain(values)}),
        lambda error: answer({"error": f"{error.get_dbus_name()}: {error.get_dbus_message()}"}),
        timeout=CALL_SECONDS,
    )


def listen(request, answer):
    """Sends each matching signal as an event under the given tag."""
    buses[request["bus"]].add_signal_receiver(
        lambda *values: send({"event": request["tag"], "values": plain(values)}),
        signal_name=request["signal"],
        dbus_interface=request["interface"],
        path=request["path"],
    )
    answer({})


OPERATIONS = {"start": start, "connect": connect, "wait-name": wait_name, "call": call, "listen": listen}


def handle(line):
    request = json.loads(line)

    def answer(result):
        send({"id": request["id"], **result})

    try:
        OPERATIONS[request["operation"]](request, answer)
    except Exception as error:  # every fault goes back to the test that asked
        answer({"error": f"{type(error).__name__}: {error}"})


pending = b""


def readable(source, _condition):
    global pending
    chunk = os.read(source, 65536)
    if not chunk:
        loop.quit()
        return False
    *lines, pending = (pending + chunk).split(b"\n")
    for line in lines:
        handle(line)
    return True


def end_children():
    for child in reversed(children):
        if child.poll() is None:
            child.terminate()
        try:
            child.wait(5)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


DBusGMainLoop(set_as_default=True)
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, readable)
try:
    loop.run()
finally:
    for connection in buses.values():
        connection.set_exit_on_disconnect(False)
    end_children()
    shutil.rmtree(os.getcwd(), ignore_errors=True)
