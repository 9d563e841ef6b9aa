import Primitives

/// The test keys that come with this project, in `Keystores/`: of a phrase that every development tool ships with.
enum PublishedKeys {
  private static let addresses: Set<String> = [
    "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266", "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
    "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc", "0x90f79bf6eb2c4f870365e785982e1f101e93b906",
  ]

  /// Whether it is the address of one of them, by which they are recognised wherever their files are.
  static func contains(_ address: Address) -> Bool { addresses.contains(address.lowercaseHex) }
}
