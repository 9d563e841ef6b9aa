import Keys
import Primitives
import Testing

@Suite struct SignatureTests {
  private let key: PrivateKey
  private let digest = Keccak256.hash(Bytes("a lecture".utf8))

  init() throws {
    key = try PrivateKey(hex: "4646464646464646464646464646464646464646464646464646464646464646")
  }

  @Test func signingIsDeterministicAndLow() throws {
    for round in 0..<200 {
      let digest = Keccak256.hash(Bytes("message \(round)".utf8))
      let signature = try key.sign(digest)
      #expect(try key.sign(digest) == signature)
      #expect(signature.isLowS)
      #expect(key.publicKey.verify(signature, digest: digest))
      #expect(try signature.recover(digest) == key.publicKey)
    }
  }

  @Test func signsTheExampleOfEIP155() throws {
    let digest = try Hash32("0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53")
    let signature = try key.sign(digest)
    #expect(
      signature.compact.hex
        == "0x28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa63627667cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83"
    )
    #expect(signature.yParity == 0)
  }

  @Test func anotherDigestOrKeyDoesNotVerify() throws {
    let signature = try key.sign(digest)
    #expect(!key.publicKey.verify(signature, digest: Keccak256.hash(Bytes("another".utf8))))
    #expect(try !PrivateKey.random().publicKey.verify(signature, digest: digest))
  }

  @Test func theOtherSVerifiesOnlyWhereItIsAllowed() throws {
    let signature = try key.sign(digest)
    let order = try UInt256(parsing: "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
    let high = try Signature(r: signature.r, s: order - signature.s, yParity: signature.yParity ^ 1)
    #expect(!high.isLowS && high.lowS == signature && signature.lowS == signature)
    #expect(!key.publicKey.verify(high, digest: digest))
    #expect(key.publicKey.verify(high, digest: digest, allowHighS: true))
    #expect(try high.recover(digest) == key.publicKey)
  }

  @Test func numbersOutOfRangeAreNoSignature() throws {
    let order = try UInt256(parsing: "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
    for (r, s) in [(0, 1), (1, 0), (order, 1), (1, order), (UInt256.max, 1), (1, UInt256.max)] as [(UInt256, UInt256)] {
      #expect(
        performing: { try Signature(r: r, s: s, yParity: 0) },
        throws: { ($0 as? KeysError)?.code == .invalidSignature })
      let bytes = r.bigEndianBytes + s.bigEndianBytes + [27]
      #expect(throws: KeysError.self) { try Signature(bytes65: bytes) }
    }
    #expect(throws: KeysError.self) { try Signature(r: 1, s: 1, yParity: 2) }
  }

  @Test func anRThatIsNoPointRecoversNothing() throws {
    // 5 is not the x coordinate of a point of secp256k1.
    let signature = try Signature(r: 5, s: 1, yParity: 0)
    #expect(performing: { try signature.recover(digest) }, throws: { ($0 as? KeysError)?.code == .unrecoverable })
  }

  @Test func sixtyFiveBytesTakeEveryUsualV() throws {
    let signature = try key.sign(digest)
    var bytes = signature.bytes65
    #expect(bytes.count == 65 && bytes[64] == 27 + signature.yParity)
    #expect(try Signature(bytes65: bytes) == signature)
    bytes[64] -= 27
    #expect(try Signature(bytes65: bytes) == signature)
    for v in [2, 3, 26, 29, 37, 255] as Bytes {
      bytes[64] = v
      #expect(throws: KeysError.self) { try Signature(bytes65: bytes) }
    }
    #expect(throws: KeysError.self) { try Signature(bytes65: bytes.dropLast()) }
    #expect(throws: KeysError.self) { try Signature(bytes65: bytes + [0]) }
    #expect(throws: KeysError.self) { try Signature(bytes65: Bytes()) }
  }

  @Test func manyThreadsSignAtOnce() async throws {
    let expected = try key.sign(digest)
    let signatures = try await withThrowingTaskGroup(of: [Signature].self) { group in
      for _ in 0..<8 {
        group.addTask { [key, digest] in try (0..<100).map { _ in try key.sign(digest) } }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(signatures.count == 800 && signatures.allSatisfy { $0 == expected })
  }

  @Test func aKeyIsASigner() async throws {
    let signer: any Signer = key
    #expect(try await signer.sign(digest) == key.sign(digest))
    let signature = try await signer.sign(message: Bytes("hello".utf8))
    #expect(try PersonalMessage.recoverAddress("hello", signature: signature) == signer.address)
  }

  @Test func bytesThatAreNoDERAreNoSignature() {
    let refused: [Bytes] = [[], [0x30], [0x30, 0], [0x30, 0x80, 0, 0], Bytes(repeating: 0x30, count: 4096)]
    for bytes in refused { #expect(!key.publicKey.verify(der: bytes, digest: digest, allowHighS: true)) }
  }
}
