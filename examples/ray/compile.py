#!/usr/bin/env python3
"""Compiles the shaders of a manifest of `vitrum batch` on the machines of a Ray cluster.

    pip install -r requirements.txt
    python compile.py shaders.jsonl -o out                 # workers on this machine
    python compile.py shaders.jsonl -o out --address auto  # the cluster that this machine belongs to

Each task is a shard of the manifest: `vitrum batch --shard I/N`. Ray brings the folder with the shaders to every machine, and
the outputs back; `vitrum` has to be installed there (`cargo install vitrum-cli`), or is a file that `--vitrum` names. Results
are the lines of `vitrum batch`, in the order of the manifest, on stdout. Paths in the manifest are relative to the folder of
`--shaders`. With `--cache DIR` on a file system that the machines share, none compiles what another has compiled before.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import ray


@ray.remote(num_cpus=1)
def compile_shard(vitrum, manifest, shard, cache, options):
    """Runs one shard in the folder of the shaders. Returns the lines of its results, its messages, and its files by name."""
    with tempfile.TemporaryDirectory() as folder:
        command = [vitrum, "batch", "-", "--jobs", "1", "--shard", shard, "-o", folder]
        command += ["--cache", cache] if cache else []
        command += ["--", *options] if options else []
        ran = subprocess.run(command, input=manifest, capture_output=True)
        # 1 says that a shader failed; its line says why.
        if ran.returncode not in (0, 1):
            raise RuntimeError(f"shard {shard}: {ran.stderr.decode(errors='replace')}")
        folder = pathlib.Path(folder)
        files = {str(it.relative_to(folder)): it.read_bytes() for it in folder.rglob("*") if it.is_file()}
        return ran.stdout.splitlines(keepends=True), ran.stderr.decode(errors="replace"), files


def arguments():
    parser = argparse.ArgumentParser(description="Compiles the shaders of a manifest on a Ray cluster.")
    parser.add_argument("manifest", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True, help="output folder")
    parser.add_argument("--shaders", default=".", help="folder of the shaders [default: the current one]")
    parser.add_argument("--address", help="address of the cluster, or `auto`; without it, this machine is the cluster")
    parser.add_argument("--workers", type=int, help="number of workers on this machine [default: its processors]")
    parser.add_argument("--shards", type=int, help="number of tasks [default: four for each worker]")
    parser.add_argument("--vitrum", default="vitrum", help="the program on every machine [default: vitrum]")
    parser.add_argument("--cache", help="folder that the machines share, for `vitrum batch --cache`")
    parser.add_argument("options", nargs="*", help="options of every compilation, behind `--`")
    return parser.parse_args()


def main():
    args = arguments()
    environment = {"working_dir": args.shaders}
    if args.address:
        ray.init(address=args.address, runtime_env=environment, log_to_driver=False)
    else:
        ray.init(num_cpus=args.workers, runtime_env=environment, log_to_driver=False, include_dashboard=False)
    manifest = args.manifest.read_bytes()
    count = sum(1 for line in manifest.splitlines() if line.strip())
    workers = int(ray.cluster_resources().get("CPU", 1))
    shards = max(1, min(args.shards or 4 * workers, count))
    tasks = [
        compile_shard.remote(args.vitrum, manifest, f"{index + 1}/{shards}", args.cache, args.options)
        for index in range(shards)
    ]
    waiting = list(tasks)
    while waiting:
        done, waiting = ray.wait(waiting)
        print(f"{shards - len(waiting)} of {shards} shards", end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr)
    failed = False
    lines = [None] * count
    for index, task in enumerate(tasks):
        results, messages, files = ray.get(task)
        sys.stderr.write(messages)
        for name, content in files.items():
            path = args.output / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        # A shard has every N-th line.
        lines[index::shards] = results
    for line in lines:
        failed |= b'"status":"ok"' not in line
        sys.stdout.buffer.write(line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
