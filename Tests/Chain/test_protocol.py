"""JSON-RPC and HTTP as other nodes speak them."""

import json
import socket
import unittest

from node_test import NodeTest


class Protocol(NodeTest):
    def test_errors_of_the_protocol_have_their_codes(self):
        for body, code in (
            (b"{", -32700),
            (b"", -32700),
            (b"[" * 100_000, -32700),
            (b"[]", -32600),
            (b"1", -32600),
            (b"{}", -32600),
            (b'{"jsonrpc":"2.0","id":1,"method":"nope","params":[]}', -32601),
            (b'{"jsonrpc":"2.0","id":1,"method":"call","params":[]}', -32601),
            (b'{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":[]}', -32602),
            (b'{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":{"a":1}}', -32602),
            (b'{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x12","latest"]}', -32602),
            (b'{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[1]}', -32602),
        ):
            status, reply = self.rpc.post(body)
            self.assertEqual((status, json.loads(reply)["error"]["code"]), (200, code), body[:60])
        self.assertEqual(self.rpc.error("nope")["message"], "the method nope does not exist/is not available")

    def test_a_batch_is_answered_each_with_its_id(self):
        batch = [
            {"jsonrpc": "2.0", "id": "a", "method": "eth_chainId", "params": []},
            {"jsonrpc": "2.0", "method": "eth_chainId", "params": []},
            {"jsonrpc": "2.0", "id": None, "method": "nope"},
            7,
        ]
        replies = json.loads(self.rpc.post(json.dumps(batch).encode())[1])
        self.assertEqual([reply["id"] for reply in replies], ["a", None, None])
        self.assertEqual(replies[0]["result"], hex(1337))
        self.assertEqual([reply["error"]["code"] for reply in replies[1:]], [-32601, -32600])

    def test_a_notification_is_not_answered(self):
        self.assertEqual(self.rpc.post(b'{"jsonrpc":"2.0","method":"eth_chainId"}'), (200, b""))

    def test_requests_come_pipelined_chunked_and_with_100_continue(self):
        host, port = self.rpc.connection.host, self.rpc.connection.port
        body = b'{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
        plain = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
        chunked = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        with socket.create_connection((host, port), timeout=10) as connection:
            connection.sendall(plain + chunked)
            connection.sendall(b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body))
            received = b""
            while b"100 Continue" not in received:
                received += connection.recv(65536)
            connection.sendall(body)
            connection.sendall(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
            while chunk := connection.recv(65536):
                received += chunk
        self.assertEqual(received.count(b'"result":"0x539"'), 3)
        self.assertIn(b"405 Method Not Allowed", received)

    def test_what_is_not_http_is_refused_and_the_node_lives_on(self):
        for junk in (b"\x16\x03\x01\x02\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"a" * 100_000):
            with socket.create_connection(
                (self.rpc.connection.host, self.rpc.connection.port), timeout=10
            ) as connection:
                connection.sendall(junk)
                self.assertTrue(connection.recv(65536).startswith(b"HTTP/1.1 4"))
        self.assertEqual(self.rpc("eth_chainId"), "0x539")


if __name__ == "__main__":
    unittest.main()
