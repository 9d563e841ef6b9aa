import Keys
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

@Suite("Sending on Kaia")
struct KaiaSendingTests {
  private static func key(_ number: Int) throws -> PrivateKey { try PrivateKey(bytes: Hash32(UInt256(number)).bytes) }

  /// A node of Kaia's kind, on which accounts have these keys.
  private static func counter(
    keys: [Address: AccountKey] = [:], _ change: (inout StubNode.Chain) -> Void = { _ in }
  ) throws -> Counter {
    try Counter { chain in
      chain.answers["kaia_getAccountKey"] = { call, _ in
        let address = call.params.first?.string.flatMap { try? Address($0) }
        return .result(address.flatMap { keys[$0] }?.json ?? .null)
      }
      chain.answers["kaia_sendRawTransaction"] = { call, _ in
        guard let raw = call.params.first?.string, let bytes = try? Hex.decode(raw) else { return nil }
        return .result(.string(Keccak256.hash(bytes).hex))
      }
      change(&chain)
    }
  }

  private func native(_ counter: Counter) throws -> SignedTransaction {
    let call = try #require(counter.node.calls(of: "kaia_sendRawTransaction").first)
    return try SignedTransaction(decoding: Hex.decode(call.params.first?.string ?? ""))
  }

  @Test("an account with the key of its address sends as on Ethereum")
  func legacy() async throws {
    let counter = try Self.counter()
    try await counter.send()
    #expect(counter.node.sent.count == 1)
    #expect(counter.node.calls(of: "kaia_sendRawTransaction").isEmpty)
  }

  @Test("an account whose key was changed sends Kaia's own type, signed by that key")
  func changed() async throws {
    let (account, new) = (try Counter().key.address, try Self.key(7))
    let counter = try Self.counter(keys: [account: .publicKey(new.publicKey)])
    let prepared = try await counter.prepare()
    _ = try await counter.sender.send(prepared, signer: Keyring(address: account, roles: [[new]]))
    let sent = try native(counter)
    #expect(sent.transaction.kind == .kaia(KaiaTransactionType(.valueTransfer, paidBy: .sender)))
    #expect(try sent.senderPublicKeys() == [new.publicKey])
    #expect(sent.transaction.kaia?.from == account && sent.transaction.gasLimit == 21_000)
    #expect(counter.node.sent.isEmpty)
  }

  @Test("the old key is refused before anything is sent, and the error says why")
  func rotated() async throws {
    let (account, new) = (try Counter().key.address, try Self.key(7))
    let counter = try Self.counter(keys: [account: .publicKey(new.publicKey)])
    let error = try await counter.refusal()
    #expect(error.code == .keyNotHeld)
    #expect(error.reason?.contains("was changed on the chain") == true)
    #expect(error.reason?.contains("\(new.publicKey)") == true)
    #expect(counter.node.sent.isEmpty && counter.node.calls(of: "kaia_sendRawTransaction").isEmpty)
  }

