import Evidence
import Primitives
import StrictJSON
import Tries

/// What a node tells to prove something: a header, a receipt, a proof of an account, a list of transactions, as JSON; else
/// the bytes of an `extraData` and of an account's leaf, and a checkpoint's text.
func fuzzEvidence(_ bytes: Bytes) {
  if let json = try? JSON(parsing: bytes) {
    for chain in [KaiaChain.mainnet, everyFork] {
      do throws(EvidenceError) {
        check(try KaiaHeader(json: json, chain: chain), chain)
      } catch { requirePresentable(error, of: "a header") }
    }
    do throws(EvidenceError) {
      check(try KaiaReceipt(json: json))
    } catch { requirePresentable(error, of: "a receipt") }
    checkProof(json, under: Keccak256.hash([]))
    checkProof(json, under: root(of: json))
  }
  checkLeaf(bytes)
  checkExtraData(bytes)
  do throws(EvidenceError) {
    let checkpoint = try KaiaCheckpoint(String(decoding: bytes, as: UTF8.self))
    require((try? KaiaCheckpoint("\(checkpoint)")) == checkpoint, "a checkpoint differs")
  } catch { requirePresentable(error, of: "a checkpoint") }
}

private let everyFork = KaiaChain(
  chainID: 1, forks: KaiaForks(magma: 0, kore: 0, randao: 0, osaka: 0),
  ranges: [KaiaParameters.Range(0, committeeSize: 22, deriveSha: .binary)])
private let magma = KaiaChain(
  chainID: 1, forks: KaiaForks(magma: 0), epoch: 1,
  ranges: [KaiaParameters.Range(0, committeeSize: 22, deriveSha: .binary)])
private let account = Address.zero

private func check(_ header: KaiaHeader, _ chain: KaiaChain) {
  do throws(EvidenceError) {
    let seals = try KaiaSeals(of: header, committeeSize: 22)
    require(Set(seals.sealers).count == seals.sealers.count, "a validator that sealed twice")
    require(Set(seals.sealers).isSubset(of: header.validators), "a stranger that sealed")
    let quorum = KaiaSeals.quorum(validators: header.validators.count, committeeSize: 22)
    require(seals.sealers.count >= quorum, "too few seals")
  } catch { requirePresentable(error, of: "seals") }
  do throws(EvidenceError) {
    let anchor = try KaiaAnchor(header, checkpoint: header.checkpoint, chain: chain)
    _ = try anchor.parameters(at: header.number)
    require((try? anchor.advanced(to: header)) == nil, "a block that follows itself")
  } catch { requirePresentable(error, of: "an anchor") }
  for form in DeriveShaImpl.allCases {
    do throws(EvidenceError) {
      let block = try KaiaBlock(header: header, transactions: [], receipts: [], deriveSha: form)
      require(form.root(of: []) == header.transactionsRoot && block.transactions.isEmpty, "an empty block")
    } catch { requirePresentable(error, of: "a block") }
  }
}

private func check(_ receipt: KaiaReceipt) {
  let fields = must("reading a receipt's RLP") { () throws(RLPError) in try RLP.decode(receipt.encoded).list() }
  require(fields.count == 4, "a receipt of \(fields.count) fields")
  require(receipt.succeeded == (fields[0] == .uint(1 as UInt64)), "a receipt's status")
}

/// The hash of the first node of a proof: with it as the root more of the proof is read.
private func root(of json: JSON) -> Hash32 {
  let node = json["accountProof"]?[0]?.string.flatMap { try? Hex.decode($0) }
  return Keccak256.hash(node ?? [])
}

private func checkProof(_ json: JSON, under root: Hash32) {
  do throws(EvidenceError) {
    let proven = try ProvenAccount(account, proof: json, stateRoot: root)
    require(json["accountProof"]?.array?.isEmpty == false, "an empty proof that proves")
    require(proven.exists || proven.nonce == 0 && proven.balance == 0, "an absent account that owns something")
  } catch { requirePresentable(error, of: "a proof") }
}

private func checkLeaf(_ bytes: Bytes) {
  guard !bytes.isEmpty else { return }
  var state = SecureTrie()
  state[account.bytes] = bytes
  let nodes = state.proof(of: account.bytes).map { JSON.string(Hex.encode($0)) }
  checkProof(["accountProof": .array(nodes)], under: state.root())
}

private func checkExtraData(_ bytes: Bytes) {
  let zero = JSON.string(Hash32.zero.hex)
  let header: JSON = [
    "number": "0x5", "parentHash": zero, "reward": .string(Hex.encode(account.bytes)), "stateRoot": zero,
    "transactionsRoot": zero, "receiptsRoot": zero, "logsBloom": .string(Hex.encode(Bytes(repeating: 0, count: 256))),
    "blockScore": "0x1", "gasUsed": "0x0", "timestamp": "0x1", "timestampFoS": "0x1", "baseFeePerGas": "0x1",
    "extraData": .string(Hex.encode(bytes)), "governanceData": .string(Hex.encode(bytes.prefix(4000))),
  ]
  do throws(EvidenceError) {
    check(try KaiaHeader(json: header, chain: magma), magma)
  } catch { requirePresentable(error, of: "a header's extraData") }
}
