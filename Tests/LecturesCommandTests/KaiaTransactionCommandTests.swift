import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures tx with Kaia's own types")
struct KaiaTransactionCommandTests {
  private static func document(_ type: String, _ more: String) -> String {
    """
    {"type": "\(type)", "chainId": 1001, "nonce": 4, "gasPrice": "50000000000", "gas": 100000,
     "from": "\(WalletHome.owner)", \(more)}
    """
  }

  private func sign(_ document: String, in home: WalletHome) async throws -> JSON {
    home.directory.write(document, to: "tx.json")
    return try await home.json("tx sign \(home.file("tx.json"))")
  }

  @Test("what the sender pays is signed complete, and decoded with its signer")
  func complete() async throws {
    let home = await WalletHome.withOwner()
    let to = #""to": "\#(WalletHome.student)", "value": "1500000000000000000""#
    let signed = try await sign(Self.document("TxTypeValueTransfer", to), in: home)
    #expect(signed["complete"] == true)
    #expect(signed["senderTxHash"] == signed["hash"])
    let raw = try #require(signed["raw"]?.string)
    #expect(raw.hasPrefix("0x08"))

    let run = await home.run("tx decode \(raw)")
    #expect(
      run.output.hasPrefix(
        """
        Kind          TxTypeValueTransfer (type 0x8)
        Chain         1001
        From          owner \(WalletHome.owner)
        Nonce         4
        To            \(WalletHome.student)
        Value         1.5 KAIA
        Gas limit     100000
        Gas price     50 ston
        Gas at most   0.005 KAIA
        Fee paid by   the sender
        Signed by     the key of \(WalletHome.owner)
        Hash          \(signed["hash"]?.string ?? "")
        """))
    #expect(try await home.json("tx decode \(raw)")["transaction"] == signed["transaction"])
  }

  @Test("what one signs for another account is that account's, and says who signed")
  func forAnother() async throws {
    let home = await WalletHome.withOwner()
    let document = Self.document("TxTypeValueTransfer", #""to": "\#(WalletHome.owner)", "value": 1"#)
      .replacing("\"from\": \"\(WalletHome.owner)\"", with: "\"from\": \"\(WalletHome.student)\"")
    home.directory.write(document, to: "tx.json")
    let run = await home.run("tx sign \(home.file("tx.json")) --from owner")
    #expect(run.errors.contains("From         \(WalletHome.student)\n"), "\(run.errors)")
    #expect(run.errors.contains("Signed by    owner \(WalletHome.owner)\n"))
    #expect(run.output.contains("From       \(WalletHome.student)\n"), "\(run.output)")
    #expect(run.output.contains("Signed by  owner\n"))
  }

  @Test("a tip above the most that is paid for gas is told, for every chain refuses it")
  func tipAboveAll() async throws {
    let home = await WalletHome.withOwner()
    home.directory.write(
      """
      {"chainId": 1, "nonce": 0, "to": "\(WalletHome.student)", "gas": 21000, "maxFeePerGas": 1,
       "maxPriorityFeePerGas": 5}
      """, to: "tx.json")
    let run = await home.run("tx sign \(home.file("tx.json")) --from owner")
    #expect(run.errors.contains("more than all of it, and every chain refuses it"), "\(run.errors)")
  }

  @Test("what another account pays for is handed on half-signed")
  func half() async throws {
    let home = await WalletHome.withOwner()
    let more = #""to": "\#(WalletHome.student)", "value": 0, "input": "0x01", "feeRatio": 30"#
    let signed = try await sign(
      Self.document("TxTypeFeeDelegatedSmartContractExecutionWithRatio", more), in: home)
    #expect(signed["complete"] == false)
    #expect(signed["hash"] == .null)
    let raw = try #require(signed["raw"]?.string)
    let run = await home.run("tx decode \(raw)")
    #expect(run.output.contains("Fee paid by    the fee payer 30 %, the sender the rest\n"))
    #expect(run.output.contains("Fee payer      not named yet\n"))
    #expect(run.output.contains("Sender's hash  \(signed["senderTxHash"]?.string ?? "?")\n"))
    #expect(run.output.hasSuffix("It is not complete: the fee payer has not signed.\n"))
    let json = try await home.json("tx decode \(raw)")
    #expect(json["signed"] == false)
    #expect(json["feeRatio"] == 30)
    #expect(json["signers"] == [.string(WalletHome.owner)])
    // Nothing that is not complete can be sent.
    let sent = await home.run("tx send \(raw) --yes")
    #expect(sent.errors.contains("The signature of who pays its fee is missing."))
    #expect(sent.errors.contains("--fee-payer ACCOUNT"))
  }

  @Test("what a fee payer is to sign is decoded with who that is")
  func feePayerPayload() async throws {
    let home = await WalletHome.withOwner()
    let payload =
      "0xf84eb5f4098204d219830f4240947b65b75d204abed71587c9e519a89277766ee1d00a94a94f5374fce5edbc8e2a8697c15331677e6ebf0b945a0043070275d9f6054307ee7348bd660849d90f018080"
    let run = await home.run("tx decode \(payload)")
    #expect(run.output.contains("Kind             TxTypeFeeDelegatedValueTransfer"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("Fee payer signs  0x3e7c5f40e826d1d22493be59bf62928dc397de5c972bd9bfa3fe5206c24a5f82"))
    #expect(run.output.hasSuffix("It is not complete: the sender has not signed, the fee payer has not signed.\n"))
    let json = try await home.json("tx decode \(payload)")
    #expect(json["feePayer"]?.string == "0x5A0043070275d9f6054307Ee7348bD660849D90f")
    #expect(json["signed"] == false && json["signers"] == [])
  }

  @Test("a new account key is told by its roles")
  func accountKey() async throws {
    let home = await WalletHome.withOwner()
    let signed = try await sign(
      Self.document("TxTypeAccountUpdate", #""key": "0x05c881808203c08201c0""#), in: home)
    let run = await home.run("tx decode \(try #require(signed["raw"]?.string))")
    #expect(run.output.contains("New key       transaction: stays as it is\n"))
    #expect(run.output.contains("New key       account update: none: nobody can sign\n"))
    #expect(run.output.contains("New key       fee payer: the one that the address comes from\n"))
    #expect(!run.output.contains("creates a contract"))
  }

  @Test("a type that there is not is told with the one that was probably meant")
  func typo() async {
    let home = await WalletHome.withOwner()
    home.directory.write(Self.document("TxTypeCancle", #""value": 1"#), to: "tx.json")
    #expect(await home.run("tx sign \(home.file("tx.json"))").errors.contains("Did you mean TxTypeCancel?"))
    home.directory.write(Self.document("TxTypeCancel", #""value": 1"#), to: "tx.json")
    #expect(await home.run("tx sign \(home.file("tx.json"))").errors.contains("The field value does not belong to"))
  }
}
