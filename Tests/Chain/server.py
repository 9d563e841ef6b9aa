"""JSON-RPC over HTTP/1.1 with keep-alive, in one thread: whatever is asked is answered in order."""

import asyncio
import json
import sys
from http import HTTPStatus

from errors import INVALID_REQUEST, PARSE, REVERTED, SERVER, RPCError

MAXIMUM_HEAD = 64 * 1024
MAXIMUM_BODY = 16 * 1024 * 1024


class Dispatcher:
    """From the body of a request to the body of the answer."""

    def __init__(self, methods, options):
        self.methods = methods
        self.options = options

    def answer(self, body: bytes) -> tuple[int, bytes]:
        try:
            request = parse(body)
        except (ValueError, RecursionError):
            return 200, encode(error_reply(None, RPCError(PARSE, "parse error")))
        if not isinstance(request, list):
            status, reply = self._one(request)
            return status, b"" if reply is None else encode(reply)
        if not request:
            return 200, encode(error_reply(None, RPCError(INVALID_REQUEST, "empty batch")))
        limit = self.options.max_batch
        if limit is not None and len(request) > limit:
            return 200, encode(error_reply(None, RPCError(INVALID_REQUEST, "batch too large")))
        replies = [reply for _, reply in map(self._one, request) if reply is not None]
        if self.options.shuffle_batches:
            # Lawful, and a good way to find clients that count on the order.
            replies.reverse()
        return 200, encode(replies) if replies else b""

    def _one(self, request) -> tuple[int, dict | None]:
        if not isinstance(request, dict) or not isinstance(request.get("method"), str):
            return 200, error_reply(None, RPCError(INVALID_REQUEST, "invalid request"))
        identity = request.get("id")
        params = request.get("params")
        params = [] if params is None else params
        try:
            if not isinstance(params, list):
                raise RPCError(-32602, "non-array args")
            result = self.methods.call(request["method"], params)
        except RPCError as error:
            status, reply = self._failure(request["method"], identity, error)
        else:
            status, reply = 200, {"jsonrpc": "2.0", "id": identity, "result": result}
        return status, reply if "id" in request else None

    def _failure(self, method, identity, error) -> tuple[int, dict]:
        """A revert as the kind of node that --reverts names tells it; anything else as it is."""
        manner = self.options.reverts
        reverted = error.code == REVERTED or error.message == "execution reverted"
        if not reverted or manner == "geth":
            return 200, error_reply(identity, error)
        if manner == "result" and method == "eth_call":
            return 200, {"jsonrpc": "2.0", "id": identity, "result": "0x"}
        if manner == "http":
            return 500, error_reply(identity, RPCError(SERVER, error.message, error.data))
        if manner == "parity":
            return 200, error_reply(identity, RPCError(-32015, "VM execution error.", f"Reverted {error.data or '0x'}"))
        if manner == "nested":
            reply = error_reply(identity, RPCError(SERVER, error.message))
            reply["error"]["data"] = {"message": error.message, "data": error.data or "0x"}
            return 200, reply
        # "message" and, for an estimate, "result": a text and no data.
        return 200, error_reply(identity, RPCError(SERVER, "execution reverted"))


def parse(body: bytes):
    """JSON, of a depth that cannot exhaust the stack: py-evm raises Python's own limit far beyond that."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    try:
        return json.loads(body)
    finally:
        sys.setrecursionlimit(limit)


def error_reply(identity, error: RPCError) -> dict:
    return {"jsonrpc": "2.0", "id": identity, "error": error.as_json()}


def encode(value) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


class Connection(asyncio.Protocol):
    """One client. Requests may be pipelined; bodies come with a length or in chunks."""

    def __init__(self, dispatcher: Dispatcher):
        self.dispatcher = dispatcher
        self.buffer = b""
        self.transport = None
        self.continued = False

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.buffer += data
        try:
            while self.transport and not self.transport.is_closing() and self._step():
                pass
        except BadRequest as error:
            self._send(error.status, str(error).encode(), "text/plain", close=True)

    def connection_lost(self, exception):
        self.transport = None

    def _step(self) -> bool:
        """Answers one request of the buffer; False when it is not complete yet."""
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            if len(self.buffer) > MAXIMUM_HEAD:
                raise BadRequest(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "head too large")
            return False
        lines = self.buffer[:end].decode("latin-1").split("\r\n")
        parts = lines[0].split(" ")
        if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
            raise BadRequest(HTTPStatus.BAD_REQUEST, "not HTTP/1")
        headers = {}
        for line in lines[1:]:
            name, colon, value = line.partition(":")
            if not colon:
                raise BadRequest(HTTPStatus.BAD_REQUEST, "malformed header")
            headers[name.strip().lower()] = value.strip()
        body, consumed = self._body(headers, end + 4)
        if body is None:
            if headers.get("expect", "").lower() == "100-continue" and not self.continued:
                self.continued = True
                self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            return False
        self.buffer = self.buffer[consumed:]
        self.continued = False
        connection = headers.get("connection", "").lower()
        close = connection == "close" or (parts[2] == "HTTP/1.0" and connection != "keep-alive")
        if parts[0] != "POST":
            self._send(HTTPStatus.METHOD_NOT_ALLOWED, b"POST JSON-RPC here\n", "text/plain", close)
            return True
        status, reply = self.dispatcher.answer(body)
        self._send(status, reply, "application/json", close)
        return True

    def _body(self, headers, start) -> tuple[bytes | None, int]:
        if headers.get("transfer-encoding", "").lower() == "chunked":
            return self._chunks(start)
        length = headers.get("content-length", "0")
        if not length.isdigit():
            raise BadRequest(HTTPStatus.BAD_REQUEST, "malformed Content-Length")
        end = start + int(length)
        if int(length) > MAXIMUM_BODY:
            raise BadRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body too large")
        return (self.buffer[start:end], end) if len(self.buffer) >= end else (None, 0)

    def _chunks(self, position) -> tuple[bytes | None, int]:
        body = b""
        while True:
            line = self.buffer.find(b"\r\n", position)
            if line < 0:
                return None, 0
            try:
                size = int(self.buffer[position:line].split(b";")[0], 16)
            except ValueError as error:
                raise BadRequest(HTTPStatus.BAD_REQUEST, "malformed chunk") from error
            if size < 0 or len(body) + size > MAXIMUM_BODY:
                raise BadRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body too large")
            position = line + 2
            if len(self.buffer) < position + size + 2:
                return None, 0
            body += self.buffer[position : position + size]
            position += size + 2
            if size == 0:
                return body, position

    def _send(self, status, body: bytes, kind: str, close: bool):
        reason = HTTPStatus(status).phrase
        head = (
            f"HTTP/1.1 {int(status)} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
            f"Connection: {'close' if close else 'keep-alive'}\r\n\r\n"
        )
        message = head.encode("latin-1") + body
        delay = self.dispatcher.options.delay
        if delay:
            # Delays are for timeouts and spinners to be tried on; later answers on this connection keep their order.
            asyncio.get_running_loop().call_later(delay, self._write, message, close)
        else:
            self._write(message, close)

    def _write(self, message: bytes, close: bool):
        if self.transport is None:
            return
        self.transport.write(message)
        if close:
            self.transport.close()


class BadRequest(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status
