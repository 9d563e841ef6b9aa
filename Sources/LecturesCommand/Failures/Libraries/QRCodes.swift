import QRCodes

extension QRCodeError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(.init("qr.\(code)", status), message, reason: reason, advice: advice)
  }

  private var status: ExitStatus {
    switch code {
    case .noReader, .noMemory: .failure
    default: .usage
    }
  }
}
