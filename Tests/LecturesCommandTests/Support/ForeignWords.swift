import Localization

/// Looks for words in Latin letters in what is said in Korean or Ukrainian, but for those that are the same everywhere.
enum ForeignWords {
  /// Names that every language writes so.
  private static let names: Set<String> = [
    "KLAY", "KAIA", "ETH", "USD", "Kaia", "JSON", "RPC", "HTTP", "URL", "UTC", "UTF", "XML", "QR", "PEM", "ston",
    "gwei",
    // Accounts and networks of the tests.
    "student", "teacher", "owner", "poor", "local", "watched", "nobody", "campus", "other",
    // An event of the contract and its values.
    "PurchasingLecture", "lectureNumber", "run", "lectureCost",
  ]

  /// The words that are left of a text without commands, options, calls of contracts, hashes, addresses and paths.
  static func of(_ text: String, besides others: Set<String> = []) -> [String] {
    var rest = text.replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: "")
    rest.replace(/`[^`]*`/, with: "")
    // A command to copy, and the call of a contract.
    rest.replace(/lectures(?: (?:--)?[a-z][a-z-]*| [0-9][0-9,]*| [A-Z]{4,}\b)+/, with: "")
    rest.replace(/[a-zA-Z]+\([^)]*\)/, with: "")
    rest.replace(/https?:\/\/[^ ]+/, with: "")
    rest.replace(/0x[0-9a-fA-F]+/, with: "")
    rest.replace(/\/[^ :()]+/, with: "")
    return rest.matches(of: /[A-Za-z]+/).map { String($0.output) }.filter {
      !names.contains($0) && !others.contains($0)
    }
  }
}
