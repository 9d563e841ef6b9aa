import EVM
import Primitives
import Testing

@Suite("Precompiles: hashes, ecrecover, blake2f")
struct HashPrecompileTests {
  @Test("SHA-256 and RIPEMD-160 of the empty string and of abc (FIPS 180-4, the RIPEMD-160 paper)")
  func hashes() throws {
    let abc = Bytes("abc".utf8)
    #expect(
      try PrecompileCall(2, at: .frontier).run([])?.hex
        == "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      try PrecompileCall(2, at: .osaka).run(abc)?.hex
        == "0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      try PrecompileCall(3, at: .frontier).run([])?.hex
        == "0x0000000000000000000000009c1185a5c5e9fc54612808977ee8f548b2258d31")
    #expect(
      try PrecompileCall(3, at: .osaka).run(abc)?.hex
        == "0x0000000000000000000000008eb208f7e05d987a9b044a8e98c6b087f15a0bfc")
    #expect(try PrecompileCall(4, at: .frontier).run(abc) == abc)
  }

  @Test("hashes cost by the word that a byte begins", arguments: [(0, 0), (1, 1), (32, 1), (33, 2), (64, 2)])
  func hashGas(count: Int, words: UInt64) throws {
    let input = Bytes(repeating: 1, count: count)
    #expect(try PrecompileCall(2, at: .frontier).gas(input) == 60 + 12 * words)
    #expect(try PrecompileCall(3, at: .frontier).gas(input) == 600 + 120 * words)
    #expect(try PrecompileCall(4, at: .frontier).gas(input) == 15 + 3 * words)
  }

  // The signature of the transaction of EIP-155's example, over its signing hash.
  private let digest = "daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53"
  private let r = "28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276"
  private let s = "67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83"
  private let signer = "0000000000000000000000009d8a62f656a8d1615c1294fd71e9cfb3e4855a4f"

  private func v(_ value: UInt256) -> String { Hex.encode(word(value), prefix: false) }

  @Test("ecrecover finds the signer of EIP-155's example, also with a high s, and reads no further than 128 bytes")
  func recovers() throws {
    let call = try PrecompileCall(1, at: .frontier)
    #expect(try call.run(hex: digest + v(27) + r + s) == signer)
    #expect(try call.run(hex: digest + v(27) + r + s + "ffff") == signer)
    let order: UInt256 = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141
    let highS = try order - UInt256(bigEndian: Bytes(hex: s))
    #expect(try call.run(hex: digest + v(28) + r + v(highS)) == signer)
    #expect(call.gas([]) == 3000)
  }

  @Test("ecrecover answers nothing, and doesn't fail, for what no key signed")
  func refusesSignatures() throws {
    let call = try PrecompileCall(1, at: .frontier)
    #expect(call.run([]) == [])
    #expect(try call.run(hex: digest + v(29) + r + s) == "")
    #expect(try call.run(hex: digest + v(0) + r + s) == "")
    #expect(try call.run(hex: digest + "01" + v(27).dropFirst(2) + r + s) == "")
    #expect(try call.run(hex: digest + v(27) + v(0) + s) == "")
    #expect(try call.run(hex: digest + v(27) + r + v(0)) == "")
    #expect(try call.run(hex: digest + v(27) + v(.max) + s) == "")
    // 5 is not the x coordinate of a point of secp256k1.
    #expect(try call.run(hex: digest + v(27) + v(5) + s) == "")
  }

  /// State, block "abc", offset 3 of EIP-152's test vectors 4 to 7.
  private static let blake2Tail =
    "48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b"
    + "6bbd41fbabd9831f79217e1319cde05b" + "616263" + String(repeating: "0", count: 250) + "0300000000000000"
    + "0000000000000000"

  @Test(
    "blake2f gives EIP-152's outputs",
    arguments: [
      (
        "00000000", "01",
        "08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5"
          + "d282e6ad7f520e511f6c3e2b8c68059b9442be0454267ce079217e1319cde05b"
      ),
      (
        "0000000c", "01",
        "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
          + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
      ),
      (
        "0000000c", "00",
        "75ab69d3190a562c51aef8d88f1c2775876944407270c42c9844252c26d28752"
          + "98743e7f6d5ea2f2d3e8d226039cd31b4e426ac4f2d3d666a610c2116fde4735"
      ),
      (
        "00000001", "01",
        "b63a380cb2897d521994a85234ee2c181b5f844d2c624c002677e9703449d2fb"
          + "a551b3a8333bcdf5f2f7e08993d53923de3d64fcc68c034e717b9293fed7a421"
      ),
    ])
  func blake2(rounds: String, flag: String, output: String) throws {
    let call = try PrecompileCall(9, at: .istanbul)
    #expect(try call.run(hex: rounds + Self.blake2Tail + flag) == output)
  }

  @Test("blake2f costs its rounds, and fails for another length or flag")
  func blake2Edges() throws {
    let call = try PrecompileCall(9, at: .istanbul)
    let tail = try Bytes(hex: Self.blake2Tail)
    #expect(call.gas([0xff, 0xff, 0xff, 0xff] + tail + [1]) == 0xffff_ffff)
    #expect(call.run([0, 0, 0, 1] + tail + [2]) == nil)
    #expect(call.run([0, 0, 0, 1] + tail) == nil)
    #expect(call.run([0, 0, 0, 1] + tail + [1, 0]) == nil)
    #expect(call.run([]) == nil)
  }
}
