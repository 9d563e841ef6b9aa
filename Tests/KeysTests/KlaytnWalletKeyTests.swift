import Keys
import Primitives
import Testing

@Suite struct KlaytnWalletKeyTests {
  private let key = "45a915e4d060149eb4365960e6a7a45f334393093061116b197e3240065ff2d8"

  @Test func theAddressNeedNotBeTheKeysOwn() throws {
    let own = try KlaytnWalletKey("0x\(key)0x000xa94f5374fce5edbc8e2a8697c15331677e6ebf0b")
    #expect(own.address == own.privateKey.address)
    #expect(try KlaytnWalletKey(privateKey: PrivateKey(hex: key)) == own)
    let other = try KlaytnWalletKey("\(key)0x000x\(String(repeating: "ab", count: 20))")
    #expect(other.address != own.address && other.privateKey == own.privateKey && other.exported.count == 112)
    #expect(other.exported == "0x\(key)0x000x\(String(repeating: "ab", count: 20))")
  }

  @Test func anotherTypeIsToldApart() {
    #expect(
      performing: { try KlaytnWalletKey("0x\(key)0x010xa94f5374fce5edbc8e2a8697c15331677e6ebf0b") },
      throws: { ($0 as? KeysError)?.code == .unsupportedWalletKeyType })
  }

  @Test func noErrorOrDescriptionTellsTheKey() throws {
    let texts = [
      "0x\(key)0x000xa94f", "\(key)", "0x\(key)zz000xa94f5374fce5edbc8e2a8697c15331677e6ebf0b",
      "0x\(key)0x000xa94f5374fce5edbc8e2a8697c15331677e6ebfzz", "0x\(key.dropLast())z0x000x\(key.prefix(40))",
    ]
    for text in texts {
      let error = #expect(throws: KeysError.self) { try KlaytnWalletKey(text) }
      #expect(error.map { "\($0)".contains(key.prefix(6)) } == false)
    }
    let walletKey = try KlaytnWalletKey("0x\(key)0x000xa94f5374fce5edbc8e2a8697c15331677e6ebf0b")
    #expect(!"\(walletKey) \(String(reflecting: walletKey))".contains(key.prefix(6)))
  }
}
