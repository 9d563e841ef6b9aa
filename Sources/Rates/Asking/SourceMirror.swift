import NodeRPC

/// An address under which all sources are asked, for places without a way out: the source's host becomes the first part of
/// the path, as in `https://rates.example.edu/bank.gov.ua/…`.
public struct SourceMirror: Sendable, Hashable {
  private let prefix: String
  /// Whether it is on this machine, where nobody has to be spared.
  let isLocal: Bool

  /// Reads an address: by TLS, or of this machine; without a query.
  ///
  /// - Throws: `invalidRequest`.
  public init(_ url: String) throws(RatesError) {
    do throws(NodeError) {
      let place = try Endpoint(url, of: "mirror")
      isLocal = place.isLoopback
      guard !url.contains("?"), place.isPrivate else {
        throw NodeError(
          .invalidEndpoint, detail: "It has a query, or is neither https:// nor an address of this machine.")
      }
    } catch {
      throw RatesError(
        .invalidRequest, "The address of the mirror of sources cannot be used.", reason: error.detail,
        advice: "Write it like https://rates.example.edu or http://127.0.0.1:8399.", facts: .mirror)
    }
    prefix = url.hasSuffix("/") ? String(url.dropLast()) : url
  }

  /// The mirror's own address for one of a source.
  func address(for url: String) -> String { "\(prefix)/\(url.dropFirst("https://".count))" }
}
