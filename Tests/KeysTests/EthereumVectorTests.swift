import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing

@Suite(.enabled(if: Fixtures.available("ethereum-tests/BasicTests"), "fixtures not found: set LECTURES_FIXTURES"))
struct EthereumVectorTests {
  @Test func keysHaveTheirAddresses() throws {
    let vectors = try Fixtures.json("ethereum-tests/BasicTests/keyaddrtest.json").array ?? []
    try countPassed("ethereum-tests/keyaddrtest", vectors) { vector in
      let seed = try vector.text("seed")
      let key = try PrivateKey(hex: vector.text("key"))
      guard let recorded = vector["sig_of_emptystring"], let v = UInt8(try recorded.text("v")) else { return false }
      // What the recorded signature is over, nobody knows any more (it is not Keccak-256 of nothing; other clients leave it
      // out as well), so it only has to be a lawful one.
      let signature = try Signature(
        r: UInt256(parsing: recorded.text("r")), s: UInt256(parsing: recorded.text("s")), yParity: v - 27)
      let own = try key.sign(Keccak256.hash(Bytes()))
      return try key.secret.exposed == Keccak256.hash(seed.utf8).bytes && key.address.bytes == vector.bytes("addr")
        && own.recover(Keccak256.hash(Bytes())) == key.publicKey
        && signature.lowS.isLowS
    }
  }
}

@Suite(.enabled(if: Fixtures.available("kaia"), "fixtures not found: set LECTURES_FIXTURES"))
struct KaiaVectorTests {
  @Test func walletKeysAreReadOrRefused() throws {
    let vectors = try Fixtures.json("kaia/kaia_vectors.json").items("walletKeys")
    try countPassed("kaia/walletKeys", vectors) { vector in
      let text = try vector.text("key")
      guard vector["valid"]?.bool == true else { return (try? KlaytnWalletKey(text)) == nil }
      let walletKey = try KlaytnWalletKey(text)
      if let key = vector["privateKey"]?.string, try walletKey.privateKey.secret.exposed != Bytes(hex: key) {
        return false
      }
      if let address = vector["address"]?.string, try walletKey.address != Address(address) { return false }
      return try walletKey.exported == text && KlaytnWalletKey(String(text.dropFirst(2))) == walletKey
    }
  }

  @Test func messagesAreSignedInBothWorlds() throws {
    let vectors = try Fixtures.json("kaia/kaia_vectors.json").items("signedMessages")
    try countPassed("kaia/signedMessages", vectors) { vector in
      let prefix: PersonalMessage.Prefix = try vector.text("scheme").hasPrefix("KIP-97") ? .klaytn : .ethereum
      let key = try PrivateKey(hex: vector.text("privateKey"))
      let message = try vector.text("message")
      let digest = PersonalMessage.digest(message, prefix: prefix)
      let signature = try key.sign(digest)
      return try key.address == Address(vector.text("address")) && digest.bytes == vector.bytes("hash")
        && signature.bytes65 == vector.bytes("signature")
        && PersonalMessage.recoverAddress(message, signature: signature, prefix: prefix) == key.address
    }
  }

  @Test func publicKeysOfAccountsAreReadInEveryForm() throws {
    let vectors = try Fixtures.json("kaia/kaia_vectors.json").items("accountKeys").filter { $0["uncompressed"] != nil }
    try countPassed("kaia/accountKeys (public keys)", vectors) { vector in
      let key = try PublicKey(vector.bytes("uncompressed"))
      return try key == PrivateKey(hex: vector.text("privateKey")).publicKey
        && key.compressed == vector.bytes("compressed") && PublicKey(vector.bytes("compressed")) == key
        && PublicKey(vector.bytes("x") + vector.bytes("y")) == key
    }
  }

  @Test func accountKeysAreReadAndWritten() throws {
    let vectors = try Fixtures.json("kaia/kaia_vectors.json").items("accountKeys")
    try countPassed("kaia/accountKeys", vectors) { vector in
      let rlp = try vector.bytes("rlp")
      let key = try AccountKey(decoding: rlp)
      guard key.encoded == rlp, try AccountKey(json: key.json) == key else { return false }
      if let kind = vector["keyType"]?.int, Int(key.kind.rawValue) != kind { return false }
      if let json = vector["rpcJson"] {
        guard try key.json == json && AccountKey(json: json) == key else { return false }
      }
      switch key {
      case .publicKey(let publicKey):
        guard let compressed = vector["compressed"]?.string else { return true }
        return try publicKey.compressed == Bytes(hex: compressed)
      case .multisig(let multisig):
        guard let threshold = vector["threshold"]?.int else { return true }
        let members = try vector.items("keys")
        return try multisig.threshold == threshold && multisig.keys.count == members.count
          && zip(multisig.keys, members).allSatisfy {
            try $0.weight == $1.integer("weight") && $0.key.compressed == $1.bytes("compressed")
          }
      default: return true
      }
    }
  }

  @Test func accountKeysThatBreakARuleAreRefusedForIt() throws {
    let vectors = try Fixtures.json("kaia/kaia_vectors.json").items("invalidAccountKeys")
    try countPassed("kaia/invalidAccountKeys", vectors) { vector in
      let reason = try vector.text("reason")
      do {
        try AccountKey(decoding: vector.bytes("rlp")).validate()
        return false
      } catch let error as AccountKeyError {
        // The number in the reason where a receipt has one; the two that have none by their names.
        let hex = (0x0f...0x1a).first { reason.contains("0x\($0 < 16 ? "0" : "")\(String($0, radix: 16)))") }
        guard let hex else {
          return error.code == (reason.contains("ErrMaxKeysExceed") ? .tooManyKeys : .unknownKind)
        }
        return error.transactionError.map(Int.init) == hex
      }
    }
  }
}
