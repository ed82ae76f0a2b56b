"""Prints a pickled memory snapshot as JSON, with each stack trace and each frame once.

A list of frames that is shared is written once, under a number. Nothing is left out, so that what another reader made of
the file can be compared with what Python makes of it.
"""

import json
import pickle
import sys


class Table:
    """Gives each object, by identity, a number."""

    def __init__(self, describe):
        self.numbers, self.rows, self.describe = {}, [], describe

    def number(self, thing):
        known = self.numbers.get(id(thing))
        if known is None:
            known = self.numbers[id(thing)] = len(self.rows)
            self.rows.append(None)
            self.rows[known] = self.describe(thing)
        return known


def main(path):
    with open(path, "rb") as file:
        snapshot = pickle.load(file)
    frames = Table(lambda frame: frame)
    stacks = Table(lambda stack: [frames.number(frame) for frame in stack])

    def numbered(record):
        record = dict(record)
        record["frames"] = stacks.number(record["frames"]) if "frames" in record else None
        if "blocks" in record:
            record["blocks"] = [numbered(block) for block in record["blocks"]]
        return record

    facts = {
        "segments": [numbered(segment) for segment in snapshot["segments"]],
        "device_traces": [[numbered(event) for event in trace] for trace in snapshot["device_traces"]],
        "allocator_settings": snapshot["allocator_settings"],
        "external_annotations": snapshot["external_annotations"],
        "host_segments": [numbered(segment) for segment in snapshot.get("host_segments", [])],
        "host_traces": [numbered(event) for event in snapshot.get("host_traces", [])],
        "total_reserved": sum(segment["total_size"] for segment in snapshot["segments"]),
        "shared": stacks.rows,
        "shared_frames": frames.rows,
    }
    json.dump(facts, sys.stdout)


main(sys.argv[1])
