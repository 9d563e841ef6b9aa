import StrictJSON

extension HostileServer.Request {
  /// The requests in the body: those of a batch, or the only one.
  package var calls: [(id: Int, method: String, params: [JSON])] {
    guard let json = try? JSON(parsing: body) else { return [] }
    return (json.array ?? [json]).map { ($0["id"]?.int ?? -1, $0["method"]?.string ?? "", $0["params"]?.array ?? []) }
  }

  package var isBatch: Bool { body.first == UInt8(ascii: "[") }
}
