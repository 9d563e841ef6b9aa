import Localization

/// The step that takes a file back from others: a command of the shell, if there is one.
struct ExposureRepair: Phrase {
  private let step: String?

  init(_ step: String?) { self.step = step }

  private var command: String? { step.flatMap { $0.hasPrefix("chmod ") ? "`\($0)`" : nil } }

  var english: String { step ?? "Copy the file to a folder of your own." }

  var korean: String { command.map { "권한을 고치십시오: \($0)" } ?? "본인의 폴더에 파일을 복사하여 사용하십시오." }

  var ukrainian: String { command.map { "Виправте права доступу: \($0)" } ?? "Скопіюйте файл до власної теки." }
}
