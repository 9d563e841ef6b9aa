import Operations

extension SettingKey {
  /// The option that gives it for one run.
  var flag: String { self == .account ? "--from" : "--\(name)" }
}

extension Network {
  /// The command that would start the chain that the settings want on this machine; nil for other networks.
  var devnetCommand: String? {
    guard name == Self.defaultName, endpoints.count == 1,
      let address = endpoints[0].split(separator: "/").dropFirst().first
    else { return nil }
    let parts = address.split(separator: ":")
    guard ["127.0.0.1", "localhost"].contains(parts.first) else { return nil }
    let port = parts.count == 2 ? parts[1] : "80"
    return port == "8545" ? "lectures devnet" : "lectures devnet --port \(port)"
  }
}
