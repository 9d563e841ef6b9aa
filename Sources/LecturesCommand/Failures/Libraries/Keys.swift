import Keys

extension AccountKeyErrors: TextFailureDomain {
  static let subject = "accountKey"
}

extension KeysErrors: TextFailureDomain {
  static let subject = "key"
}
