import StrictJSON
import Testing

@testable import LecturesCommand

/// The signatures were made with eth-account 0.13.
@Suite("lectures wallet sign and verify")
struct WalletSigningTests {
  private static let textSignature =
    "0x16acaac595ae5e13edd57d3106553b4e9f903f328392416046ff20b373963a2275a5a3533305e292ca6967ff2be9864f600d374b0c8695ef9c2016cf18faf3bc1c"
  private static let bytesSignature =
    "0xa114c834af73872c6c9efe918d85b0b1b34a486d10f9011e2630e28417c828c060dbd65cda67e73d52ebb7c555260621dbc1b0b4036acb61086bba091ac3f1641b"
  private static let typedSignature =
    "0x2bfa181e21ad7006a7698b1378ae13fe3d5ae7e455ac2a5b7bb55ceef9cbc0f44645bdb5d54318b36a7b876e58082c9132632270f0aee9830670ce99cd33a5781c"
  private static let typed = """
    {"types": {"Permit": [{"name": "owner", "type": "address"}, {"name": "value", "type": "uint256"}]},
     "primaryType": "Permit", "domain": {"name": "T", "chainId": 1},
     "message": {"owner": "\(WalletHome.student)", "value": "5"}}
    """

  @Test("sign gives what other wallets give for a text, bytes and a file")
  func sign() async throws {
    let home = await WalletHome.withOwner()
    let run = await home.run("wallet sign", "I teach lecture 0")
    #expect(
      run.output
        == """
        Signature  \(Self.textSignature)
        Signed by  owner \(WalletHome.owner)
        Digest     0x6c178c1ac2dbd7a8af88dee1e98ac9b43a2d0e5b3a8c5c4ab3bdb6bd1a0e9d48 (EIP-191)

        """.replacing(
          "0x6c178c1ac2dbd7a8af88dee1e98ac9b43a2d0e5b3a8c5c4ab3bdb6bd1a0e9d48",
          with: try await home.json("wallet sign", "I teach lecture 0")["digest"]?.string ?? ""))
    #expect(run.errors == "A message of 17 bytes (EIP-191)\n")
    #expect(try await home.json("wallet sign --hex 0xdeadbeef")["signature"]?.string == Self.bytesSignature)
    home.directory.write("I teach lecture 0", to: "message")
    let file = try await home.json("wallet sign --file \(home.file("message"))")
    #expect(file["signature"]?.string == Self.textSignature)
    #expect(file["address"]?.string == WalletHome.owner)
    #expect(try await home.json("wallet sign --klaytn x")["standard"] == "KIP-97")
  }

  @Test("sign takes an address whose mix of cases is wrong, as every wallet does, and says so")
  func mistypedAddress() async throws {
    let home = await WalletHome.withOwner()
    let mixed = WalletHome.student.replacing("70997970C", with: "70997970c")
    home.directory.write(Self.typed.replacing(WalletHome.student, with: mixed), to: "typed.json")
    let run = await home.run("wallet sign --typed \(home.file("typed.json"))")
    #expect(run.output.hasPrefix("Signature  \(Self.typedSignature)\n"), "\(run.errors)")
    #expect(run.errors.contains("The address at message.owner was given as \(mixed): "), "\(run.errors)")
    let json = try await home.json("wallet sign --typed \(home.file("typed.json"))")
    #expect(
      json["mistypedAddresses"] == [
        ["place": "message.owner", "given": .string(mixed), "address": .string(WalletHome.student)]
      ])
    home.directory.write(Self.typed, to: "typed.json")
    #expect(try await home.json("wallet sign --typed \(home.file("typed.json"))")["mistypedAddresses"] == [])
    home.directory.write(Self.typed.replacing(WalletHome.student, with: "0x70997970C5"), to: "typed.json")
    #expect(await home.run("wallet sign --typed \(home.file("typed.json"))").status != .success)
  }

  @Test("sign shows typed data before it asks for the password")
  func typed() async throws {
    let home = await WalletHome.withOwner()
    home.directory.write(Self.typed, to: "typed.json")
    let run = await home.run(
      "wallet sign --typed \(home.file("typed.json"))", answers: [WalletHome.password],
      without: "LECTURES_PASSWORD_FILE")
    #expect(run.output.hasPrefix("Signature  \(Self.typedSignature)\n"))
    #expect(run.questions == ["Password of owner: "])
    #expect(
      run.errors == """
        Typed data (EIP-712): Permit
        Domain:
          {
            "name": "T",
            "chainId": 1
          }
        Message:
          {
            "owner": "\(WalletHome.student)",
            "value": 5
          }

        """)
    home.directory.write(#"{"types": {}}"#, to: "typed.json")
    let wrong = await home.run("wallet sign --typed \(home.file("typed.json"))")
    #expect(wrong.status == .failure)
    #expect(wrong.errors.contains("typed data"))
  }

  @Test("sign shows what is signed, and names what is given beside it, for that could be taken for a part of it")
  func typedBeside() async throws {
    let home = await WalletHome.withOwner()
    home.directory.write(
      """
      {"types": {"EIP712Domain": [{"name": "name", "type": "string"}], "Order": [{"name": "items", "type": "Item[]"}],
                 "Item": [{"name": "price", "type": "uint256"}]},
       "primaryType": "Order", "domain": {"name": "Shop", "chainId": 1},
       "message": {"items": [{"price": 1}, {"price": "0x10", "note": "a present"}], "total": 0}}
      """, to: "typed.json")
    let run = await home.run("wallet sign --typed \(home.file("typed.json"))")
    #expect(run.status == .success, "\(run.errors)")
    let unsigned = "Not signed, for the types have no such field: "
    #expect(run.errors.contains("  }\n\(unsigned)domain.chainId\nMessage:\n"), "\(run.errors)")
    #expect(run.errors.hasSuffix("  }\n\(unsigned)message.items[1].note, message.total\n"), "\(run.errors)")
    #expect(run.errors.contains("\"price\": 16") && !run.errors.contains("a present"), "\(run.errors)")
  }

  @Test("sign shows all of what is signed, however much it is")
  func typedAtLength() async throws {
    let home = await WalletHome.withOwner()
    let names = (0..<75).map { "field\($0)" }
    let fields = names.map { "{\"name\": \"\($0)\", \"type\": \"uint8\"}" }.joined(separator: ", ")
    let members = names.map { "\"\($0)\": 1, \"not-\($0)\": 2" }.joined(separator: ", ")
    home.directory.write(
      """
      {"types": {"Long": [\(fields)]}, "primaryType": "Long", "domain": {"name": "T"}, "message": {\(members)}}
      """, to: "typed.json")
    let run = await home.run("wallet sign --typed \(home.file("typed.json"))")
    #expect(run.status == .success, "\(run.errors)")
    for name in names { #expect(run.errors.contains("    \"\(name)\": 1"), "\(name)") }
    #expect(run.errors.hasSuffix("message.not-field9 and 65 more\n"), "\(run.errors)")
  }

  @Test("verify tells who signed, by name where it is known")
  func verify() async throws {
    let home = await WalletHome.withOwner()
    let message = "I teach lecture 0"
    let run = await home.run("wallet verify --signature \(Self.textSignature)", message)
    #expect(run.output == "Signed by owner \(WalletHome.owner) (EIP-191).\n")
    let stranger = await WalletHome().run("wallet verify --signature \(Self.textSignature)", message)
    #expect(stranger.output.hasPrefix("Signed by \(WalletHome.owner) (EIP-191).\nIf it was signed after KIP-97, by 0x"))
    let right = await home.run("wallet verify --address owner --signature \(Self.textSignature)", message)
    #expect(right.output == "Right: signed by owner \(WalletHome.owner) (EIP-191).\n")
    home.directory.write(Self.typed, to: "typed.json")
    let typed = try await home.json(
      "wallet verify --typed \(home.file("typed.json")) --signature \(Self.typedSignature)")
    #expect(typed["signer"]?.string == WalletHome.owner)
    #expect(typed["matches"] == nil || typed["matches"] == .null)
  }

  @Test("verify finds out with which prefix a message was signed, and says so")
  func prefixes() async throws {
    let home = await WalletHome.withOwner()
    let signed = try await home.json("wallet sign --klaytn abcd")
    #expect(signed["standard"] == "KIP-97")
    let signature = try #require(signed["signature"]?.string)
    let known = await home.run("wallet verify abcd --signature \(signature)")
    #expect(known.output == "Signed by owner \(WalletHome.owner) (KIP-97).\n")
    let named = await WalletHome().run("wallet verify abcd --signature \(signature) --address \(WalletHome.owner)")
    #expect(named.output == "Right: signed by \(WalletHome.owner) (KIP-97).\n")
    let only = await WalletHome().run("wallet verify abcd --klaytn --signature \(signature)")
    #expect(only.output == "Signed by \(WalletHome.owner) (KIP-97).\n")
    let unknown = try await WalletHome().json("wallet verify abcd --signature \(signature)")
    #expect(unknown["standard"] == "EIP-191" && unknown["signer"]?.string != WalletHome.owner)
    #expect(unknown["otherwise"] == [["signer": .string(WalletHome.owner), "standard": "KIP-97"]])
    let plain = try #require(try await home.json("wallet sign abcd")["signature"]?.string)
    let other = await home.run("wallet verify abcd --klaytn --signature \(plain) --address owner")
    #expect(other.status == .failure)
  }

  @Test("verify takes the short form of EIP-2098")
  func short() async {
    // The same r and s; the parity, 1, is the highest bit.
    var compact = Array(Self.textSignature.dropLast(2))
    compact[66] = "f"
    let run = await WalletHome().run("wallet verify --signature \(String(compact))", "I teach lecture 0")
    #expect(run.output.hasPrefix("Signed by \(WalletHome.owner) (EIP-191).\n"))
  }

  @Test("verify fails when somebody else signed, or another message")
  func wrong() async throws {
    let home = await WalletHome.withOwner()
    let run = await home.run(
      "wallet verify --signature \(Self.textSignature) --address \(WalletHome.student)", "I teach lecture 0")
    #expect(run.status == .failure)
    #expect(
      run.errors == """
        error: The signature is not that of \(WalletHome.student).
          For this very message it was made by owner \(WalletHome.owner).
          Either somebody else signed, or another message was signed: compare every byte.

        """)
    let json = try await home.json(
      "wallet verify --signature \(Self.textSignature) --address owner", "I teach lecture 1")
    #expect(json["code"] == "wrongSignature")
    #expect(json["expected"]?.string == WalletHome.owner)
    for signature in ["0x12", "zz", "0x" + String(repeating: "0", count: 130)] {
      #expect(await home.run("wallet verify x --signature \(signature)").status == .usage)
    }
    #expect(await home.run("wallet verify --signature \(Self.textSignature)").status == .usage)
  }
}
