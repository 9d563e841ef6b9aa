import Keys
import Primitives
import StrictJSON
import Testing

@Suite struct TypedDataTests {
  static let domainType = """
    "EIP712Domain":[{"name":"name","type":"string"},{"name":"version","type":"string"},
    {"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}]
    """
  static let domain = """
    {"name":"Ether Mail","version":"1","chainId":1,"verifyingContract":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"}
    """
  static let mail = """
    {"types":{\(domainType),"Person":[{"name":"name","type":"string"},{"name":"wallet","type":"address"}],
    "Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person"},{"name":"contents","type":"string"}]},
    "primaryType":"Mail","domain":\(domain),"message":{
    "from":{"name":"Cow","wallet":"0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},
    "to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"},"contents":"Hello, Bob!"}}
    """

  private func read(_ text: String) throws -> TypedData { try TypedData(json: JSON(parsing: text)) }

  private func code(_ text: String) throws -> KeysError.Code? {
    let json = try JSON(parsing: text)
    do throws(KeysError) {
      _ = try TypedData(json: json)
      return nil
    } catch {
      #expect(error.message.split(separator: "\n").count <= 4)
      return error.code
    }
  }

  /// A document with one field of a type.
  private func one(_ type: String, _ value: String) -> String {
    """
    {"types":{"T":[{"name":"x","type":"\(type)"}]},"primaryType":"T","domain":{"name":"d"},"message":{"x":\(value)}}
    """
  }

