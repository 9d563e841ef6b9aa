import QRCodes

extension QRCodeErrors: CommandFailureDomain {
  static let subject = "qr"

  static func status(of error: QRCodeError) -> ExitStatus {
    switch error.code {
    case .noReader, .noMemory: .failure
    default: .usage
    }
  }
}
