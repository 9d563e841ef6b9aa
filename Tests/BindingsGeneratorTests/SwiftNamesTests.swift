import Testing

@testable import BindingsGenerator

struct SwiftNamesTests {
  @Test(
    arguments: [
      ("lectureNumber", "lectureNumber"), ("_preparation_point", "preparationPoint"), ("getLectureID", "getLectureID"),
      ("DOMAIN_SEPARATOR", "domainSeparator"), ("WETH", "weth"), ("ERC20Burnt", "erc20Burnt"), ("URLError", "urlError"),
      ("NotStudent", "notStudent"), ("A", "a"), ("$x$y", "xY"), ("_1a", "_1a"), ("a__b_", "aB"), ("x1_2", "x12"),
      ("MAX_fee", "maxFee"), ("", nil), ("_", nil), ("$", nil), ("한", nil),
    ] as [(String, String?)])
  func `members are camel-cased`(name: String, expected: String?) {
    #expect(SwiftNames.member(name) == expected)
  }
}
