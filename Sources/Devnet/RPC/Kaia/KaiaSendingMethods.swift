import JSONFields
import Primitives
import StrictJSON
import Transactions

/// The methods that send transactions, or sign them with the keys of the devnet's accounts.
enum KaiaSendingMethods {
  static let table: [String: RPCMethod] = [
    "sendRawTransaction": RPCMethod(1) { devnet, parameters in
      .hash(try send(decode(parameters(0).bytes(), devnet), devnet))
    },
    "sendRawTransactions": RPCMethod(1) { devnet, parameters in
      let inputs = try parameters(0).list(most: 1000)
      guard !inputs.isEmpty else { throw DevnetError.refusal("Empty input") }
      return .array(
        try inputs.enumerated().map { index, input in
          do {
            let bytes = try input.bytes()
            guard !bytes.isEmpty else { throw DevnetError.refusal("empty input") }
            return .hash(try sendEthereum(raw: bytes, devnet))
          } catch let error as DevnetError {
            throw DevnetError(error.code, "Index \(index): \(error.message)")
          }
        })
    },
    "sendTransaction": RPCMethod(1) { devnet, parameters in
      .hash(try send(signedBySender(parameters(0), devnet), devnet))
    },
    "resend": RPCMethod(3) { devnet, parameters in
      let argument = try parameters(0)
      guard argument.field("nonce") != nil else {
        throw DevnetError.refusal("missing transaction nonce in transaction spec")
      }
      let wanted = try signedBySender(argument, devnet)
      let waits = devnet.pool.bySender.contains { waiting in
        waiting.sender == wanted.sender
          && waiting.transaction.transaction.signingHash == wanted.transaction.transaction.signingHash
      }
      guard waits else { throw DevnetError(.unknownTransaction, "transaction \(wanted.hash) not found") }
      var fields = argument.json.object ?? [:]
      if let price = try parameters.optional(1)?.uint256(), price > 0 { fields["gasPrice"] = .quantity(price) }
      if let gas = try parameters.optional(2)?.uint64(), gas > 0 { fields["gas"] = .quantity(gas) }
      let again = Argument(json: .object(fields), place: argument.place)
      return .hash(try send(signedBySender(again, devnet), devnet))
    },
    "signTransaction": RPCMethod(1) { devnet, parameters in
      let request = try KaiaRequest(parameters(0), devnet)
      guard request.type != nil else {
        let sent = try request.call(devnet).signed(by: devnet, impersonating: false)
        return ["raw": .bytes(sent.transaction.kaiaEncoded), "tx": sent.transaction.kaiaJSON]
      }
      return try request.signed(devnet).signedJSON
    },
    "sendTransactionAsFeePayer": RPCMethod(1) { devnet, parameters in
      let request = try KaiaRequest(signedBySender: parameters(0), devnet)
      return .hash(try send(DevnetTransaction(request.signedByFeePayer(devnet).completed()), devnet))
    },
    "signTransactionAsFeePayer": RPCMethod(1) { devnet, parameters in
      try KaiaRequest(signedBySender: parameters(0), devnet).signedByFeePayer(devnet).signedJSON
    },
  ]

  /// Reads a raw transaction as Kaia's nodes take it: of Kaia's own types, legacy, or Ethereum's others after 0x78.
  ///
  /// - Throws: `malformedTransaction`.
  static func decode(_ bytes: Bytes, _ devnet: isolated Devnet) throws -> DevnetTransaction {
    if let first = bytes.first, (1...4).contains(first) {
      throw DevnetError(.malformedTransaction, "undefined tx type")
    }
    return try devnet.kind.decode(bytes)
  }

  /// A transaction that its sender pays for, signed with the key that the devnet has of it.
  private static func signedBySender(_ argument: Argument, _ devnet: isolated Devnet) throws -> DevnetTransaction {
    let request = try KaiaRequest(argument, devnet)
    if request.type?.isFeeDelegated == true {
      throw DevnetError.refusal("fee-delegation type transactions are not allowed to use this API")
    }
    guard request.type != nil else { return try request.call(devnet).signed(by: devnet, impersonating: false) }
    return try DevnetTransaction(request.signed(devnet).completed())
  }

  /// Sends a raw transaction of Ethereum's kinds, as they are there.
  static func sendEthereum(raw bytes: Bytes, _ devnet: isolated Devnet) throws -> Hash32 {
    guard let first = bytes.first, first < 0x7f else { return try send(decode(bytes, devnet), devnet) }
    guard TransactionKind(rawValue: first)?.isEthereum == true, first != 0 else {
      throw DevnetError(.malformedTransaction, "undefined tx type")
    }
    return try send(decode([TransactionKind.ethereumPrefix] + bytes, devnet), devnet)
  }

  /// Sends a transaction, unless it is one that nodes take from their like alone.
  private static func send(_ sent: DevnetTransaction, _ devnet: isolated Devnet) throws -> Hash32 {
    if sent.transaction.transaction.kaia?.type.action == .chainDataAnchoring {
      throw DevnetError.refusal("locally anchoring chaindata tx is not allowed in this node")
    }
    return try devnet.send(sent)
  }
}

extension PartlySignedTransaction {
  /// As the signing methods answer: the bytes, with placeholders for what is missing, and the fields.
  fileprivate var signedJSON: JSON {
    let complete = try? completed()
    return [
      "raw": .bytes(complete?.encoded ?? encoded(.placeholders)),
      "tx": complete?.kaiaJSON ?? UnsignedTransaction.kaia(transaction).json,
    ]
  }
}
