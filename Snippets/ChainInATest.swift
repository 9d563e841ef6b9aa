// A chain of a test's own: in process, without a port, and it goes back to where it was.

// snippet.show
import Devnet
// snippet.hide
import Primitives

/// Of a contract that counts its calls in its first slot.
let creationCode = try Bytes(hex: "0x675f546001015f55005f5260086018f3")
let calldata: Bytes = []
// snippet.show

let chain = try await Devnet.start()
let contract = try await chain.deploy(creationCode)
let snapshot = await chain.snapshot()
try await chain.send(DevnetCall(to: contract, data: calldata))
try await chain.revert(to: snapshot)
