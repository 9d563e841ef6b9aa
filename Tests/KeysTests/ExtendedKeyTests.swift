import Keys
import Primitives
import Testing

@Suite struct ExtendedKeyTests {
  @Test func derivesTheVectorsOfBIP32() throws {
    for vector in BIP32Vectors.derivations {
      let master = try ExtendedKey(seed: SecretBytes(copying: Bytes(hex: vector.seed)))
      let key = try master.derive(path: DerivationPath(vector.path))
      #expect(try key.xprv == vector.xprv)
      #expect(try key.extendedPublicKey.xpub == vector.xpub)
      #expect(try ExtendedKey(xprv: vector.xprv) == key)
      #expect(try ExtendedPublicKey(xpub: vector.xpub) == key.extendedPublicKey)
    }
  }

  @Test func refusesTheInvalidKeysOfBIP32() {
    #expect(BIP32Vectors.invalid.count == 16)
    for text in BIP32Vectors.invalid {
      #expect(throws: KeysError.self) { try ExtendedKey(xprv: text) }
      #expect(throws: KeysError.self) { try ExtendedPublicKey(xpub: text) }
    }
  }

  @Test func publicKeysDeriveTheNormalChildrenOfPrivateOnes() throws {
    let key = try ExtendedKey(seed: SecretBytes(copying: Bytes(repeating: 7, count: 32)))
    for index in [0, 1, 1000, 0x7fff_ffff] as [UInt32] {
      #expect(try key.child(index).extendedPublicKey == key.extendedPublicKey.child(index))
    }
    #expect(
      performing: { try key.extendedPublicKey.child(DerivationPath.hardened) },
      throws: { ($0 as? KeysError)?.code == .hardenedFromPublic })
    let path = try DerivationPath("m/1/2/3")
    #expect(try key.derive(path: path).extendedPublicKey == key.extendedPublicKey.derive(path: path))
  }

  @Test func seedsHaveSixteenToSixtyFourBytes() {
    for count in [0, 1, 15, 65, 4096] {
      #expect(
        performing: { try ExtendedKey(seed: SecretBytes(copying: Bytes(repeating: 1, count: count))) },
        throws: { ($0 as? KeysError)?.code == .invalidSeed })
    }
    for count in [16, 17, 64] {
      #expect(throws: Never.self) { try ExtendedKey(seed: SecretBytes(copying: Bytes(repeating: 1, count: count))) }
    }
  }

  @Test func thereAre255LevelsAndNoMore() throws {
    let master = try ExtendedKey(seed: SecretBytes(copying: Bytes(repeating: 7, count: 16)))
    let deepest = try master.derive(path: DerivationPath(indexes: Array(repeating: 0, count: 255)))
    #expect(deepest.node.depth == 255)
    #expect(try ExtendedKey(xprv: deepest.xprv) == deepest)
    #expect(performing: { try deepest.child(0) }, throws: { ($0 as? KeysError)?.code == .tooDeep })
    #expect(
      performing: { try deepest.extendedPublicKey.child(0) }, throws: { ($0 as? KeysError)?.code == .tooDeep })
  }

  @Test func mistypedTextIsTold() throws {
    let vector = BIP32Vectors.derivations[0]
    var swapped = Array(vector.xprv)
    swapped.swapAt(20, 21)
    for text in [
      "", "x", "0OIl", String(swapped), vector.xprv + "1", "1" + vector.xprv, String(vector.xprv.dropLast()),
    ] {
      #expect(performing: { try ExtendedKey(xprv: text) }, throws: { ($0 as? KeysError)?.code == .invalidBase58 })
    }
    #expect(throws: KeysError.self) { try ExtendedKey(xprv: String(repeating: "z", count: 1_000_000)) }
    #expect(throws: KeysError.self) { try ExtendedKey(xprv: String(repeating: "1", count: 111)) }
    #expect(
      performing: { try ExtendedKey(xprv: vector.xpub) }, throws: { ($0 as? KeysError)?.code == .invalidExtendedKey })
  }

  @Test func printsNoSecret() throws {
    let key = try ExtendedKey(seed: SecretBytes(copying: Bytes(repeating: 7, count: 16)))
    var dumped = ""
    dump(key, to: &dumped)
    let chainCode = key.node.chainCode.hex.dropFirst(2).prefix(8)
    let secret = Hex.encode(key.privateKey.secret.exposed, prefix: false).prefix(8)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(!text.contains(chainCode) && !text.contains(secret) && !text.contains("xprv"))
    }
  }
}

@Suite struct DerivationPathTests {
  @Test func walletsOfBothWorldsHaveTheirPaths() throws {
    #expect(try DerivationPath.ethereum().description == "m/44'/60'/0'/0/0")
    #expect(try DerivationPath.ethereum(account: 2, index: 5).description == "m/44'/60'/2'/0/5")
    #expect(try DerivationPath.klaytn(index: 7).description == "m/44'/8217'/0'/0/7")
    #expect(throws: KeysError.self) { try DerivationPath.klaytn(account: 1 << 31) }
    #expect(throws: KeysError.self) { try DerivationPath.ethereum(index: .max) }
  }

  @Test func aKnownPhraseHasItsKnownAddresses() throws {
    // Computed with eth-account 0.14.
    let mnemonic = try Mnemonic(phrase: "test test test test test test test test test test test junk")
    let master = try mnemonic.masterKey()
    let addresses = [
      (try DerivationPath.ethereum(), "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"),
      (try DerivationPath.klaytn(), "0xe24b81aF2e5327F6C814F5711BaDFe4107Ad3Bb2"),
      (try DerivationPath.ethereum(account: 2, index: 5), "0xec1C34D0F261bF90792ee87423d6e315bba6CF37"),
    ]
    for (path, address) in addresses {
      #expect(try master.derive(path: path).address.checksummed == address)
      #expect(try mnemonic.privateKey(at: path).address.checksummed == address)
    }
  }

  @Test func pathsAreReadInEverySpelling() throws {
    #expect(try DerivationPath("m") == .master)
    #expect(try DerivationPath("m/0'/1h/2H/3") == DerivationPath("m/0'/1'/2'/3"))
    #expect(try DerivationPath("m/2147483647'").indexes == [.max])
    #expect(try DerivationPath("m/007").description == "m/7")
    #expect(try DerivationPath("m/1").appending(2).description == "m/1/2")
  }

  @Test(arguments: [
    "", "/", "m/", "M/0", "0/1", "m//1", "m/-1", "m/+1", "m/1 ", " m/1", "m/'", "m/1''", "m/x", "m/2147483648",
    "m/4294967296", "m/99999999999999999999999", "m/1/", "m/１", "n/1",
  ])
  func otherTextIsNoPath(_ text: String) {
    #expect(performing: { try DerivationPath(text) }, throws: { ($0 as? KeysError)?.code == .invalidPath })
  }

  @Test func endlessPathsAreRefused() {
    let text = "m" + String(repeating: "/0", count: 256)
    #expect(performing: { try DerivationPath(text) }, throws: { ($0 as? KeysError)?.code == .tooDeep })
    let longer = "m" + String(repeating: "/0", count: 1_000_000)
    #expect(performing: { try DerivationPath(longer) }, throws: { ($0 as? KeysError)?.code == .tooDeep })
  }
}
