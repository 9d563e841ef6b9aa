import Primitives
import Testing

@Suite("Near matches")
struct NearMatchTests {
  @Test(
    "are the word that was meant, and none if nothing is near",
    arguments: [
      ("purchse", "purchase"), ("pruchase", "purchase"), ("evalaute", "evaluate"), ("avg", nil), ("lsit", "list"),
      ("purch", "purchase"), ("WALLET", "wallet"), ("xyzzy", nil), ("", nil), ("netwrk", "network"), ("y", nil),
    ] as [(String, String?)])
  func closest(typed: String, meant: String?) {
    let words = ["list", "purchase", "evaluate", "average", "wallet", "network", "x"]
    #expect(NearMatch.closest(to: typed, among: words) == meant)
  }

  @Test("are the nearest, and of equals the first")
  func nearest() {
    #expect(NearMatch.closest(to: "student3", among: ["student12", "student1", "student2"]) == "student1")
    #expect(NearMatch.closest(to: "gass", among: ["gasPrice", "gas"]) == "gas")
    #expect(NearMatch.closest(to: "a", among: []) == nil)
    let long = String(repeating: "a", count: 10_000)
    #expect(NearMatch.closest(to: long, among: [long + "b", "a"]) == long + "b")
  }

  @Test(
    "count letters added, left out, changed and swapped",
    arguments: [
      ("", "", 0), ("abc", "abc", 0), ("abc", "abcd", 1), ("abc", "bc", 1), ("abc", "abd", 1), ("abc", "acb", 1),
      ("kitten", "sitting", 3), ("ca", "abc", 3), ("", "abc", 3),
    ])
  func distance(first: String, second: String, count: Int) {
    for (first, second) in [(first, second), (second, first)] {
      #expect(NearMatch.distance(Array(first), Array(second), atMost: 9) == count)
      #expect(NearMatch.distance(Array(first), Array(second), atMost: count) == count)
      #expect(NearMatch.distance(Array(first), Array(second), atMost: count - 1) == nil)
    }
  }
}
