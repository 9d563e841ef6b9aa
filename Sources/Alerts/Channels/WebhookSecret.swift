import Files
import Keys
import Keystores
import NodeRPC
import Primitives

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The secret that a webhook's sender and receiver share, in a file.
struct WebhookSecret {
  let bytes: Bytes

  init(_ bytes: Bytes) { self.bytes = bytes }

  /// The first line of a file.
  ///
  /// - Throws: `KeystoreError` for a file that is not there or that others read; `invalidAlert` for an empty one.
  init(in path: String, _ topic: AlertTopic) throws {
    let contents = try PrivateFile.read(path, limit: 4096)
    if let exposed = contents.exposure("The file with the webhook's secret", needing: .secrecy) { throw exposed }
    let line = Bytes(contents.bytes.prefix { $0 != 0x0a && $0 != 0x0d })
    guard !line.isEmpty else {
      throw AlertsError(
        .invalidAlert, "The file with the webhook's secret is empty.", about: topic, reason: path,
        facts: .secret(path: path))
    }
    bytes = line
  }

  /// The value of the signature's header.
  func signature(of body: Bytes) throws(KeysError) -> String {
    "sha256=" + (try HMAC.sha256(key: bytes, message: body)).hex.dropFirst(2)
  }
}

extension AlertChannel {
  /// Whether nobody on the way to a webhook can read along; false for an address that cannot be read.
  package var isPrivate: Bool { (try? Endpoint(target, of: kind.rawValue))?.isPrivate ?? false }

  /// A webhook that can be called: its address and the file with its secret are looked at.
  ///
  /// - Throws: `NodeError` for the address; what keeps the secret from being read; `invalidAlert` for an empty one.
  public init(webhook url: String, secretFile: String?, format: Format = .full, topic: AlertTopic) throws {
    _ = try Endpoint(url, of: Kind.webhook.rawValue)
    if let secretFile { _ = try WebhookSecret(in: secretFile, topic) }
    // The daemon may run in another folder.
    let folder = FileManager.default.currentDirectoryPath
    let path = secretFile.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
    self.init(.webhook, target: url, secretFile: path, format: format)
  }
}
