import Terminal

/// A word that may follow, and its meaning.
struct CompletionCandidate: Sendable, Hashable {
  let word: String
  var note = ""

  /// The line that tells a shell: a tab parts the word from its meaning.
  var line: String {
    let note = PlainText.escaped(note).replacing("\t", with: " ")
    return PlainText.escaped(word) + (note.isEmpty ? "" : "\t\(note)") + "\n"
  }
}
