import Primitives
import Transactions

// A blob's cells are the values of its polynomial p at the 128 cosets of the 64th roots of unity in the 8,192nd ones. On
// the coset k the polynomial X⁶⁴ − a is zero, where a is a 128th root of unity, and p is there what Iₖ = p mod (X⁶⁴ − a) is.
// The cell's proof is (p − Iₖ) / (X⁶⁴ − a) at τ (EIP-7594, Fulu's polynomial-commitments-sampling.md).
extension KZG {
  /// Whether proofs show that a commitment is that of a blob, one for each of its cells
  /// (`verify_cell_kzg_proof_batch` for all cells of the blob).
  ///
  /// - Complexity: one pairing check, O(n log n) multiplications for a blob of n elements, and a sum of 256 points.
  public static func areCellProofs(_ proofs: [[UInt8]], ofBlob blob: [UInt8], commitment: [UInt8]) -> Bool {
    let points = proofs.compactMap { BLS12381.decompress($0[...]) }
    guard points.count == BlobSidecar.cellsPerBlob, proofs.count == BlobSidecar.cellsPerBlob,
      let values = elements(of: blob),
      let committed = BLS12381.decompress(commitment[...]),
      let challenge = challenge("LECTURES_CELLS__", [blob, commitment] + proofs)
    else { return false }
    // Each equation C − [Iₖ] + a πₖ = τ⁶⁴ πₖ times a power of the challenge, and all added up.
    let weights = powers(of: challenge, count: BlobSidecar.cellsPerBlob)
    let shifts = zip(weights, cellShifts).map { product($0, $1) }
    let interpolation = interpolation(coefficients(of: values), weights)
    let left = MultiScalar.sum(
      points + [committed] + powers1, shifts + [sum(weights)] + interpolation.map { difference(0, $0) })
    let right = MultiScalar.sum(points, weights)
    return BLS12381.pairingIsOne([(left.affine, BLS12381.generator2), (-right.affine, cellPower2)])
  }

  /// The a of each cell: the 128th roots of unity, in the order of their numbers' bits turned round.
  private static let cellShifts: [UInt256] = reversingBits(
    powers(of: root(ofOrder: BlobSidecar.cellsPerBlob), count: BlobSidecar.cellsPerBlob))

  /// The coefficients of the polynomial that has these values at the roots of unity in the order that blobs have them
  /// (the inverse of Cooley and Tukey's transform, which takes its input in that order).
  private static func coefficients(of values: [UInt256]) -> [UInt256] {
    var numbers = values
    let inverses = powers(of: power(root(ofOrder: elementsPerBlob), modulus - 2), count: elementsPerBlob / 2)
    var half = 1
    while half < numbers.count {
      let stride = elementsPerBlob / (2 * half)
      for start in Swift.stride(from: 0, to: numbers.count, by: 2 * half) {
        for index in 0..<half {
          let term = product(numbers[start + half + index], inverses[index * stride])
          numbers[start + half + index] = difference(numbers[start + index], term)
          numbers[start + index] = UInt256.addMod(numbers[start + index], term, modulus)
        }
      }
      half *= 2
    }
    let factor = power(UInt256(UInt64(elementsPerBlob)), modulus - 2)
    return numbers.map { product($0, factor) }
  }

  /// The 64 coefficients of Σ wₖ Iₖ: as X⁶⁴ is a on a coset, the coefficient 64 m + j of p counts aᵐ times in that of Xʲ.
  private static func interpolation(_ coefficients: [UInt256], _ weights: [UInt256]) -> [UInt256] {
    var sums = [UInt256](repeating: 0, count: elementsPerCell)
    var terms = weights
    for start in stride(from: 0, to: coefficients.count, by: elementsPerCell) {
      let weight = sum(terms)
      for index in sums.indices {
        sums[index] = UInt256.addMod(sums[index], product(coefficients[start + index], weight), modulus)
      }
      for index in terms.indices { terms[index] = product(terms[index], cellShifts[index]) }
    }
    return sums
  }
}
