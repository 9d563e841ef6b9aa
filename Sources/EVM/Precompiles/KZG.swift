import Primitives

/// The commitments to blobs that transactions name (EIP-4844): KZG over BLS12-381, as Deneb's polynomial-commitments.md
/// has it.
public enum KZG {
  /// The field elements of a blob, 32 bytes each.
  public static let elementsPerBlob = 4096

  /// Whether a proof shows that a commitment is that of a blob (`verify_blob_kzg_proof`).
  ///
  /// - Complexity: one pairing check, and O(n) multiplications for a blob of n elements.
  public static func isProof(_ proof: [UInt8], ofBlob blob: [UInt8], commitment: [UInt8]) -> Bool {
    guard let values = elements(of: blob), let committed = BLS12381.decompress(commitment[...]),
      let point = BLS12381.decompress(proof[...]),
      let challenge = challenge("FSBLOBVERIFY_V1_", [blob, commitment])
    else { return false }
    let value = evaluate(values, at: challenge)
    return isValue(y: value, at: challenge, of: committed, proof: point)
  }

  /// KZG's check (Deneb's polynomial-commitments.md): e(C − [y] G1 + [z] π, G2) = e(π, [τ] G2). The proof π is multiplied
  /// by z rather than G2, which is dearer.
  static func isValue(y: UInt256, at z: UInt256, of commitment: BLS12381.G1, proof: BLS12381.G1) -> Bool {
    guard y < modulus, z < modulus else { return false }
    let left = MultiScalar.sum([BLS12381.generator1, proof], [modulus - y, z]) + commitment
    return BLS12381.pairingIsOne([(left.affine, BLS12381.generator2), (-proof, BLS12381.trustedSetup2)])
  }

  // MARK: Numbers

  static var modulus: UInt256 { BLS12381.order }

  /// A blob's numbers; nil if one is no element of the field.
  static func elements(of blob: [UInt8]) -> [UInt256]? {
    guard blob.count == 32 * elementsPerBlob else { return nil }
    var elements: [UInt256] = []
    elements.reserveCapacity(elementsPerBlob)
    for offset in stride(from: 0, to: blob.count, by: 32) {
      guard let element = try? UInt256(bigEndian: blob[offset..<offset + 32]), element < modulus else { return nil }
      elements.append(element)
    }
    return elements
  }

  /// A number that nobody can choose who chooses the rest (`compute_challenge`).
  static func challenge(_ domain: String, _ parts: [[UInt8]]) -> UInt256? {
    let degree = UInt256(UInt64(elementsPerBlob)).bigEndianBytes.suffix(16)
    let transcript = Array(domain.utf8) + degree + parts.joined()
    return OpenSSLDigest.sha256.hash(transcript[...]).flatMap { try? UInt256(bigEndian: $0) }.map { $0 % modulus }
  }

  // MARK: The polynomial

  /// The value of the polynomial that has these values at the roots of unity: the barycentric formula
  /// (zⁿ − 1) ÷ n · Σ vᵢ wᵢ ÷ (z − wᵢ).
  private static func evaluate(_ values: [UInt256], at z: UInt256) -> UInt256 {
    if let index = roots.firstIndex(of: z) { return values[index] }
    let inverses = inverses(of: roots.map { difference(z, $0) })
    var sum: UInt256 = 0
    for index in values.indices {
      let term = product(product(values[index], roots[index]), inverses[index])
      sum = UInt256.addMod(sum, term, modulus)
    }
    let count = UInt256(UInt64(elementsPerBlob))
    let factor = product(difference(power(z, count), 1), power(count, modulus - 2))
    return product(sum, factor)
  }

  /// The 4,096 roots of unity, in the order of their numbers' bits turned round, as blobs have their values.
  private static let roots = reversingBits(powers(of: root(ofOrder: elementsPerBlob), count: elementsPerBlob))

  /// A primitive root of unity, for a power of two.
  static func root(ofOrder order: Int) -> UInt256 { power(7, (modulus - 1) / UInt256(UInt64(order))) }

  /// 1, the number, its square…
  static func powers(of number: UInt256, count: Int) -> [UInt256] {
    var powers: [UInt256] = [1]
    while powers.count < count { powers.append(product(powers[powers.count - 1], number)) }
    return powers
  }

  /// As many as a power of two, in the order of their indices' bits turned round.
  static func reversingBits(_ numbers: [UInt256]) -> [UInt256] {
    let bits = numbers.count.trailingZeroBitCount
    return numbers.indices.map { index in numbers[(0..<bits).reduce(0) { $0 << 1 | (index >> $1 & 1) }] }
  }

  /// The inverses of numbers other than zero, for the price of one (Montgomery's trick).
  private static func inverses(of numbers: [UInt256]) -> [UInt256] {
    var products: [UInt256] = [1]
    for number in numbers { products.append(product(products[products.count - 1], number)) }
    var inverse = power(products[numbers.count], modulus - 2)
    var inverses = numbers
    for index in numbers.indices.reversed() {
      inverses[index] = product(inverse, products[index])
      inverse = product(inverse, numbers[index])
    }
    return inverses
  }

  static func product(_ left: UInt256, _ right: UInt256) -> UInt256 { UInt256.mulMod(left, right, modulus) }

  static func sum(_ numbers: [UInt256]) -> UInt256 { numbers.reduce(0) { UInt256.addMod($0, $1, modulus) } }

  static func difference(_ left: UInt256, _ right: UInt256) -> UInt256 {
    left >= right ? left - right : left + modulus - right
  }

  static func power(_ base: UInt256, _ exponent: UInt256) -> UInt256 {
    var result: UInt256 = 1
    for bit in (0..<(256 - exponent.leadingZeroBitCount)).reversed() {
      result = product(result, result)
      if exponent >> bit & 1 == 1 { result = product(result, base) }
    }
    return result
  }
}
