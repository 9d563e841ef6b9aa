import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

/// The raw transactions were signed with eth-account 0.13.
@Suite("lectures tx")
struct TransactionCommandTests {
  private static let dynamicFee =
    "0x02f8718205398001850ba43b74008252089470997970c51812dc3a010c7d01b50e0d17dc79c88814d1120d7b16000080c080a07bb275a159f967ae778f7d30e81b7738bf7400dee5e20e33da9aa40b76de17a6a02bdc7b71d34e54f7404db09737aefa962ac6228ea5f81f60453c9bd9ad86c6c0"
  private static let dynamicFeeHash = "0xc218adcd18112fa4d150eef5c837b296b9aa255515d9283051f5001965f656fa"
  private static let legacy =
    "0xf86e80850ba43b74008252089470997970c51812dc3a010c7d01b50e0d17dc79c88814d1120d7b16000080820a95a006f7047695bbc87dea2bba785105ff9189ed74d4b8a818338948d49c7a48e47aa069a271fb317b879c7085dc8270fa53de4b23047af5ba4ffc39ca7f435253c3bc"
  private static let unsigned =
    "0x02ee8205398001850ba43b74008252089470997970c51812dc3a010c7d01b50e0d17dc79c88814d1120d7b16000080c0"
  private static let document = """
    {"chainId": 1337, "nonce": 0, "to": "\(WalletHome.student)", "value": "1500000000000000000", "gas": 21000,
     "maxFeePerGas": "50000000000", "maxPriorityFeePerGas": 1}
    """

  private static let fees = #""maxFeePerGas": 2, "maxPriorityFeePerGas": 1"#
  private static let blobFee = #""maxFeePerBlobGas": 1"#
  private static let otherHash = "0x02" + String(repeating: "0", count: 62)
  private static let onesInInput = String(repeating: "01", count: 300)

  private func fixture(
    _ change: @escaping (inout StubNode.Chain) -> Void = { _ in }
  ) throws -> (WalletHome, StubNode) {
    let home = WalletHome()
    let node = try StubNode {
      $0.balances = [WalletHome.owner.lowercased(): 100]
      change(&$0)
    }
    home.use(node)
    return (home, node)
  }

  // MARK: decode

