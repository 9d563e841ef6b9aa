import ContractABI
import Testing

struct ABITypeTests {
  @Test(
    arguments: [
      ("uint", "uint256"), ("int", "int256"), ("uint8", "uint8"), ("byte", "bytes1"), ("bytes32", "bytes32"),
      ("fixed", "fixed128x18"), ("ufixed", "ufixed128x18"), ("fixed8x0", "fixed8x0"), ("ufixed256x80", "ufixed256x80"),
      ("function", "function"), ("address payable[]", "address[]"), ("address  payable", "address"),
      ("uint[][3][]", "uint256[][3][]"),
      ("uint[0]", "uint256[0]"),
      ("(uint,(bool,string)[2])[]", "(uint256,(bool,string)[2])[]"), ("tuple(uint a, bool b)", "(uint256,bool)"),
      ("( uint  a ,bool )[ 2 ]", "(uint256,bool)[2]"), ("()", "()"), ("tuple()", "()"),
    ] as [(String, String?)])
  func `a type name is read in all its spellings`(text: String, canonical: String?) {
    #expect((try? ABIType(parsing: text))?.canonical == canonical)
  }

  @Test(arguments: [
    "", " ", "uint7", "uint0", "uint08", "uint264", "int257", "uint-8", "uint 8", "bytes0", "bytes33", "bytes032",
    "fixed128", "fixed128x81", "fixed7x1", "fixedx", "tuple", "Uint256", "uint256[", "uint256]", "uint256[]]",
    "uint256[-1]", "uint256[01]", "uint256[99999999999]", "uint256[1e3]", "(uint256", "uint256)", "(,)", "(uint256,)",
    "(uint256 a b)", "(uint256 indexed a)", "uint256\u{0}", "мир", "uint256[٣]", "string[][2][][",
  ])
  func `what is no type is refused`(text: String) {
    #expect(throws: ContractABIError(.invalidType, "")) { try ABIType(parsing: text) }
  }

  @Test func `nesting is bounded, however it is written`() throws {
    let brackets = String(repeating: "[]", count: 63)
    #expect(try ABIType(parsing: "uint8" + brackets).isDynamic)
    #expect(throws: ContractABIError.self) { try ABIType(parsing: "uint8[]" + brackets) }
    let many = String(repeating: "[1]", count: 1_000_000)
    #expect(throws: ContractABIError.self) { try ABIType(parsing: "uint8" + many) }
    let open = String(repeating: "(", count: 1_000_000)
    #expect(throws: ContractABIError.self) { try ABIType(parsing: open) }
    let nested = String(repeating: "(", count: 40) + "bool" + String(repeating: ")[]", count: 40)
    #expect(throws: ContractABIError.self) { try ABIType(parsing: nested) }
  }

  @Test func `the layout follows the specification`() throws {
    #expect(try ABIType(parsing: "(uint8,bool)[3]").headSize == 192)
    #expect(try ABIType(parsing: "(uint8,string)[3]").headSize == 32)
    #expect(try ABIType(parsing: "string[0]").isDynamic)
    #expect(try ABIType(parsing: "uint8[0]").headSize == 0)
    #expect(try ABIType(parsing: "uint[2147483647][2147483647][2147483647]").headSize == Int.max)
  }

  @Test func `an error tells the type, the place and what to write`() {
    #expect {
      try ABIType(parsing: "(uint256,uint7)")
    } throws: { error in
      "\(error)" == """
        cannot read the type "(uint256,uint7)"
        there is no type "uint7" (character 10)
        Integers have 8 to 256 bits, a multiple of 8.
        """
    }
  }
}
