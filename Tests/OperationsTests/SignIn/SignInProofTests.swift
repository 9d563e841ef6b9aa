import ChainSupport
import ContractClient
import FixtureSupport
import Keys
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import Testing
import Transactions

@testable import Operations

@Suite("The signature of a sign-in", .timeLimit(.minutes(20)))
struct SignInProofTests {
  /// A message of an account on a chain.
  private func text(of address: Address, on chain: Chain) throws -> String {
    try SignInMessageTests.message(of: address, chainID: chain.chainID).text
  }

  /// The code with which a signature is refused.
  private func refusal(
    of signature: Bytes, over text: String, by address: Address, on chain: Chain
  ) async throws -> SignInError.Code? {
    do {
      _ = try await SignInProof(signature, of: text, by: address).verify(at: chain.connection)
      return nil
    } catch let error as SignInError {
      #expect(error.facts == SignInErrors.Facts(account: address))
      return error.code
    }
  }

  @Test("what eth-account signed with either prefix is the account's, on Kaia and elsewhere", arguments: [true, false])
  func vectors(isKaia: Bool) async throws {
    let chain = try await Chain.shared(kaia: isKaia)
    for hex in SignInVector.signatures.values {
      var signature = try Bytes(hex: hex)
      for v in [signature[64], signature[64] - 27] {
        signature[64] = v
        let proof = SignInProof(signature, of: SignInVector.text, by: SignInVector.address)
        #expect(try await proof.verify(at: chain.connection) == .ownKey)
      }
    }
  }

  @Test("one changed byte of the message or of the signature is refused, as is everything but 65 bytes")
  func changes() async throws {
    let chain = try await Chain.shared(kaia: true)
    let (address, message) = (SignInVector.address, Bytes(SignInVector.text.utf8))
    var source = Seeded(4361)
    for hex in SignInVector.signatures.values {
      let signature = try Bytes(hex: hex)
      for index in message.indices {
        var changed = message
        // A letter stays one of ASCII, so that the text is one.
        changed[index] ^= UInt8.random(in: 1...0x7f, using: &source)
        let text = String(decoding: changed, as: UTF8.self)
        #expect(try await refusal(of: signature, over: text, by: address, on: chain) == .wrongSignature)
      }
      for index in 0..<64 {
        var changed = signature
        changed[index] ^= UInt8.random(in: 1...0xff, using: &source)
        #expect(try await refusal(of: changed, over: SignInVector.text, by: address, on: chain) != nil)
      }
      for v in UInt8.min...UInt8.max where v % 27 != signature[64] % 27 || v > 28 {
        let changed = Bytes(signature.dropLast() + [v])
        let code = try await refusal(of: changed, over: SignInVector.text, by: address, on: chain)
        #expect(code == ([0, 1, 27, 28].contains(v) ? .wrongSignature : .notSignature), "\(v)")
      }
      for count in [0, 1, 63, 64, 66, 130, 2_048] {
        let changed = Bytes((signature + Bytes(repeating: 0, count: 2_048)).prefix(count))
        #expect(try await refusal(of: changed, over: SignInVector.text, by: address, on: chain) == .notSignature)
      }
    }
    let long = Bytes(repeating: 0, count: 2_049)
    #expect(try await refusal(of: long, over: SignInVector.text, by: address, on: chain) == .tooLong)
  }

