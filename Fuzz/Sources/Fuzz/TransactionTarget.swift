import Primitives
import StrictJSON
import Transactions

/// A raw transaction, signed, half-signed or not: what decodes, is made again from its parts and from its JSON, byte for
/// byte.
func fuzzTransaction(_ bytes: Bytes) {
  do throws(TransactionError) {
    check(try SignedTransaction(decoding: bytes, allowingHighS: true), bytes)
  } catch {
    requirePresentable(error, of: "a signed transaction")
  }
  do throws(TransactionError) {
    check(try UnsignedTransaction(decoding: bytes))
  } catch {
    requirePresentable(error, of: "an unsigned transaction")
  }
  do throws(TransactionError) {
    check(try PartlySignedTransaction(decoding: bytes, chainID: nil))
  } catch {
    requirePresentable(error, of: "a half-signed transaction")
  }
}

private func check(_ partly: PartlySignedTransaction) {
  let chainID = partly.transaction.chainID
  let whole = must("reading a half-signed transaction") { () throws(TransactionError) in
    try PartlySignedTransaction(decoding: partly.encoded(.placeholders), chainID: chainID)
  }
  require(whole == partly, "a half-signed transaction differs")
  let sender = must("reading the sender's part") { () throws(TransactionError) in
    try PartlySignedTransaction(decoding: partly.encoded(.senderPart), chainID: chainID)
  }
  require(sender.signatures == partly.signatures && sender.feePayer == nil, "the sender's part differs")
  let merged = must("merging the sender's part") { () throws(TransactionError) in try sender.merging(partly) }
  require(
    merged.senderTxHash == sender.senderTxHash || Set(partly.signatures).count < partly.signatures.count, "the hash")
  do throws(TransactionError) {
    let signed = try partly.completed()
    check(signed, signed.encoded)
  } catch {
    requirePresentable(error, of: "completing a transaction")
  }
  if case .anchoring(let data) = partly.transaction.operation, let anchored = try? AnchoringData(decoding: data) {
    require((try? AnchoringData(decoding: anchored.encoded)) == anchored, "anchored data differ")
  }
}

private func check(_ signed: SignedTransaction, _ bytes: Bytes) {
  require(signed.encoded == bytes || signed.kaiaEncoded == bytes, "the bytes of a signed transaction")
  let again = must("making a transaction from its parts") { () throws(TransactionError) in
    if let kaia = signed.transaction.kaia {
      return try SignedTransaction(kaia, signatures: signed.signatures, feePayer: signed.feePayer)
    }
    return try SignedTransaction(signed.transaction, signature: signed.signature, sidecar: signed.sidecar)
  }
  require(again == signed, "a transaction made from its parts differs")
  require(Keccak256.hash(signed.canonicalEncoding) == signed.hash, "a transaction's hash")
  let read = must("reading a transaction's JSON \(signed.json)") { () throws(TransactionError) in
    try SignedTransaction(json: signed.json, allowingHighS: true)
  }
  require(read == signed.withoutSidecar, "a transaction read from its JSON differs: \(signed.json)")
  check(signed.transaction)
}

private func check(_ transaction: UnsignedTransaction) {
  let payload = transaction.signingPayload
  let again = must("reading a signing payload") { () throws(TransactionError) in
    try UnsignedTransaction(decoding: payload)
  }
  // A chain id of zero is how the older form writes none.
  require(again.signingPayload == payload || transaction.chainID == 0, "a signing payload differs")
  _ = try? transaction.maximumCost
  for rules in [TransactionRules.frontier, .prague, .osaka, .kaiaGenesis, .kaiaOsaka] {
    _ = transaction.intrinsicGas(under: rules)
    do throws(TransactionError) {
      _ = try rules.check(transaction, chainID: transaction.chainID ?? 1)
    } catch { requirePresentable(error, of: "the rules of \(rules.name)") }
  }
}
