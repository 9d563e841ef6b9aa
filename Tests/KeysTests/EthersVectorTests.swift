import FixtureSupport
import Primitives
import StrictJSON
import Testing

@testable import Keys

@Suite(.enabled(if: Fixtures.available("ethers"), "fixtures not found: set LECTURES_FIXTURES"))
struct EthersVectorTests {
  private static func list(_ name: String) throws -> [JSON] {
    try Fixtures.json("ethers/\(name).json.gz").array ?? []
  }

  @Test func everyPrivateKeyHasItsAddress() throws {
    try countPassed("ethers/accounts", Self.list("accounts")) { vector in
      let key = try PrivateKey(hex: vector.text("privateKey"))
      return try key.address == Address(vector.text("address")) && key.address.checksummed == vector.text("address")
    }
  }

  @Test func openSSLHashesAsEverybodyDoes() throws {
    try countPassed("ethers/hashes", Self.list("hashes")) { vector in
      let data = try vector.bytes("data")
      return try Digest.sha256(data) == vector.bytes("sha256") && Digest.sha512(data) == vector.bytes("sha512")
        && Digest.ripemd160(data) == vector.bytes("ripemd160")
        && Keccak256.hash(data).bytes == vector.bytes("keccak256")
    }
  }

  @Test func keysAreDerivedFromPasswords() throws {
    try countPassed("ethers/pbkdf", Self.list("pbkdf")) { vector in
      let password = try SecretBytes(copying: vector.bytes("password"))
      let salt = try vector.bytes("salt")
      let length = try vector.integer("dkLen")
      guard let pbkdf2 = vector["pbkdf2"], let scrypt = vector["scrypt"] else { return false }
      let function: KeyDerivation.PseudoRandomFunction =
        try pbkdf2.text("algorithm") == "sha512" ? .hmacSHA512 : .hmacSHA256
      let first = try KeyDerivation.pbkdf2(
        function, password: password, salt: salt, iterations: pbkdf2.integer("iterations"), length: length)
      let second = try KeyDerivation.scrypt(
        password: password, salt: salt, n: scrypt.integer("N"), r: scrypt.integer("r"), p: scrypt.integer("p"),
        length: length)
      return try first.exposed == pbkdf2.bytes("key") && second.exposed == scrypt.bytes("key")
    }
  }

  @Test func mnemonicsHaveTheirEntropySeedAndTree() throws {
    let languages: [String: Mnemonic.Language] = [
      "en": .english, "ko": .korean, "ja": .japanese, "zh_cn": .chineseSimplified, "zh_tw": .chineseTraditional,
      "es": .spanish, "fr": .french, "it": .italian, "pt": .portuguese, "cz": .czech,
    ]
    try countPassed("ethers/mnemonics", Self.list("mnemonics")) { vector in
      let language = languages[try vector.text("locale")]
      let phrase = try String(decoding: vector.bytes("phrase"), as: UTF8.self)
      let password = try String(decoding: vector.bytes("password"), as: UTF8.self)
      let mnemonic = try Mnemonic(phrase: phrase, language: language)
      let entropy = try SecretBytes(copying: vector.bytes("entropy"))
      let written = try Mnemonic(entropy: entropy, language: language ?? .english)
      let seed = try mnemonic.seed(passphrase: password)
      let detected = try Mnemonic(phrase: phrase).seed(passphrase: password)
      guard mnemonic.entropy == entropy, written == mnemonic, try seed.exposed == vector.bytes("seed"),
        detected == seed, mnemonic.phrase.unicodeScalars.elementsEqual(written.phrase.unicodeScalars)
      else { return false }
      let master = try ExtendedKey(seed: seed)
      return try vector.items("nodes").allSatisfy { try Self.isRight(master, $0) }
    }
  }

  private static func isRight(_ master: ExtendedKey, _ node: JSON) throws -> Bool {
    let path = try DerivationPath(node.text("path"))
    let key = try master.derive(path: path)
    let xpub = key.extendedPublicKey
    let (privateText, publicText) = (try key.xprv, try xpub.xpub)
    guard try privateText == node.text("xpriv"), try publicText == node.text("xpub"),
      try ExtendedKey(xprv: node.text("xpriv")) == key, try ExtendedPublicKey(xpub: node.text("xpub")) == xpub,
      try key.privateKey.secret.exposed == node.bytes("privateKey"),
      try key.privateKey.publicKey.compressed == node.bytes("publicKey"),
      try key.node.chainCode.bytes == node.bytes("chainCode"), try Int(key.node.depth) == node.integer("depth"),
      try Int(key.node.index) == node.integer("index"), try path.description == node.text("path")
    else { return false }
    let fingerprint = try key.privateKey.publicKey.fingerprint
    return try Bytes(bigEndian: fingerprint) == node.bytes("fingerprint")
      && Bytes(bigEndian: key.node.parentFingerprint) == node.bytes("parentFingerprint")
  }

  @Test func typedDataHasItsEncodingAndDigest() throws {
    try countPassed("ethers/typed-data", Self.list("typed-data")) { vector in
      var json: JSON = [:]
      guard case .object(var object) = json else { return false }
      for key in ["types", "primaryType", "domain"] { object[key] = vector[key] }
      object["message"] = vector["data"]
      json = .object(object)
      let data = try TypedData(json: json)
      return try data.encodeData() == vector.bytes("encoded") && data.digest().bytes == vector.bytes("digest")
    }
  }

  @Test func passwordsOfWalletsGiveTheKeyThatTheirMacProves() throws {
    let keystores = try Self.list("wallets").filter { $0["type"]?.string == "keystore" }
    try countPassed("ethers/wallets (key derivation)", keystores) { vector in
      let content = try JSON(parsing: vector.text("content"))
      guard let crypto = content["crypto"] ?? content["Crypto"], let parameters = crypto["kdfparams"] else {
        return false
      }
      let password = try SecretBytes(copying: vector.bytes("password"))
      let salt = try parameters.bytes("salt")
      let key =
        if try crypto.text("kdf").lowercased() == "scrypt" {
          try KeyDerivation.scrypt(
            password: password, salt: salt, n: parameters.integer("n"), r: parameters.integer("r"),
            p: parameters.integer("p"), length: parameters.integer("dklen"))
        } else {
          try KeyDerivation.pbkdf2(
            password: password, salt: salt, iterations: parameters.integer("c"), length: parameters.integer("dklen"))
        }
      let mac = try Keccak256.hash(key.exposed[16..<32] + crypto.bytes("ciphertext"))
      return try mac.bytes == crypto.bytes("mac")
    }
  }
}

extension Bytes {
  fileprivate init(bigEndian value: UInt32) {
    self = Swift.withUnsafeBytes(of: value.bigEndian) { Bytes($0) }
  }
}
