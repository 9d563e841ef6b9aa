import StrictJSON
import Testing

@Suite("JSON objects")
struct JSONObjectTests {
  @Test("Members keep the order in which they came, with few and with many", arguments: [3, 15, 16, 17, 300])
  func order(count: Int) {
    var object = JSONObject()
    for index in 0..<count { object["k\(index)"] = .number("\(index)") }
    #expect(object.count == count)
    #expect(object.keys == (0..<count).map { "k\($0)" })
    #expect(object.map(\.value.int) == Array(0..<count))
    #expect(object["k\(count - 1)"]?.int == count - 1)
    #expect(object["k\(count)"] == nil)
  }

  @Test("A value is replaced in its place, a removed member is gone", arguments: [3, 15, 16, 17, 40])
  func mutation(count: Int) {
    var object = JSONObject((0..<count).map { ("k\($0)", .null) })
    object["k1"] = true
    #expect(object.keys == (0..<count).map { "k\($0)" })
    #expect(object["k1"] == true)
    object["k0"] = nil
    object["nothing"] = nil
    #expect(object.keys == (1..<count).map { "k\($0)" })
    #expect(object["k0"] == nil)
    #expect(object["k\(count - 1)"] == .null)
    object["k0"] = "back"
    #expect(object.keys.last == "k0")
    #expect(object["k0"] == "back")
  }

  @Test("Order does not count for equality and hashing")
  func equality() {
    let one: JSONObject = ["a": 1, "b": 2]
    let two: JSONObject = ["b": 2, "a": 1]
    #expect(one == two)
    #expect(one.hashValue == two.hashValue)
    #expect(one != ["a": 1])
    #expect(one != ["a": 1, "b": 3])
    #expect(one != ["a": 1, "c": 2])
  }
}
