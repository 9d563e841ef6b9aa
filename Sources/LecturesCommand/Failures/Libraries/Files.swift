import Files

extension BlockingWorkErrors: CommandFailureDomain {
  static let subject = "key"
}
