import Files
import Keys
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

extension LectureDescription {
  /// The description for people: its text, and the facts below it.
  func lines(in language: Language) -> [StyledText] {
    var fields: Fields = [:]
    func label(_ text: DescriptionText) -> String { language[text].plain }
    for (index, date) in content.dates.enumerated() {
      let (starts, ends) = (date.starts.seconds, date.ends.seconds)
      fields.add(
        index == 0 ? label(.dates) : "",
        "\(LocalTime.text(starts, in: language)) – \(LocalTime.text(ends, in: language))")
    }
    fields.add(label(.place), content.place.isEmpty ? nil : StyledText(content.place))
    fields.add(label(.seats), content.seats == 0 ? nil : "\(content.seats)")
    fields.add(
      label(.link), linkHash == .zero ? nil : language[DescriptionText.forBuyers(command: "lectures link \(lecture)")])
    fields.add(label(.made), StyledText(LocalTime.text(issuedAt, in: language)))
    let text = content.text(in: language.rawValue).text
    // A line of the text stays one: nothing of it can stand for a field.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { StyledText("  " + $0) }
    return [language[DescriptionText.description] + ":"] + lines + fields.lines(within: nil)
  }
}

extension SignedDescription {
  /// The description as `--json` has it: as in its file, with the hash.
  var report: JSON {
    var object = json.object ?? [:]
    object["hash"] = .string(hash.hex)
    return .object(object)
  }
}

extension Accounts {
  /// The signature of an account with one key over a hash; the password is asked for.
  ///
  /// - Throws: `usage` for an account with several keys.
  func signature(of digest: Hash32, by account: ActingAccount) async throws -> Bytes {
    let own = try await keys(of: account).keys(for: .transaction)
    guard let key = own.first, own.count == 1 else {
      throw CommandFailure(.usage, DescriptionRefusal.notOneKey(account: account.name, keys: own.count))
    }
    return try await BlockingWork.run { try key.sign(digest).bytes65 }
  }
}
