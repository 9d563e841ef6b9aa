extension Address {
  /// Where a contract lands that `deployer` creates with a transaction or `CREATE` at `nonce`.
  public static func contract(deployer: Address, nonce: UInt64) -> Address {
    let preimage = RLP.encode(.list([.address(deployer), .uint(nonce)]))
    return Address(truncating: Keccak256.hash(preimage))
  }

  /// Where a contract lands that `deployer` creates with `CREATE2` (EIP-1014); `initCodeHash` is Keccak-256 of the
  /// creation code, constructor arguments included.
  public static func create2Address(deployer: Address, salt: Hash32, initCodeHash: Hash32) -> Address {
    var hasher = Keccak256()
    hasher.update(CollectionOfOne(0xff))
    deployer.withUnsafeBytes { hasher.update(buffer: $0) }
    salt.withUnsafeBytes { hasher.update(buffer: $0) }
    initCodeHash.withUnsafeBytes { hasher.update(buffer: $0) }
    return Address(truncating: hasher.finalize())
  }
}
