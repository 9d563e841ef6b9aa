import ArgumentParser
import FixtureSupport
import StrictJSON
import Testing

@testable import LecturesCommand

/// The document itself, and how it is held against what the program prints; that is done wherever tests read `--json`.
@Suite("The document of --json")
struct JSONReferenceTests {
  @Test("has a section for every command, and for no other")
  func commands() throws {
    var commands: Set<String> = []
    func collect(_ command: any ParsableCommand.Type, _ path: String) {
      let (path, below) = ("\(path)\(command._commandName)", command.configuration.subcommands)
      if below.isEmpty || command.configuration.defaultSubcommand != nil { commands.insert(path) }
      for command in below { collect(command, path + " ") }
    }
    collect(Lectures.self, "")
    #expect(commands.count > 70)
    #expect(try JSONReference.ofThisPackage().commands == commands)
  }

  @Test("lists the exit statuses as the help does")
  func statuses() throws {
    let text = try JSONReference.text().replacing("`", with: "")
    for status in ExitStatus.allCases { #expect(text.contains("\n| \(status.rawValue) | \(status.summary) |\n")) }
  }

  @Test("has no link that leads nowhere")
  func links() throws {
    let text = try JSONReference.text()
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
      line.drop { $0 == "#" || $0 == " " }.lowercased().replacing("`", with: "").replacing(" ", with: "-")
    }
    let targets = Set(text.matches(of: /\]\(#([^)]*)\)/).map { String($0.output.1) })
    #expect(targets.count > 15)
    #expect(targets.subtracting(headings).isEmpty)
  }

  private static let sample = """
    ### Answer
    | Member | Type | Meaning |
    |---|---|---|
    | `ok` | boolean | |
    | `result?` | any | |

    ### Amount
    | Member | Type | Meaning |
    |---|---|---|
    | `wei` | digits | |

    ### `lectures pay`
    | Member | Type | Meaning |
    |---|---|---|
    | … | [amount](#amount) | |
    | `state` | word | `sent`, `done` |
    | `to`, `from?` | address or null | |
    | `steps` | array | |
    | `steps[].cost` | [amount](#amount) or null | |
    | `steps[].notes` | array of string | |

    With `--check`:

    | Member | Type | Meaning |
    |---|---|---|
    | `known` | boolean | |
    """

  private func problem(_ result: JSON, to command: String = "pay") throws -> String? {
    let reference = try JSONReference(Self.sample)
    do {
      try reference.check(["ok": true, "result": result], to: command.split(separator: " ").map(String.init))
      return nil
    } catch {
      return "\(error)".split(separator: "\n").dropFirst().joined(separator: "\n")
    }
  }

  @Test("is kept to by what has its members, in one of its forms")
  func kept() throws {
    let address = JSON.string(WalletHome.owner)
    #expect(try problem(["known": true], to: "--json pay --yes") == nil)
    #expect(try problem(["wei": "5", "state": "sent", "to": nil, "steps": []]) == nil)
    #expect(
      try problem([
        "wei": "5", "state": "done", "to": address, "from": address,
        "steps": [["cost": nil, "notes": ["a"]], ["cost": ["wei": "0"], "notes": []]],
      ]) == nil)
  }

  @Test("is not kept to by what has others, lacks one, or has one of another type")
  func broken() throws {
    let good: JSONObject = ["wei": "5", "state": "sent", "to": nil, "steps": []]
    func problem(with name: String, _ value: JSON?) throws -> String? {
      var object = good
      object[name] = value
      return try self.problem(.object(object))
    }
    let place = "lectures pay: result"
    #expect(try problem(with: "more", 1) == "\(place).more is not documented")
    #expect(try problem(with: "to", nil) == "\(place).to is documented, and absent")
    #expect(try problem(with: "wei", 5) == "\(place).wei is not of type digits: 5")
    #expect(try problem(with: "state", "gone") == "\(place).state is none of the words: \"gone\"")
    #expect(try problem(with: "from", "0x12") == "\(place).from is not of type address: \"0x12\"")
    #expect(
      try problem(with: "steps", [["cost": ["wei": "1", "eth": "2"], "notes": []]])
        == "\(place).steps[0].cost.eth is not documented")
    #expect(
      try problem(with: "steps", [["cost": nil, "notes": ["a", 1]]])
        == "\(place).steps[0].notes[1] is not of type string: 1")
    #expect(try self.problem(["known": true], to: "other") == "lectures other: there is no such section")
  }

  @Test("is refused with a type that it does not explain")
  func types() {
    #expect(throws: JSONReference.Mismatch.self) {
      try JSONReference("### `lectures x`\n| Member | Type | Meaning |\n|---|---|---|\n| `a` | array of things | |\n")
    }
  }
}