  @Test func theExampleOfEIP712HasItsHashes() throws {
    let data = try read(Self.mail)
    #expect(
      try data.encodeType("Mail")
        == "Mail(Person from,Person to,string contents)Person(string name,address wallet)")
    #expect(data.domainSeparator().hex == "0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f")
    #expect(
      try data.schema.typeHash("Mail").hex == "0xa0cedeb2dc280ba39b857546d74f5549c3a1d7bdc2dd96bf881f76108e23dac2")
    #expect(try data.hashStruct().hex == "0xc52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e")
    #expect(data.digest().hex == "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2")
    let key = try PrivateKey(bytes: Keccak256.hash("cow".utf8).bytes)
    let signature = try key.sign(data.digest())
    #expect(
      signature.bytes65.hex
        == "0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c"
    )
    #expect(try data.recoverAddress(signature) == key.address)
  }

  @Test func recursiveTypesEndWithNothing() throws {
    // Computed with eth-account 0.14.
    let text = """
      {"types":{\(Self.domainType),"Person":[{"name":"name","type":"string"},{"name":"mother","type":"Person"},
      {"name":"father","type":"Person"}]},"primaryType":"Person",
      "domain":{"name":"Family Tree","version":"1","chainId":1,
      "verifyingContract":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"},
      "message":{"name":"Jon","mother":{"name":"Lyanna","mother":null,"father":{"name":"Rickard"}},
      "father":{"name":"Rhaegar","father":{"name":"Aeris II","mother":null,"father":null}}}}
      """
    #expect(try read(text).digest().hex == "0x807773b9faa9879d4971b43856c4d60c2da15c6f8c062bd9d33afefb756de19c")
  }

  @Test func arraysOfEverythingAreHashed() throws {
    // Computed with eth-account 0.14.
    let text = """
      {"types":{\(Self.domainType),"Leaf":[{"name":"id","type":"uint64"},{"name":"tags","type":"bytes4[2]"}],
      "Tree":[{"name":"leaves","type":"Leaf[]"},{"name":"grid","type":"int16[2][]"},{"name":"flags","type":"bool[]"},
      {"name":"blob","type":"bytes"},{"name":"names","type":"string[]"},{"name":"owner","type":"address"},
      {"name":"amount","type":"uint96"}]},"primaryType":"Tree","domain":\(Self.domain),"message":{
      "leaves":[{"id":7,"tags":["0x01020304","0xffffffff"]},{"id":"8","tags":["0x00000000","0x0a0b0c0d"]}],
      "grid":[[-1,2],["300","-32768"]],"flags":[true,false],"blob":"0xdeadbeef","names":["","강의"],
      "owner":"0x0000000000000000000000000000000000000001","amount":"0xde0b6b3a7640000"}}
      """
    #expect(try read(text).digest().hex == "0x79687fff2010661c443ecd268d9af58c60f3c3b91f5d1a5673193c6aa8d85f72")
    #expect(try TypedData(domain: Tree.domain, message: Tree.sample).digest() == read(text).digest())
  }

  @Test func integersAreReadInEverySpelling() throws {
    let same = ["255", "\"255\"", "\"0xff\"", "\"0x00FF\""]
    let digests = try Set(same.map { try read(one("uint256", $0)).digest() })
    #expect(digests.count == 1)
    #expect(try read(one("int8", "-1")).digest() == read(one("int8", "\"-1\"")).digest())
    #expect(try read(one("int8", "-1")).digest() == read(one("int8", "\"-0x1\"")).digest())
    let most = "115792089237316195423570985008687907853269984665640564039457584007913129639935"
    #expect(try read(one("uint256", most)).digest() == read(one("uint256", "\"\(most)\"")).digest())
    // A 256-bit number that a double could not hold.
    #expect(try read(one("uint256", most)).digest() != read(one("uint256", most.dropLast() + "4")).digest())
  }

  @Test func valuesThatAreNotOfTheirTypeAreTold() throws {
    let refused = [
      ("uint8", "256"), ("uint8", "-1"), ("int8", "128"), ("int8", "-129"), ("uint256", "1.5"), ("uint256", "1e3"),
      ("uint256", "\"\""), ("uint256", "\"0x\""), ("uint256", "\"ten\""), ("uint256", "true"), ("uint256", "[]"),
      ("uint256", "\"0x1\(String(repeating: "0", count: 64))\""), ("bool", "1"), ("bool", "\"true\""), ("string", "5"),
      ("address", "\"0x00\""), ("address", "5"),
      ("bytes", "\"deadbeef\""), ("bytes", "\"0xabc\""), ("bytes", "[1]"), ("bytes4", "\"0x010203\""),
      ("bytes4", "\"0x0102030405\""), ("uint8[2]", "[1]"), ("uint8[2]", "[1,2,3]"), ("uint8[]", "5"),
      ("uint8[]", "{}"), ("T", "5"), ("T", "[]"), ("uint8[][]", "[1]"),
    ]
    for (type, value) in refused { #expect(try code(one(type, value)) == .typeMismatch, "\(type) \(value)") }
  }

  @Test func missingValuesAreTold() throws {
    for type in ["uint256", "string", "bytes", "bool", "address", "uint8[]", "T[]"] {
      #expect(try code(one(type, "null")) == .missingValue)
      let text = """
        {"types":{"T":[{"name":"x","type":"\(type)"}]},"primaryType":"T","domain":{},"message":{}}
        """
      #expect(try code(text) == .missingValue)
    }
  }

  @Test func thePlaceOfAWrongValueIsTold() throws {
    let text = """
      {"types":{"A":[{"name":"list","type":"B[]"}],"B":[{"name":"n","type":"uint8"}]},"primaryType":"A","domain":{},
      "message":{"list":[{"n":1},{"n":300}]}}
      """
    let json = try JSON(parsing: text)
    let error = #expect(throws: KeysError.self) { try TypedData(json: json) }
    #expect(error.map { "\($0)".contains("message.list[1].n") } == true)
  }

  @Test func typesThatAreNotDefinedAreTold() throws {
    #expect(try code(one("Persn", "{}")) == .unknownType)
    #expect(try code(one("Persn[]", "[{}]")) == .unknownType)
    #expect(try code(one("Persn", "null")) == .unknownType)
    // Even where no value needs it, the type's text does.
    #expect(try code(one("Persn[]", "[]")) == .unknownType)
    let text = """
      {"types":{"Person":[],"T":[{"name":"x","type":"Persn"}]},"primaryType":"T","domain":{},"message":{"x":{}}}
      """
    let json = try JSON(parsing: text)
    let error = #expect(throws: KeysError.self) { try TypedData(json: json) }
    #expect(error?.suggestions == ["Person"])
    #expect(try code(#"{"types":{},"primaryType":"T","domain":{},"message":{}}"#) == .unknownType)
  }

  @Test func documentsOfAnotherFormAreTold() throws {
    let refused = [
      "{}", "[]", "5", #"{"types":5}"#, #"{"types":{"T":5},"domain":{}}"#, #"{"types":{"T":[5]},"domain":{}}"#,
      #"{"types":{"T":[{"name":"x"}]},"domain":{}}"#, #"{"types":{"T":[]},"primaryType":"T","message":{}}"#,
      #"{"types":{"T":[]},"primaryType":"T","domain":{}}"#, #"{"types":{"T":[]},"primaryType":5,"domain":{}}"#,
      #"{"types":{"T":[],"U":[]},"domain":{},"message":{}}"#,
      #"{"types":{"T":[]},"primaryType":"T","domain":{"color":"red"},"message":{}}"#,
      #"{"types":{"T":[{"name":"x","type":"uint8"},{"name":"x","type":"bool"}]},"domain":{},"message":{}}"#,
      #"{"types":{"uint8":[]},"domain":{},"message":{}}"#, #"{"types":{"":[]},"domain":{},"message":{}}"#,
      #"{"types":{"A(uint8 b)B":[]},"domain":{},"message":{}}"#,
      #"{"types":{"T":[{"name":"a,uint8 b","type":"bool"}]},"domain":{},"message":{}}"#,
    ]
    for text in refused { #expect(try code(text) == .invalidTypedData, "\(text)") }
    for type in [
      "", "uint8[", "uint8]", "uint8[]x", "uint8[-1]", "uint8[1", "[]", "a b", "uint8[99999999999999999999]",
    ] {
      #expect(try code(one(type, "[]")) == .invalidTypedData, "\(type)")
    }
  }

  @Test func membersWithoutAFieldAreNotSigned() throws {
    let with = #"{"types":{"T":[{"name":"x","type":"bool"}]},"primaryType":"T","domain":{},"message":{"x":true,"y":1}}"#
    let without = #"{"types":{"T":[{"name":"x","type":"bool"}]},"primaryType":"T","domain":{},"message":{"x":true}}"#
    #expect(try read(with).digest() == read(without).digest())
  }

  @Test func whatIsSignedIsToldFieldByField() throws {
    let data = try read(
      """
      {"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Part":[{"name":"on","type":"bool"}],
      "Whole":[{"name":"to","type":"address"},{"name":"sum","type":"int16"},{"name":"data","type":"bytes"},
      {"name":"parts","type":"Part[]"},{"name":"none","type":"Part"}]},"primaryType":"Whole",
      "domain":{"chainId":5,"name":"d"},"message":{"more":1,"parts":[{"on":true,"off":false}],"data":"0xABCD",
      "sum":"-0x10","to":"0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826"}}
      """)
    #expect(data.signedDomain == ["name": "d"])
    #expect(
      data.signedMessage == [
        "to": "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826", "sum": .number("-16"), "data": "0xabcd",
        "parts": [["on": true]], "none": .null,
      ])
    let domainOnly = try read(Self.mail.replacing(#""primaryType":"Mail""#, with: #""primaryType":"EIP712Domain""#))
    #expect(domainOnly.signedMessage == nil && domainOnly.signedDomain["chainId"] == 1)
  }

  @Test func thePrimaryTypeCanBeFoundAndTheDomainCanBeAll() throws {
    let json = Self.mail.replacing(#""primaryType":"Mail","#, with: "")
    #expect(try read(json).primaryType == "Mail")
    #expect(try read(json).digest() == read(Self.mail).digest())
    let domainOnly = try read(Self.mail.replacing(#""primaryType":"Mail""#, with: #""primaryType":"EIP712Domain""#))
    let expected = Keccak256.hash([0x19, 0x01] + domainOnly.domainSeparator().bytes)
    #expect(domainOnly.digest() == expected)
  }

  @Test func hostileDepthAndSizeAreRefused() throws {
    let nested = String(repeating: #"{"x":"#, count: 100) + "null" + String(repeating: "}", count: 100)
    #expect(try code(one("T", nested)) == .limitExceeded)
    let brackets = String(repeating: "[]", count: 100)
    #expect(try code(one("uint8" + brackets, "[]")) == .limitExceeded)
    let arrays = String(repeating: "[", count: 10) + String(repeating: "]", count: 10)
    #expect(throws: Never.self) { try read(one("uint8" + String(repeating: "[]", count: 10), arrays)) }
    let fields = (0..<20_000).map { #"{"name":"field\#($0)","type":"uint8"}"# }.joined(separator: ",")
    #expect(try code(#"{"types":{"T":[\#(fields)]},"primaryType":"T","domain":{},"message":{}}"#) == .limitExceeded)
    // Many types that all refer to each other cost little.
    let names = (0..<40).map { "T\($0)" }
    let references = names.map { #"{"name":"f\#($0)","type":"\#($0)"}"# }.joined(separator: ",")
    let types = names.map { #""\#($0)":[\#(references)]"# }.joined(separator: ",")
    #expect(throws: Never.self) {
      try read(#"{"types":{\#(types)},"primaryType":"T0","domain":{},"message":{}}"#)
    }
  }

  @Test func swiftValuesAreTypedData() throws {
    let mail = Mail(
      from: Person(name: "Cow", wallet: try Address("0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826")),
      to: Person(name: "Bob", wallet: try Address("0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB")),
      contents: "Hello, Bob!")
    let domain = TypedDomain(
      name: "Ether Mail", version: "1", chainID: 1,
      verifyingContract: try Address("0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"))
    #expect(try TypedData(domain: domain, message: mail).digest() == read(Self.mail).digest())
  }

  @Test func aSwiftValueMustFitTheTypeThatItsFieldNames() {
    struct Small: TypedStruct {
      var n: UInt256
      static let typedFields = [TypedField<Small>("n", type: "uint8", \.n)]
    }
    #expect(throws: Never.self) { try TypedData(domain: TypedDomain(), message: Small(n: 255)) }
    #expect(
      performing: { try TypedData(domain: TypedDomain(), message: Small(n: 256)) },
      throws: { ($0 as? KeysError)?.code == .typeMismatch })
  }
}

private struct Person: TypedStruct {
  var name: String
  var wallet: Address
  static let typedFields = [TypedField<Person>("name", \.name), TypedField("wallet", \.wallet)]
}

private struct Mail: TypedStruct {
  var from: Person
  var to: Person
  var contents: String
  static let typedFields = [
    TypedField<Mail>("from", \.from), TypedField("to", \.to), TypedField("contents", \.contents),
  ]
}

private struct Leaf: TypedStruct {
  var id: UInt64
  var tags: [Bytes]
  static let typedFields = [TypedField<Leaf>("id", \.id), TypedField("tags", type: "bytes4[2]", \.tags)]
}

private struct Tree: TypedStruct {
  var leaves: [Leaf]
  var grid: [[Int16]]
  var flags: [Bool]
  var blob: Bytes
  var names: [String]
  var owner: Address
  var amount: UInt256
  static let typedFields = [
    TypedField<Tree>("leaves", \.leaves), TypedField("grid", type: "int16[2][]", \.grid), TypedField("flags", \.flags),
    TypedField("blob", \.blob), TypedField("names", \.names), TypedField("owner", \.owner),
    TypedField("amount", type: "uint96", \.amount),
  ]

  static let sample = Tree(
    leaves: [
      Leaf(id: 7, tags: [[1, 2, 3, 4], [255, 255, 255, 255]]), Leaf(id: 8, tags: [[0, 0, 0, 0], [10, 11, 12, 13]]),
    ], grid: [[-1, 2], [300, -32768]], flags: [true, false], blob: [0xde, 0xad, 0xbe, 0xef], names: ["", "강의"],
    owner: Address(truncating: UInt256(1)), amount: 1_000_000_000_000_000_000)

  static var domain: TypedDomain {
    get throws {
      TypedDomain(
        name: "Ether Mail", version: "1", chainID: 1,
        verifyingContract: try Address("0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"))
    }
  }
}
