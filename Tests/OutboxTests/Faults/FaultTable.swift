/// The outcomes of faults as a page of the docs, written and read.
struct FaultTable {
  struct Cell: Hashable, Sendable {
    let row: Int
    let step: FaultStep
    /// Whether it goes wrong each time, not only once.
    let lasts: Bool

    /// Whether nobody's patience ends over it.
    var isQuick: Bool {
      let fault = FaultCase.all[row]
      return !fault.isSlow && !fault.hidesReceipt(at: step, lasts: lasts)
    }

    /// All that make sense.
    static let all = FaultCase.all.indices.flatMap { row in
      FaultStep.allCases.flatMap { step in
        [false, true].filter { FaultCase.all[row].applies(to: step, lasts: $0) }
          .map { Cell(row: row, step: step, lasts: $0) }
      }
    }
  }

  private(set) var outcomes: [Cell: FaultRun.Outcome] = [:]

  init(_ outcomes: [Cell: FaultRun.Outcome]) { self.outcomes = outcomes }

  // MARK: Writing

  var markdown: String {
    var notes: [String] = []
    func table(lasts: Bool) -> String {
      let head = "| | " + FaultStep.allCases.map(\.rawValue).joined(separator: " | ") + " |"
      let rule = "|---|" + FaultStep.allCases.map { _ in "---" }.joined(separator: "|") + "|"
      let rows = FaultCase.all.indices.map { row in
        let cells = FaultStep.allCases.map { step -> String in
          guard let outcome = outcomes[Cell(row: row, step: step, lasts: lasts)] else { return "–" }
          guard let text = outcome.text else { return outcome.word }
          if !notes.contains(text) { notes.append(text) }
          let number = (notes.firstIndex(of: text) ?? 0) + 1
          return "\(outcome.word) [\(number)](#message-\(number))"
        }
        return "| \(FaultCase.all[row].name) | " + cells.joined(separator: " | ") + " |"
      }
      return ([head, rule] + rows).joined(separator: "\n")
    }
    let (once, always) = (table(lasts: false), table(lasts: true))
    let messages = notes.enumerated().map {
      "### Message \($0.offset + 1)\n\n```text\n\($0.element)\n```"
    }
    return """
      # When the way to the node goes wrong

      A call that costs money, sent through a proxy that does something wrong at one of its requests. `make crash-test`
      compares this page with what happens, and `WRITE_DOCS=1 make crash-test` writes it anew; `make test` does some of
      them.

      `paid` is a send that went well all the same; the other words are codes of errors, with the number of the message.
      After each of them the same command is run again on a good way: in every one of the \(outcomes.count) cases the
      chain shows the payment exactly once, the balance adds up to the wei, and the next payment goes through, so no
      nonce is missing.

      A receipt whose block is reorganised away, one to five blocks deep, is noticed while it is waited for: the same
      bytes are offered again, and the payment is on the chain once.

      ## It goes wrong once

      \(once)

      ## It goes wrong every time

      \(always)

      ## Messages

      \(messages.joined(separator: "\n\n"))

      """
  }

  // MARK: Reading

  init(reading page: String) {
    let parts = page.split(separator: "\n## ")
    var messages: [Substring: String] = [:]
    for part in parts.last?.split(separator: "### Message ") ?? [] {
      let pieces = part.split(separator: "```", maxSplits: 2)
      guard pieces.count >= 2, let number = part.split(separator: "\n").first else { continue }
      messages[number] = String(pieces[1].dropFirst("text\n".count).dropLast())
    }
    for (part, lasts) in zip(parts.dropFirst(), [false, true]) {
      for line in part.split(separator: "\n") {
        let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
        guard
          let row = FaultCase.all.firstIndex(where: { cells.first.map { "\($0)" } == "\($0.name) " }
          )
        else {
          continue
        }
        for (step, cell) in zip(FaultStep.allCases, cells.dropFirst()) {
          let words = cell.split(separator: " ")
          guard let word = words.first, word != "–" else { continue }
          let number = words.dropFirst().first.flatMap {
            $0.dropFirst().split(separator: "]").first
          }
          outcomes[Cell(row: row, step: step, lasts: lasts)] = FaultRun.Outcome(
            word: String(word), text: number.flatMap { messages[$0] })
        }
      }
    }
  }
}
