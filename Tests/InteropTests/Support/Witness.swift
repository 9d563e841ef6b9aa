import ChainSupport
import Primitives
import StrictJSON

/// Other people's libraries (eth-account, eth-abi, web3.py), asked in lines of JSON; see `Witness/witness.py`.
enum Witness {
  /// The mismatches that the witness found.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  // Loading web3.py takes a second, so there is one for all tests. It answers in the order in which it is asked.
  private static let process = Task {
    try LineProcess(TestTools.python, ["-B", TestTools.root + "/Tests/InteropTests/Witness/witness.py"])
  }

  static func ask(_ name: String, _ arguments: JSONObject = [:]) async throws -> JSON {
    var request: JSONObject = ["do": .string(name)]
    for (key, value) in arguments { request[key] = value }
    let line = try await process.value.ask(JSON.object(request).serialized())
    let answer = try JSON(parsing: Array(line.utf8))
    guard let result = answer["ok"] else {
      throw Refusal(description: "\(name): \(answer["error"]?.string ?? "")\n\(answer["trace"]?.string ?? "")")
    }
    return result
  }

  /// The answer of the witness, as a text.
  static func text(_ name: String, _ arguments: JSONObject = [:]) async throws -> String {
    let answer = try await ask(name, arguments)
    guard let text = answer.string else { throw Refusal(description: "\(name): \(answer) is no text") }
    return text
  }
}