  @Test("the other form of a signature is refused, and another account's")
  func otherForms() async throws {
    let chain = try await Chain.shared()
    let key = try PrivateKey.random()
    let text = try text(of: key.address, on: chain)
    let signature = try key.sign(PersonalMessage.digest(text))
    let order = try UInt256(parsing: "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
    let high = try Signature(r: signature.r, s: order - signature.s, yParity: signature.yParity ^ 1)
    #expect(try high.recover(PersonalMessage.digest(text)).address == key.address)
    #expect(try await refusal(of: high.bytes65, over: text, by: key.address, on: chain) == .highS)
    let compact = signature.compact
    #expect(try await refusal(of: compact, over: text, by: key.address, on: chain) == .notSignature)
    let other = try PrivateKey.random().address
    #expect(try await refusal(of: signature.bytes65, over: text, by: other, on: chain) == .wrongSignature)
    // A signature of the digest, without a prefix, is one of a transaction for all that is known.
    let naked = try key.sign(Keccak256.hash(Bytes(text.utf8)))
    #expect(try await refusal(of: naked.bytes65, over: text, by: key.address, on: chain) == .wrongSignature)
  }

  @Test("an account of Kaia signs with the key that it has now, in the role of transactions")
  func accountKeys() async throws {
    let chain = try await Chain.shared(kaia: true)
    let keys = try (0..<4).map { _ in try PrivateKey.random() }
    /// Signs with every key in turn, and the account's first key at the end.
    func outcomes(_ accountKey: AccountKey) async throws -> [SignInError.Code?] {
      let account = try await chain.account()
      let text = try text(of: account.address, on: chain)
      try await chain.change(account, to: accountKey)
      var outcomes: [SignInError.Code?] = []
      for (index, key) in (keys + [account]).enumerated() {
        let prefix = PersonalMessage.Prefix.allCases[index % 2]
        let signature = try key.sign(PersonalMessage.digest(text, prefix: prefix)).bytes65
        outcomes.append(try await refusal(of: signature, over: text, by: account.address, on: chain))
        if outcomes.last == .some(nil) {
          let means = try await SignInProof(signature, of: text, by: account.address).verify(at: chain.connection)
          #expect(means == .accountKey)
        }
      }
      return outcomes
    }
    let wrong = SignInError.Code.wrongSignature
    #expect(try await outcomes(.publicKey(keys[0].publicKey)) == [nil, wrong, wrong, wrong, .keyChanged])
    #expect(
      try await outcomes(.roles([.publicKey(keys[1].publicKey), .publicKey(keys[0].publicKey)]))
        == [wrong, nil, wrong, wrong, .keyChanged])
    // One suffices only if it reaches the threshold by itself.
    #expect(try await outcomes(.multisig(1, of: [keys[0], keys[2]])) == [nil, wrong, nil, wrong, .keyChanged])
    #expect(
      try await outcomes(.multisig(2, of: [keys[0], keys[2]]))
        == [.severalKeysNeeded, wrong, .severalKeysNeeded, wrong, .keyChanged])
    #expect(try await outcomes(.fail) == [.noKey, .noKey, .noKey, .noKey, .noKey])
  }

  @Test("a contract signs by its own word, which is one word exactly", arguments: [true, false])
  func contracts(isKaia: Bool) async throws {
    let chain = try await Chain.shared(kaia: isKaia)
    let owner = try PrivateKey.random()
    let wallet = try PrivateKey.random().address
    let text = try text(of: wallet, on: chain)
    let signature = try owner.sign(PersonalMessage.digest(text)).bytes65
    #expect(try await refusal(of: signature, over: text, by: wallet, on: chain) != nil)
    try await chain.put(WalletCode.of(owner.address), at: wallet)
    #expect(try await SignInProof(signature, of: text, by: wallet).verify(at: chain.connection) == .contract)
    let other = try PrivateKey.random().sign(PersonalMessage.digest(text)).bytes65
    #expect(try await refusal(of: other, over: text, by: wallet, on: chain) == .contractRefused)
    let klaytn = try owner.sign(PersonalMessage.digest(text, prefix: .klaytn)).bytes65
    #expect(try await refusal(of: klaytn, over: text, by: wallet, on: chain) == .contractRefused)

    // What its bytes mean is the contract's affair, and so is their number.
    try await chain.put(WalletCode.answering(WalletCode.yes), at: wallet)
    for count in [0, 1, 64, 65, 2_048] {
      let proof = SignInProof(Bytes(repeating: 7, count: count), of: text, by: wallet)
      #expect(try await proof.verify(at: chain.connection) == .contract)
    }
    let answers: [Bytes] = [
      [], Bytes(WalletCode.yes.prefix(4)), Bytes(WalletCode.yes.dropLast()), WalletCode.yes + [0],
      WalletCode.yes.dropLast() + [1], Bytes(repeating: 0, count: 28) + WalletCode.yes.prefix(4),
      Bytes(repeating: 0, count: 32), Bytes(repeating: 0xff, count: 32),
    ]
    for code in answers.map(WalletCode.answering) + [WalletCode.reverting, WalletCode.endless, [0xfe]] {
      try await chain.put(code, at: wallet)
      #expect(try await refusal(of: signature, over: text, by: wallet, on: chain) == .contractRefused, "\(code.hex)")
    }
  }

  @Test("an account that has borrowed its code signs with its own key, or as the code says")
  func borrowedCode() async throws {
    let chain = try await Chain.shared()
    let (account, owner) = (try PrivateKey.random(), try PrivateKey.random())
    let wallet = try PrivateKey.random().address
    try await chain.put(WalletCode.of(owner.address), at: wallet)
    try await chain.put([0xef, 0x01, 0x00] + wallet.bytes, at: account.address)
    let text = try text(of: account.address, on: chain)
    for (key, means) in [(account, SignInProof.Method.ownKey), (owner, .contract)] {
      let signature = try key.sign(PersonalMessage.digest(text)).bytes65
      let proof = SignInProof(signature, of: text, by: account.address)
      #expect(try await proof.verify(at: chain.connection) == means)
    }
    let stranger = try PrivateKey.random().sign(PersonalMessage.digest(text)).bytes65
    #expect(try await refusal(of: stranger, over: text, by: account.address, on: chain) == .contractRefused)
  }

  @Test("a node that fails is the node's error, and nobody is signed in or refused")
  func nodeFailures() async throws {
    let signature = try Bytes(hex: #require(SignInVector.signatures[.ethereum]))
    let other = try PrivateKey.random().address
    let failures: [(String, UInt256)] = [("kaia_getAccountKey", 8217), ("eth_getCode", 1337), ("eth_call", 1337)]
    for (method, chainID) in failures {
      let stub = try StubNode {
        $0.contracts = [other.lowercaseHex]
        $0.answers[method] = { _, _ in .error("the database is closed") }
      }
      let node = try NodeClient(endpoints: [Endpoint(stub.url)], options: .patient)
      let connection = ContractConnection(sender: TransactionSender(node: node, chainID: chainID))
      await #expect(throws: NodeError.self, "\(method)") {
        try await SignInProof(signature, of: SignInVector.text, by: other).verify(at: connection)
      }
      #expect(!stub.calls(of: method).isEmpty)
    }
  }
}