  @Test("of a multisig as few keys sign as reach the threshold, the heaviest first")
  func multisig() async throws {
    let account = try Counter().key.address
    let keys = try [1, 2, 3].map(Self.key)
    let multisig = WeightedMultisig(
      threshold: 3, keys: zip([1, 2, 2], keys).map { .init(weight: $0, key: $1.publicKey) })
    let counter = try Self.counter(keys: [account: .multisig(multisig)])
    let prepared = try await counter.prepare()
    // With the lightest keys it takes two signatures: one more than is in the price of the type.
    #expect(prepared.gasLimit == 21_000 + 15_000)
    _ = try await counter.sender.send(prepared, signer: Keyring(address: account, roles: [keys]))
    #expect(try native(counter).senderPublicKeys() == [keys[1].publicKey, keys[2].publicKey])
    let alone = await #expect(throws: SendingError.self) {
      try await counter.sender.send(prepared, signer: Keyring(address: account, roles: [[keys[1]]]))
    }
    #expect(alone?.code == .keyNotHeld && alone?.reason?.contains("threshold 3") == true)
  }

  @Test("a role-based account signs with the key of the role")
  func roles() async throws {
    let account = try Counter().key.address
    let keys = try [1, 2, 3].map(Self.key)
    let counter = try Self.counter(keys: [account: .roles(keys.map { .publicKey($0.publicKey) })])
    let ring = try Keyring(address: account, roles: keys.map { [$0] })
    let update = SendRequest(from: account, operation: .accountUpdate(.publicKey(keys[0].publicKey)), label: "update")
    let prepared = try await counter.sender.prepare(update)
    #expect(prepared.gasLimit == 41_000)
    _ = try await counter.sender.send(prepared, signer: ring)
    #expect(try native(counter).senderPublicKeys() == [keys[1].publicKey])
  }

  @Test("a fee payer signs, pays, and may be one with a role of its own", arguments: [nil, 30] as [UInt8?])
  func feePayer(percent: UInt8?) async throws {
    let (payer, other) = (try Self.key(5), try Self.key(6))
    let counter = try Self.counter(keys: [payer.address: .roles([.fail, .fail, .publicKey(other.publicKey)])]) {
      $0.balances[payer.address.lowercaseHex] = 5
    }
    var options = SendOptions()
    options.feeDelegation = FeeDelegation(.account(payer.address), percent: percent)
    let prepared = try await counter.prepare(options)
    #expect(prepared.gasLimit == 21_000 + (percent == nil ? 10_000 : 15_000))
    let fee = prepared.maximumFee.wei
    #expect(prepared.maximumDelegatedFee?.wei == fee * UInt256(percent ?? 100) / 100)
    #expect(prepared.maximumOwnFee.wei + (prepared.maximumDelegatedFee?.wei ?? 0) == fee)
    options.feeDelegation?.payer = .keys(try Keyring(address: payer.address, roles: [[payer], [], [other]]))
    _ = try await counter.sender.send(prepared, signer: counter.key, options: options)
    let sent = try native(counter)
    #expect(sent.feePayer?.address == payer.address)
    #expect(try sent.feePayerPublicKeys() == [other.publicKey])
    #expect(try sent.senderPublicKeys() == [counter.key.publicKey])

    options.feeDelegation?.payer = .keys(Keyring(payer))
    let refused = options
    let error = await #expect(throws: SendingError.self) {
      try await counter.sender.send(prepared, signer: counter.key, options: refused)
    }
    #expect(error?.code == .keyNotHeld && error?.message.contains("fee payer") == true)
  }

  @Test("whoever cannot pay its part is named, before anything is signed")
  func parts() async throws {
    let payer = try Self.key(5)
    let poor = try Self.counter()
    var options = SendOptions()
    options.feeDelegation = FeeDelegation(.account(payer.address))
    #expect(try await poor.refusal(options).code == .feePayerCannotPay)

    // The account has what it sends and nothing for gas: that is enough if another pays all of it.
    let account = try Counter().key.address.lowercaseHex
    let broke = try Self.counter {
      $0.balances = [account: 1, payer.address.lowercaseHex: 1]
    }
    #expect(try await broke.prepare(options).maximumCost == .klay(1))
    options.feeDelegation?.percent = 99
    #expect(try await broke.refusal(options).code == .notEnoughForGas)
  }

  @Test("where there is no fee delegation nobody is asked to pay")
  func elsewhere() async throws {
    let counter = try Counter()
    var options = SendOptions()
    options.feeDelegation = FeeDelegation(.account(try Self.key(5).address))
    #expect(try await counter.refusal(options).code == .noFeeDelegation)
    #expect(counter.node.sent.isEmpty)
  }

  // MARK: Services

  /// The service's answer to a request, and the node's to the service's transaction.
  private enum Conduct: Sendable, CaseIterable { case honest, otherTransaction, otherHash, refuses, breaks, silent }

  private func answer(_ conduct: Conduct, _ request: HostileServer.Request) throws -> ([HostileServer.Act], JSON) {
    let raw = try #require(JSON(parsing: request.body)["userSignedTx"]?["raw"]?.string)
    var half = try PartlySignedTransaction(decoding: Hex.decode(raw))
    let (payer, sender) = (try Self.key(9), try Self.key(8))
    if conduct == .otherTransaction {
      var other = half.transaction
      other.from = sender.address
      half = PartlySignedTransaction(other)
      try half.sign(by: sender)
    }
    try half.signAsFeePayer(by: payer)
    let signed = try half.completed()
    let told = conduct == .otherHash ? Hash32(UInt256(1)) : signed.hash
    switch conduct {
    case .honest, .otherTransaction, .otherHash:
      let body: JSON = ["message": "Request was successful", "data": ["hash": .string(told.hex)], "status": true]
      return ([.reply(body.serialized())], signed.json)
    case .refuses:
      let body: JSON = [
        "message": "Bad request", "data": "not \u{1b}[31mpaid", "error": "BAD_REQUEST", "status": false,
      ]
      return ([.reply(body.serialized(), status: 400)], .null)
    case .breaks: return ([.reply("oops", status: 500)], .null)
    case .silent: return ([.close], .null)
    }
  }

  @Test("a service is believed only as far as our own node agrees", arguments: Conduct.allCases)
  private func service(conduct: Conduct) async throws {
    let counter = try Self.counter()
    let node = counter.node
    let server = try HostileServer { request in
      guard let (acts, transaction) = try? answer(conduct, request) else { return [.close] }
      node.change { chain in
        chain.answers["kaia_getTransactionByHash"] = { call, _ in
          .result(call.params.first?.string == transaction["hash"]?.string ? transaction : .null)
        }
      }
      return acts
    }
    var options = SendOptions()
    options.feeDelegation = FeeDelegation(.service(try FeeService(server.url)))
    let prepared = try await counter.prepare(options)
    let sendOptions = options
    func refusal() async -> SendingError.Code? {
      await #expect(throws: SendingError.self) {
        try await counter.sender.send(prepared, signer: counter.key, options: sendOptions)
      }?.code
    }
    switch conduct {
    case .honest:
      let sent = try await counter.sender.send(prepared, signer: counter.key, options: sendOptions)
      #expect(try sent.transaction.feePayer?.address == Self.key(9).address)
      #expect(try sent.transaction.senderPublicKeys() == [counter.key.publicKey])
    case .otherTransaction: #expect(await refusal() == .serviceLied)
    case .refuses: #expect(await refusal() == .serviceRefused)
    case .otherHash, .breaks, .silent: #expect(await refusal() == .outcomeUnknown)
    }
    // Nothing of it went to the node from here.
    #expect(node.sent.isEmpty && node.calls(of: "kaia_sendRawTransaction").isEmpty)
  }
}
