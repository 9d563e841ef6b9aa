#!/usr/bin/env python3
"""An HTTP/2 server that is not ours, over TLS: a node of which each answer tells how it was asked.

http2.py CERTIFICATE KEY PROTOCOL…, where a PROTOCOL is h2 or http/1.1, as TLS negotiates it. Prints its port in a line.
Every call is answered with the version of HTTP. It ends when its standard input does.
"""

import asyncio
import json
import socket
import sys

from hypercorn.asyncio import serve
from hypercorn.config import Config


class Node:
    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            raise NotImplementedError(scope["type"])
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        version = int(scope["http_version"].partition(".")[0])
        answer = json.dumps({"jsonrpc": "2.0", "id": json.loads(body)["id"], "result": hex(version)}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(answer)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})


async def main() -> None:
    config = Config()
    config.certfile, config.keyfile, *config.alpn_protocols = sys.argv[1:]
    listener = socket.create_server(("127.0.0.1", 0))
    config.bind = [f"fd://{listener.fileno()}"]
    config.errorlog = None
    config.keep_alive_timeout = 3600
    print(json.dumps(listener.getsockname()[1]), flush=True)
    ended = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)

    async def end():
        await ended

    await serve(Node(), config, shutdown_trigger=end)


if __name__ == "__main__":
    asyncio.run(main())
