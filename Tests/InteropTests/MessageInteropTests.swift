import ChainSupport
import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing

@Suite(
  "Messages between us and eth-account", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct MessageInteropTests {
  @Test("What one signs with EIP-191, the other recovers, whatever the bytes")
  func personalMessages() async throws {
    var source = Seeded(191)
    for count in [0, 1, 9, 10, 99, 100, 999, 1_000] + (0..<32).map({ $0 * 7 }) {
      let (key, message) = (try source.key(), source.bytes(count))
      let ours = try key.sign(PersonalMessage.digest(message))
      let recovered = try await Witness.text(
        "recover_message", ["message": .string(message.hex), "signature": .string(ours.bytes65.hex)])
      #expect(recovered == key.address.checksummed)
      let theirs = try Signature(
        bytes65: Bytes(
          hex: try await Witness.text("sign_message", ["key": .string(key.hex), "message": .string(message.hex)])))
      #expect(theirs == ours)
      #expect(try PersonalMessage.recoverAddress(message, signature: theirs) == key.address)
    }
  }

  @Test("What one signs with EIP-712, the other recovers: 60 random documents")
  func typedData() async throws {
    var source = Seeded(712)
    let key = try source.key()
    let cases = try #require(
      try await Witness.ask("typed_cases", ["seed": 712, "count": 60, "key": .string(key.hex)]).array)
    #expect(cases.count == 60)
    for entry in cases {
      let document = try #require(entry["document"]?.string)
      let typed = try TypedData(json: JSON(parsing: document))
      #expect(typed.digest().hex == entry["digest"]?.string, "\(document)")
      let theirs = try Signature(bytes65: Bytes(hex: try #require(entry["signature"]?.string)))
      #expect(try typed.recoverAddress(theirs) == key.address)
      let other = try source.key()
      let ours = try other.sign(typed.digest())
      let recovered = try await Witness.text(
        "recover_typed", ["document": .string(document), "signature": .string(ours.bytes65.hex)])
      #expect(recovered == other.address.checksummed)
    }
  }
}
