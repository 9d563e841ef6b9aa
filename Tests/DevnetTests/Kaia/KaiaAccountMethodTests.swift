import JSONFields
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Devnet

@Suite("Accounts and their keys in the kaia and klay namespaces")
struct KaiaAccountMethodTests {
  @Test("accounts tell their keys")
  func accounts() async throws {
    let stage = try await KaiaStage()
    let sender = stage.sender.json
    let legacy: JSON = ["keyType": 1, "key": [:]]
    #expect(await stage.result("kaia_getAccountKey", sender, "latest") == legacy)
    #expect(await stage.result("kaia_getAccountKey", KaiaStage.receiver.json, "latest") == .null)
    #expect(await stage.result("kaia_getAccount", KaiaStage.receiver.json, "latest") == .null)
    #expect(await stage.result("kaia_accountCreated", KaiaStage.receiver.json, "latest") == false)
    #expect(await stage.result("kaia_accountCreated", sender, "latest") == true)
    let account = await stage.result("kaia_getAccount", sender, "latest")
    #expect(account["accType"] == 1)
    #expect(
      account["account"] == [
        "nonce": 0, "balance": .quantity(10_000_000_000_000_000_000_000 as UInt256), "humanReadable": false,
        "key": legacy,
      ])
    try await stage.update(.publicKey(stage.keys[3]))
    let key = await stage.result("klay_getAccountKey", sender, "latest")
    #expect(key == AccountKey.publicKey(stage.keys[3]).json)
    #expect(await stage.result("kaia_getAccountKey", sender, "0x0") == legacy)
    #expect(await stage.result("kaia_encodeAccountKey", legacy) == "0x01c0")
    #expect(await stage.result("kaia_decodeAccountKey", "0x01c0") == legacy)
    #expect(
      await stage.result("kaia_decodeAccountKey", .string(AccountKey.publicKey(stage.keys[3]).encoded.hex)) == key)

    try await stage.send(stage.transaction(.deploy(KaiaStage.creationCode), nonce: 1, signers: [3]))
    let contract = Address.contract(deployer: stage.sender, nonce: 1).json
    #expect(await stage.result("kaia_isContractAccount", contract, "latest") == true)
    #expect(await stage.result("kaia_isContractAccount", sender, "latest") == false)
    let shown = await stage.result("kaia_getAccount", contract, "latest")
    #expect(shown["accType"] == 2 && shown["account"]?["key"] == ["keyType": 3, "key": [:]])
    #expect(shown["account"]?["codeFormat"] == 0 && shown["account"]?["vmVersion"] == 1)
    #expect(shown["account"]?["codeHash"]?.string?.utf8.count == 44)
    #expect(Base64.encode([0x4d, 0x61, 0x6e]) == "TWFu" && Base64.encode([0x4d]) == "TQ==")
  }

  @Test("who signed a transaction or a message is told after a look at the account's key")
  func recovering() async throws {
    let stage = try await KaiaStage()
    let raw = JSON.string(try stage.transfer().encoded.hex)
    #expect(await stage.result("kaia_recoverFromTransaction", raw, "latest") == stage.sender.json)
    let typed = try UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: stage.devnet.chainID, nonce: 0, maxPriorityFeePerGas: 0, maxFeePerGas: 1, gasLimit: 21_000,
        to: KaiaStage.receiver, value: 1, data: [], accessList: [])
    ).signed(by: stage.keys[6]).encoded
    #expect(
      await stage.result("kaia_recoverFromTransaction", .string(typed.hex), "latest") == stage.addresses[6].json)
    let message: Bytes = [1, 2, 3]
    for prefix in PersonalMessage.Prefix.allCases {
      let signature = try stage.keys[0].sign(PersonalMessage.digest(message, prefix: prefix)).bytes65
      #expect(
        await stage.result(
          "kaia_recoverFromMessage", stage.sender.json, .string(message.hex), .string(signature.hex), "latest")
          == stage.sender.json)
    }
    try await stage.update(.publicKey(stage.keys[3]))
    #expect(
      await stage.ask("kaia_recoverFromTransaction", raw, "latest")["error"]?["message"] == "invalid account key")
    let old = try stage.keys[0].sign(PersonalMessage.digest(message)).bytes65
    #expect(
      await stage.ask("kaia_recoverFromMessage", stage.sender.json, .string(message.hex), .string(old.hex), "latest")[
        "error"]?["message"] == "Invalid signature")
  }

  @Test("the devnet's accounts sign and send what its objects ask for")
  func accountsSend() async throws {
    let stage = try await KaiaStage()
    let native: JSONObject = [
      "typeInt": 8, "from": stage.sender.json, "to": KaiaStage.receiver.json, "value": "0x5", "gas": "0xc350",
    ]
    let sent = await stage.result("kaia_sendTransaction", .object(native))
    #expect(await stage.result("kaia_getTransactionReceipt", sent)["status"] == "0x1")
    #expect(try await stage.balance(KaiaStage.receiver) == 5)
    var missing = native
    missing["value"] = nil
    #expect(
      await stage.ask("kaia_sendTransaction", .object(missing))["error"]?["message"]
        == "json:\"value\" is required for TxTypeValueTransfer")
    var surplus = native
    surplus["input"] = "0x01"
    #expect(
      await stage.ask("kaia_sendTransaction", .object(surplus))["error"]?["message"]
        == "json:\"input\" is not a field of TxTypeValueTransfer")
    var delegated = native
    delegated["typeInt"] = 9
    delegated["feePayer"] = stage.payer.json
    delegated["nonce"] = "0x1"
    delegated["gasPrice"] = .quantity(KaiaStage.price)
    #expect(
      await stage.ask("kaia_sendTransaction", .object(delegated))["error"]?["message"]
        == "fee-delegation type transactions are not allowed to use this API")
    let signed = await stage.result("kaia_signTransaction", .object(delegated))
    let half = try PartlySignedTransaction(decoding: Bytes(hex: try #require(signed["raw"]?.string)))
    #expect(half.signatures.count == 1)
    #expect(
      await stage.ask("kaia_sendTransactionAsFeePayer", .object(delegated))["error"]?["message"]
        == "sender signature is not set")
    delegated["signatures"] = []
    for method in ["kaia_sendTransactionAsFeePayer", "klay_signTransactionAsFeePayer"] {
      #expect(await stage.ask(method, .object(delegated))["error"]?["message"] == "sender signature is not set")
    }
    let signature = half.signatures[0]
    delegated["signatures"] = [
      [
        "V": .quantity(UInt256(UInt64(signature.yParity)) + stage.devnet.chainID * 2 + 35),
        "R": .quantity(signature.r), "S": .quantity(signature.s),
      ]
    ]
    let paid = await stage.result("kaia_sendTransactionAsFeePayer", .object(delegated))
    let receipt = await stage.result("kaia_getTransactionReceipt", paid)
    #expect(receipt["status"] == "0x1" && receipt["feePayer"] == stage.payer.json)
    let whole = await stage.result("kaia_signTransactionAsFeePayer", .object(delegated))
    #expect(whole["tx"]?["hash"] == paid)
  }
}
