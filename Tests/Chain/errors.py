"""Errors of JSON-RPC, with geth's codes and texts."""

PARSE = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL = -32603
SERVER = -32000
LIMIT_EXCEEDED = -32005
REVERTED = 3


class RPCError(Exception):
    """What a method answers with instead of a result."""

    def __init__(self, code: int, message: str, data: str | None = None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def as_json(self) -> dict:
        error = {"code": self.code, "message": self.message}
        if self.data is not None:
            error["data"] = self.data
        return error


def refused(message: str) -> RPCError:
    """A transaction or a call that the node does not take."""
    return RPCError(SERVER, message)


def invalid(message: str) -> RPCError:
    return RPCError(INVALID_PARAMS, message)
