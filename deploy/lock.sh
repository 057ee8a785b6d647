#!/bin/sh
# Pins what the image is made of, with hashes, for every supported Python and platform:
#
#   deploy/lock.sh              after a change of the dependencies in pyproject.toml
#   deploy/lock.sh --upgrade    to take newer versions
#
# The client, which lies in this tree, is not pinned. Needs uv (`pip install uv`). Then: python -m tests.tools.wheels
set -eu
cd "$(dirname "$0")/.."
lock() {
    uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --quiet \
        --custom-compile-command deploy/lock.sh "$@"
}
lock pyproject.toml --no-emit-package xiangqi-client --output-file deploy/requirements.lock "$@"
echo "hatchling>=1.25,<2" | lock - --output-file deploy/build.lock "$@"
echo "obstore>=0.8,<1" | lock - --output-file deploy/s3.lock "$@"
echo "cryptography>=44,<60" | lock - --output-file deploy/push.lock "$@"