  @Test("decode shows the fields, hashes and signer, without a node")
  func decode() async throws {
    let run = await WalletHome().run("tx decode \(Self.dynamicFee)")
    #expect(run.status == .success)
    #expect(
      run.output.hasPrefix(
        """
        Kind          EIP-1559 (type 0x2)
        Chain         1337
        From          \(WalletHome.owner)
        Nonce         0
        To            \(WalletHome.student)
        Value         1.5 KLAY
        Gas limit     21000
        Gas price     50 ston at most, 0.000000001 ston of it a tip
        Gas at most   0.00105 KLAY
        Hash          \(Self.dynamicFeeHash)
        """))
    let json = try await WalletHome().json("tx decode \(Self.legacy)")
    #expect(json["kind"] == "legacy")
    #expect(json["signer"]?.string == WalletHome.owner)
    #expect(json["transaction"]?["gasPrice"] == "0xba43b7400")
    #expect(json["maximumCost"]?["value"] == "1.50105")
  }

  @Test("decode reads a file, and what is not signed yet")
  func decodeOthers() async throws {
    let home = WalletHome()
    home.directory.write("  \(Self.legacy)\n", to: "raw")
    #expect(await home.run("tx decode --file \(home.file("raw"))").output.contains("legacy (EIP-155)"))
    let run = await home.run("tx decode \(Self.unsigned)")
    #expect(run.output.contains("Signing hash  0x"))
    #expect(run.output.hasSuffix("It is not signed.\n"))
  }

  @Test("decode shows a call to the lecture contract in words")
  func decodeCall() async throws {
    let home = await WalletHome.withOwner()
    let calldata = "0x7f1dfa6b" + String(repeating: "0", count: 63) + "3"
    home.directory.write(
      Self.document.replacing(#""gas""#, with: #""input": "\#(calldata)", "gas""#), to: "call.json")
    let raw = try #require(await home.json("tx sign \(home.file("call.json"))")["raw"]?.string)
    let run = await home.run("tx decode \(raw) --contract \(WalletHome.student)")
    #expect(run.output.contains("Call          purchaseLecture(lectureNumber: 3)\n"))
    #expect(
      await home.run("tx decode \(raw)").output.contains("Call          0x7f1dfa6b00000000…00000003 (36 bytes)\n"))
  }

  @Test("decode tells which blob is not the one that the transaction names")
  func decodeBlobs() async throws {
    // The commitment of a blob of zeros, and its hash.
    let infinity = [0xc0] + Bytes(repeating: 0, count: 47)
    let right = try Bytes(hex: "0x010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014")
    let home = WalletHome()
    for (hash, isRight) in [(right, true), (Bytes(repeating: 1, count: 32), false)] {
      let body: [RLP.Item] = [
        .bytes([1]), .bytes([]), .bytes([1]), .bytes([2]), .bytes([0x52, 0x08]),
        .bytes(Bytes(repeating: 7, count: 20)), .bytes([]), .bytes([]), .list([]), .bytes([1]),
        .list([.bytes(right), .bytes(hash)]), .bytes([]), .bytes([1]), .bytes([1]),
      ]
      let blob = RLP.Item.bytes(Bytes(repeating: 0, count: 131_072))
      let points = RLP.Item.list([.bytes(infinity), .bytes(infinity)])
      let raw = [3] + RLP.encode(.list([.list(body), .list([blob, blob]), points, points]))
      home.directory.write(raw.hex, to: "blobs.hex")
      let run = await home.run("tx decode --file \(home.file("blobs.hex"))")
      #expect(run.status == .success && run.output.contains("It carries 2 blobs; "), "\(run.errors)")
      #expect(run.errors.contains("warning: Blob 1 is another's") != isRight, "\(run.errors)")
    }
  }

  @Test("decode says what is wrong with bytes that are no transaction")
  func decodeWrong() async {
    let home = WalletHome()
    for raw in [
      "0x02", "zz", "0x123", "0x", "0xc0", String(Self.dynamicFee.dropLast(2)), Self.dynamicFee + "00", "0x05c0",
    ] {
      let run = await home.run("tx decode \(raw)")
      #expect(run.status == .usage, "\(raw)")
      #expect(run.errors.hasPrefix("error: "))
    }
    #expect(await home.run("tx decode").status == .usage)
  }

  // MARK: sign

  @Test("sign gives what other wallets give, and shows what it signs")
  func sign() async throws {
    let home = await WalletHome.withOwner()
    home.directory.write(Self.document, to: "tx.json")
    let run = await home.run("tx sign \(home.file("tx.json"))")
    #expect(run.status == .success)
    #expect(
      run.output == """
        Hash  \(Self.dynamicFeeHash)
        From  owner \(WalletHome.owner)
        \(Self.dynamicFee)

        """)
    #expect(run.errors.contains("  Value        1.5 KLAY\n"))
    let json = try await home.json("tx sign \(home.file("tx.json"))")
    #expect(json["raw"]?.string == Self.dynamicFee)
    #expect(json["hash"]?.string == Self.dynamicFeeHash)
  }

  @Test("sign refuses another account's transaction and documents that are none")
  func signWrong() async {
    let home = await WalletHome.withOwner()
    func sign(_ text: String, _ options: String = "") async -> CommandRun {
      home.directory.write(text, to: "tx.json")
      return await home.run("tx sign \(home.file("tx.json")) \(options)")
    }
    let other = Self.document.replacing("{\"chainId\"", with: "{\"from\": \"\(WalletHome.student)\", \"chainId\"")
    #expect(await sign(other).status == .locked)
    let wrongSigner = await sign(other, "--from owner")
    #expect(wrongSigner.status == .failure)
    #expect(wrongSigner.errors.contains("The transaction is from \(WalletHome.student)"))
    for text in ["{}", "no json", "0xzz", "0x"] { #expect(await sign(text).status == .usage, "\(text)") }
    let typo = await sign(Self.document.replacing("\"nonce\"", with: "\"nonse\""))
    #expect(typo.errors.contains("Did you mean nonce?"))
    let anywhere = Self.document.replacing("\"chainId\": 1337, ", with: "")
      .replacing("\"maxFeePerGas\": \"50000000000\", \"maxPriorityFeePerGas\": 1", with: "\"gasPrice\": 1")
    #expect(await sign(anywhere).errors.contains("warning: It names no chain"))
    #expect(await sign(Self.document, "--network kairos").errors.contains("the network in use is chain 1001"))
  }

  @Test(
    "sign warns of what no chain takes, and signs it all the same",
    arguments: [
      (#""gas": 0, "gasPrice": 1"#, "The gas limit is 0, the transaction costs at least 21000."),
      (#""gas": 21000, "maxFeePerGas": 1, "maxPriorityFeePerGas": 2"#, "The priority fee of 2 wei is above"),
      (#"\#(fees), "gas": 99000, "authorizationList": []"#, "The transaction has no authorization."),
      (#"\#(fees), "gas": 21000, \#(blobFee), "blobVersionedHashes": []"#, "The transaction has no blob."),
      (#"\#(fees), "gas": 21000, \#(blobFee), "blobVersionedHashes": ["\#(otherHash)"]"#, "The hash of blob 0 is not"),
      // What chains differ in is no reason: a cap on gas, and the floor that data set.
      (#""gas": 100000000, "gasPrice": 1"#, nil),
      (#""gas": 26000, "gasPrice": 1, "input": "0x\#(onesInInput)""#, nil),
    ] as [(String, String?)])
  func signDoomed(fields: String, told: String?) async throws {
    let home = await WalletHome.withOwner()
    home.directory.write(
      #"{"chainId": 1337, "nonce": 0, "to": "\#(WalletHome.student)", "value": 0, \#(fields)}"#, to: "tx.json")
    let run = await home.run("tx sign \(home.file("tx.json")) --json")
    #expect(run.status == .success && run.output.contains(#""raw":"0x"#), "\(run.errors)")
    #expect(run.errors.contains("warning: No chain takes it: \(told ?? "")") == (told != nil), "\(run.errors)")
  }

  // MARK: send

  @Test("send shows what it is, asks, broadcasts and waits")
  func send() async throws {
    let (home, node) = try fixture()
    let run = await home.run("tx send \(Self.dynamicFee)", answers: ["y"])
    #expect(run.status == .success)
    #expect(run.questions.first?.hasPrefix("Send this transaction?\n  Kind         EIP-1559 (type 0x2)\n") == true)
    #expect(node.sent == [Self.dynamicFee])
    #expect(run.output.hasPrefix("The transaction was mined.\nGas          0.000021 KLAY\nBlock        8\n"))
    // The second time there is nothing to send, and nothing to ask.
    let again = await home.run("tx send \(Self.dynamicFee)")
    #expect(again.status == .success)
    #expect(again.errors == "The node has this very transaction already.\n")
    #expect(node.sent.count == 1)
  }

  @Test("what the gas cost is told exactly, however little it was")
  func sendCheap() async throws {
    let (home, _) = try fixture {
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        let hash = call.params[0].string ?? ""
        guard !chain.sent.isEmpty, var receipt = chain.receipt(hash, 1).object else { return nil }
        receipt["effectiveGasPrice"] = "0xb1185"
        return .result(.object(receipt))
      }
    }
    let run = await home.run("tx send \(Self.dynamicFee) --yes")
    #expect(run.output.contains("\nGas          0.000000015233001 KLAY\n"), "\(run.output)\(run.errors)")
  }

  @Test("send sends nothing that cannot succeed")
  func sendRefused() async throws {
    let cases: [(String, LecturesCommand.ExitStatus, @Sendable (inout StubNode.Chain) -> Void)] = [
      ("for chain 1337", .wrongChain, { $0.chainID = 4242 }),
      ("its nonce is used", .refused, { $0.nonces = [WalletHome.owner.lowercased(): 5] }),
      ("are missing: ", .insufficientFunds, { $0.balances = [:] }),
      ("The transaction would fail.", .refused, { $0.revertData = "0x" }),
    ]
    for (text, status, change) in cases {
      let (home, node) = try fixture(change)
      let run = await home.run("tx send \(Self.dynamicFee) --yes")
      #expect(run.status == status, "\(text)")
      #expect(run.errors.contains(text), "\(text): \(run.errors)")
      #expect(node.sent.isEmpty)
    }
    let (home, node) = try fixture()
    #expect(await home.run("tx send \(Self.dynamicFee)").status == .notConfirmed)
    #expect(await home.run("tx send \(Self.dynamicFee) --yes --max-total-fee 0.0001").status == .overLimit)
    #expect(await home.run("tx send \(Self.unsigned) --yes").errors.contains("This transaction is not signed."))
    #expect(node.sent.isEmpty)
  }

  @Test("send tells a node's refusal, and a transaction that was mined and failed")
  func sendFailed() async throws {
    let (home, _) = try fixture { $0.refusal = "txpool is full" }
    let refused = await home.run("tx send \(Self.dynamicFee) --yes")
    #expect(refused.status == .refused)
    #expect(refused.errors.contains("The node refused the transaction.\n  txpool is full\n"))
    #expect(!refused.errors.contains("Already sent"))
    let (other, _) = try fixture { $0.status = 0 }
    let failed = await other.run("tx send \(Self.dynamicFee) --yes")
    #expect(failed.status == .refused)
    #expect(failed.errors.contains("was mined, and it failed."))
    #expect(failed.errors.contains("included, reverted"))
  }

  // MARK: show

  @Test("show tells what became of a transaction, and where the node tells another than was signed")
  func show() async throws {
    let (home, node) = try fixture()
    _ = await home.run("tx send \(Self.dynamicFee) --yes")
    let run = await home.run("tx show \(Self.dynamicFeeHash)")
    #expect(
      run.output == """
        Transaction    \(Self.dynamicFeeHash)
        Status         succeeded
        Evidence       told by one node
        Contradiction  value: signed 1.5 KLAY, the node tells 1 KLAY
        Contradiction  gas limit: signed 21000, the node tells 50000
        Block          8, \(LocalTime.text(1_795_231_620)), 1 confirmation
        From           \(WalletHome.owner)
        To             \(WalletHome.student)
        Value          1.5 KLAY
        Nonce          0
        Gas            21000 of 21000
        Fee            0.000021 KLAY
        Outbox         number 1, mined

        """)
    node.change {
      $0.status = 0
      $0.revertData =
        "0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000134b4c415920776974686f757420612063616c6c00000000000000000000000000"
    }
    let failed = try await home.json("tx show \(Self.dynamicFeeHash)")
    #expect(failed["status"] == "failed")
    #expect(failed["reason"] == "KLAY without a call")
    node.change { $0.status = nil }
    #expect(await home.run("tx show \(Self.dynamicFeeHash)").output.contains("pending: not in a block yet"))
    let unknown = await home.run("tx show 0x\(String(repeating: "1", count: 64))")
    #expect(unknown.status == .failure)
    #expect(unknown.errors.contains("The node knows no transaction"))
    #expect(await home.run("tx show 0x12").status == .usage)
  }
}
