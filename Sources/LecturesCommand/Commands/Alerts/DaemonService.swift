import Alerts
import Database
import Foundation
import Keystores
import NodeRPC
import Operations
import StrictJSON
import Terminal

/// A daemon's systemd service with the settings in effect here, wherever they come from: the service starts in another
/// folder and without the variables of this session.
struct DaemonService {
  /// A line for those who list services.
  let description: String
  /// The words of the command, and the options that it always has.
  let command: [String]
  /// The settings that it needs; those of the configuration file it reads itself.
  let keys: [SettingKey]
  /// Options behind those of the settings.
  var options: [String] = []
  /// Variables that it needs, by name.
  var variables: [(name: String, value: String)] = []
  /// The file that it writes; a service cannot be given a folder that is not there, so that is made.
  let book: String
  /// Further files that it writes.
  var otherBooks: [String] = []

  /// The text of the unit.
  func report(_ settings: Settings) throws -> Report {
    let absolute = { (path: String) in
      URL(filePath: settings.folders.expandingHome(path)).standardizedFileURL.path
    }
    var arguments = command
    for key in keys {
      guard let (texts, origin) = settings.raw(key), origin.isOfSession else { continue }
      for text in texts {
        if key.mayHoldSecret, let place = try? Endpoint(text), place.redacted.contains("***") {
          throw CommandFailure(.settings, DaemonRefusal.secretInUnit(option: key.flag, setting: key.name))
        }
        arguments += [key.flag, key.isPath ? settings.folders.whole(text) : text]
      }
    }
    if let config = settings.file.path, FileManager.default.fileExists(atPath: config) {
      arguments += ["--config", absolute(config)]
      if settings.file.profileNames.contains(settings.profile) { arguments += ["--profile", settings.profile] }
    }
    let books = [book] + otherBooks
    for book in books { try PrivateFile.makeFolder(of: book) }
    var folders: [String] = []
    for folder in books.map({ URL(filePath: $0).deletingLastPathComponent().path }) where !folders.contains(folder) {
      folders.append(folder)
    }
    let data = settings.environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let text = SystemdUnit.text(
      description: description, program: absolute(Bundle.main.executablePath ?? CommandLine.arguments[0]),
      arguments: arguments + options, environment: (data.map { [("XDG_DATA_HOME", $0)] } ?? []) + variables,
      writable: folders)
    return Report(["unit": .string(text)]) {
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { StyledText(String($0)) }
    }
  }
}
