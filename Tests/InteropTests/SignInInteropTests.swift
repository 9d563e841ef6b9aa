import ChainSupport
import ContractClient
import FixtureSupport
import Keys
import Operations
import Primitives
import Sending
import StrictJSON
import Testing

@Suite(
  "Signing in with eth-account", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct SignInInteropTests {
  @Test("what eth-account signs of our message signs in, and nothing else")
  func messages() async throws {
    let chain = try await Chain.shared(kaia: true)
    let connection = ContractConnection(sender: TransactionSender(node: chain.node, chainID: chain.chainID))
    let site = try SignInSite(publicURL: "https://lectures.example")
    var source = Seeded(4361)
    for issuedAt in stride(from: Int64(0), to: 4_000_000_000, by: 123_456_789) {
      let key = try source.key()
      let message = try SignInMessage(
        to: site, as: key.address, on: chain.chainID, nonce: .random(), issuedAt: issuedAt)
      let signature = try Bytes(
        hex: await Witness.text(
          "sign_message", ["key": .string(key.hex), "message": .string(Bytes(message.text.utf8).hex)]))
      let proof = SignInProof(signature, of: message.text, by: key.address)
      #expect(try await proof.verify(at: connection) == .ownKey)
      let other = try SignInMessage(
        to: site, as: key.address, on: chain.chainID, nonce: .random(), issuedAt: issuedAt)
      await #expect(throws: SignInError(.wrongSignature, "")) {
        try await SignInProof(signature, of: other.text, by: key.address).verify(at: connection)
      }
    }
  }
}
