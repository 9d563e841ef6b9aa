import Primitives

/// The files that pages load: style, scripts and icon. They are part of the program, and named by their contents, so
/// that browsers keep them for good.
package struct Assets: Sendable {
  private struct Asset: Sendable {
    let answer: WebAnswer
    /// The compressed form of the answer.
    let compressed: WebAnswer
    let file: String
  }

  private let assets: [String: Asset]

  /// The assets of the program.
  package init() {
    self.init([
      ("site.css", "text/css; charset=utf-8", PackageResources.site_css),
      ("site.js", "text/javascript; charset=utf-8", PackageResources.site_js),
      ("wallet.js", "text/javascript; charset=utf-8", PackageResources.wallet_js),
      ("icon.svg", "image/svg+xml", PackageResources.icon_svg),
    ])
  }

  private init(_ files: [(name: String, type: String, bytes: [UInt8])]) {
    assets = Dictionary(
      uniqueKeysWithValues: files.map { file in
        let hash = Keccak256.hash(file.bytes).hex.dropFirst(2).prefix(12)
        let parts = file.name.split(separator: ".")
        let answer = WebAnswer.asset(file.bytes, type: file.type)
        return (
          file.name,
          Asset(
            answer: answer, compressed: answer.compressed(level: 9), file: "\(parts[0]).\(hash).\(parts[1])")
        )
      })
  }

  /// The address of an asset by its name in the source.
  func link(_ name: String) -> Link { Link("assets", assets[name]?.file ?? name) }

  /// The asset at an address.
  ///
  /// - Parameter isCompressed: Whether the client accepts it compressed.
  func answer(to file: String, isCompressed: Bool = false) -> WebAnswer? {
    assets.values.first { $0.file == file }.map { isCompressed ? $0.compressed : $0.answer }
  }

  /// The bytes that all of them have together.
  package var size: Int { assets.values.reduce(0) { $0 + ($1.answer.size ?? 0) } }
}
