import StrictJSON

extension ConfigFile {
  /// The failure of commands that need a file without mistakes: where it is wrong, and how it is mended.
  func failure(_ problem: ConfigProblem) -> CommandFailure {
    let line = line(of: problem.place)
    let others = problems.count - 1
    let more = others > 0 ? " \(others) more \(others == 1 ? "is" : "are") wrong." : ""
    return CommandFailure(
      .settings, "The configuration file is wrong at \(problem.place).", reason: problem.reason + more,
      place: [path ?? "", line.map { "line \($0)" }].compactMap { $0 }.joined(separator: ", "),
      advice: advice(problem),
      details: [
        "file": .string(path ?? ""), "setting": .string(problem.place.description), "line": .integer(line),
      ])
  }

  /// The commands that mend it.
  private func advice(_ problem: ConfigProblem) -> String {
    let remove = "lectures config unset \(Shell.quoted(problem.place.description))"
    switch problem.kind {
    case .misplaced(let right):
      guard let texts = texts(at: problem.place) else { break }
      return "Move it: \(Shell.set(right, texts)) && \(remove)"
    case .former(let key):
      guard let texts = texts(at: problem.place) else { break }
      let place = ConfigPlace(keys: problem.place.keys.dropLast() + [key.name])
      return "Rename it: \(Shell.set(place, texts)) && \(remove)"
    default: break
    }
    return "Mend it there, or take it out: \(remove)"
  }
}

/// A command line to copy.
private enum Shell {
  static func set(_ place: ConfigPlace, _ texts: [String]) -> String {
    // An address may hold a key, which is nothing to show.
    let values = texts.map { $0.contains("://") ? EndpointText.redacted($0) : $0 }
    return (["lectures config set", quoted(place.description)] + values.map(quoted)).joined(separator: " ")
  }

  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.allSatisfy { character in
        character.isASCII && (character.isLetter || character.isNumber || "._-/:,@%+".contains(character))
      }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
