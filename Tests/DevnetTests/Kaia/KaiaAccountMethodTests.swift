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
    let fixture = try await KaiaFixture()
    let sender = fixture.sender.json
    let legacy: JSON = ["keyType": 1, "key": [:]]
    #expect(await fixture.result("kaia_getAccountKey", sender, "latest") == legacy)
    #expect(await fixture.result("kaia_getAccountKey", KaiaFixture.receiver.json, "latest") == .null)
    #expect(await fixture.result("kaia_getAccount", KaiaFixture.receiver.json, "latest") == .null)
    #expect(await fixture.result("kaia_accountCreated", KaiaFixture.receiver.json, "latest") == false)
    #expect(await fixture.result("kaia_accountCreated", sender, "latest") == true)
    let account = await fixture.result("kaia_getAccount", sender, "latest")
    #expect(account["accType"] == 1)
    #expect(
      account["account"] == [
        "nonce": 0, "balance": .quantity(10_000_000_000_000_000_000_000 as UInt256), "humanReadable": false,
        "key": legacy,
      ])
    try await fixture.update(.publicKey(fixture.keys[3]))
    let key = await fixture.result("klay_getAccountKey", sender, "latest")
    #expect(key == AccountKey.publicKey(fixture.keys[3]).json)
    #expect(await fixture.result("kaia_getAccountKey", sender, "0x0") == legacy)
    #expect(await fixture.result("kaia_encodeAccountKey", legacy) == "0x01c0")
    #expect(await fixture.result("kaia_decodeAccountKey", "0x01c0") == legacy)
    #expect(
      await fixture.result("kaia_decodeAccountKey", .string(AccountKey.publicKey(fixture.keys[3]).encoded.hex)) == key)

    try await fixture.send(fixture.transaction(.deploy(KaiaFixture.creationCode), nonce: 1, signers: [3]))
    let contract = Address.contract(deployer: fixture.sender, nonce: 1).json
    #expect(await fixture.result("kaia_isContractAccount", contract, "latest") == true)
    #expect(await fixture.result("kaia_isContractAccount", sender, "latest") == false)
    let shown = await fixture.result("kaia_getAccount", contract, "latest")
    #expect(shown["accType"] == 2 && shown["account"]?["key"] == ["keyType": 3, "key": [:]])
    #expect(shown["account"]?["codeFormat"] == 0 && shown["account"]?["vmVersion"] == 1)
    #expect(shown["account"]?["codeHash"]?.string?.utf8.count == 44)
    #expect(Base64.encode([0x4d, 0x61, 0x6e]) == "TWFu" && Base64.encode([0x4d]) == "TQ==")
  }

  @Test("who signed a transaction or a message is told after a look at the account's key")
  func recovering() async throws {
    let fixture = try await KaiaFixture()
    let raw = JSON.string(try fixture.transfer().encoded.hex)
    #expect(await fixture.result("kaia_recoverFromTransaction", raw, "latest") == fixture.sender.json)
    let typed = try UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: fixture.devnet.chainID, nonce: 0, maxPriorityFeePerGas: 0, maxFeePerGas: 1, gasLimit: 21_000,
        to: KaiaFixture.receiver, value: 1, data: [], accessList: [])
    ).signed(by: fixture.keys[6]).encoded
    #expect(
      await fixture.result("kaia_recoverFromTransaction", .string(typed.hex), "latest") == fixture.addresses[6].json)
    let message: Bytes = [1, 2, 3]
    for prefix in PersonalMessage.Prefix.allCases {
      let signature = try fixture.keys[0].sign(PersonalMessage.digest(message, prefix: prefix)).bytes65
      #expect(
        await fixture.result(
          "kaia_recoverFromMessage", fixture.sender.json, .string(message.hex), .string(signature.hex), "latest")
          == fixture.sender.json)
    }
    try await fixture.update(.publicKey(fixture.keys[3]))
    #expect(
      await fixture.ask("kaia_recoverFromTransaction", raw, "latest")["error"]?["message"] == "invalid account key")
    let old = try fixture.keys[0].sign(PersonalMessage.digest(message)).bytes65
    #expect(
      await fixture.ask(
        "kaia_recoverFromMessage", fixture.sender.json, .string(message.hex), .string(old.hex), "latest")[
          "error"]?["message"] == "Invalid signature")
  }

  @Test("the devnet's accounts sign and send what its objects ask for")
  func accountsSend() async throws {
    let fixture = try await KaiaFixture()
    let native: JSONObject = [
      "typeInt": 8, "from": fixture.sender.json, "to": KaiaFixture.receiver.json, "value": "0x5", "gas": "0xc350",
    ]
    let sent = await fixture.result("kaia_sendTransaction", .object(native))
    #expect(await fixture.result("kaia_getTransactionReceipt", sent)["status"] == "0x1")
    #expect(try await fixture.balance(KaiaFixture.receiver) == 5)
    var missing = native
    missing["value"] = nil
    #expect(
      await fixture.ask("kaia_sendTransaction", .object(missing))["error"]?["message"]
        == "json:\"value\" is required for TxTypeValueTransfer")
    var surplus = native
    surplus["input"] = "0x01"
    #expect(
      await fixture.ask("kaia_sendTransaction", .object(surplus))["error"]?["message"]
        == "json:\"input\" is not a field of TxTypeValueTransfer")
    var delegated = native
    delegated["typeInt"] = 9
    delegated["feePayer"] = fixture.payer.json
    delegated["nonce"] = "0x1"
    delegated["gasPrice"] = .quantity(KaiaFixture.price)
    #expect(
      await fixture.ask("kaia_sendTransaction", .object(delegated))["error"]?["message"]
        == "fee-delegation type transactions are not allowed to use this API")
    let signed = await fixture.result("kaia_signTransaction", .object(delegated))
    let half = try PartlySignedTransaction(decoding: Bytes(hex: try #require(signed["raw"]?.string)))
    #expect(half.signatures.count == 1)
    #expect(
      await fixture.ask("kaia_sendTransactionAsFeePayer", .object(delegated))["error"]?["message"]
        == "sender signature is not set")
    delegated["signatures"] = []
    for method in ["kaia_sendTransactionAsFeePayer", "klay_signTransactionAsFeePayer"] {
      #expect(await fixture.ask(method, .object(delegated))["error"]?["message"] == "sender signature is not set")
    }
    let signature = half.signatures[0]
    delegated["signatures"] = [
      [
        "V": .quantity(UInt256(UInt64(signature.yParity)) + fixture.devnet.chainID * 2 + 35),
        "R": .quantity(signature.r), "S": .quantity(signature.s),
      ]
    ]
    let paid = await fixture.result("kaia_sendTransactionAsFeePayer", .object(delegated))
    let receipt = await fixture.result("kaia_getTransactionReceipt", paid)
    #expect(receipt["status"] == "0x1" && receipt["feePayer"] == fixture.payer.json)
    let whole = await fixture.result("kaia_signTransactionAsFeePayer", .object(delegated))
    #expect(whole["tx"]?["hash"] == paid)
  }
}
