extension JSON {
  /// Reads one JSON text (RFC 8259), strictly: UTF-8, no member twice, nothing after the value.
  ///
  /// - Throws: what is wrong and at which byte.
  /// - Complexity: O(n).
  public init(parsing text: [UInt8], limits: Limits = .default) throws(JSONError) {
    self = try text.withUnsafeBufferPointer { JSON.parse($0, limits) }.get()
  }

  /// Reads one JSON text, like `init(parsing:limits:)`.
  public init(parsing text: some Collection<UInt8>, limits: Limits = .default) throws(JSONError) {
    if let result = text.withContiguousStorageIfAvailable({ JSON.parse($0, limits) }) {
      self = try result.get()
    } else {
      try self.init(parsing: Array(text), limits: limits)
    }
  }

  /// Reads one JSON text, like `init(parsing:limits:)`.
  public init(parsing text: String, limits: Limits = .default) throws(JSONError) {
    var text = text
    self = try text.withUTF8 { JSON.parse($0, limits) }.get()
  }

  /// The position of the key that a path of keys leads to, for whoever looks for a mistake in a text; nil if there is
  /// none, or the text is not JSON.
  package static func offset(of path: [String], in text: [UInt8]) -> Int? {
    guard (try? JSON(parsing: text)) != nil else { return nil }
    return text.withUnsafeBufferPointer { text in
      var parser = JSONParser(text: text, depth: Limits.default.depth)
      return (try? parser.offset(of: path[...])) ?? nil
    }
  }

  private static func parse(_ text: UnsafeBufferPointer<UInt8>, _ limits: Limits) -> Result<JSON, JSONError> {
    guard text.count <= limits.bytes else { return .failure(JSONError(.tooLong, limits.bytes)) }
    do throws(JSONError) {
      var parser = JSONParser(text: text, depth: limits.depth)
      return .success(try parser.document())
    } catch {
      return .failure(error)
    }
  }
}
