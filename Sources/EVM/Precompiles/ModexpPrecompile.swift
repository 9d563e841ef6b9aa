import COpenSSL
import Primitives

/// The precompile of modular powers.
enum ModexpPrecompile {
  /// base ^ exponent mod modulus on numbers of any length (EIP-198), at one of its prices; from Osaka on no length may
  /// exceed a limit in bytes (EIP-7823).
  static func priced(by pricing: ModexpPricing, lengthLimit: UInt256? = nil) -> Precompile {
    Precompile(
      gas: { pricing.gas(ModexpHeader($0)) },
      run: { input in
        let header = ModexpHeader(input)
        let longest = max(header.longest, header.exponent)
        if let lengthLimit, longest > lengthLimit { return nil }
        if header.modulus == 0 { return [] }
        // OpenSSL counts bytes in 32 bits; longer numbers cost more gas than blocks have.
        guard longest <= UInt256(Int32.max) else { return nil }
        let (base, exponent, modulus) = (Int(header.base), Int(header.exponent), Int(header.modulus))
        return power(
          input.padded(at: 96, count: base), input.padded(at: 96 + base, count: exponent),
          modulus: input.padded(at: 96 + base + exponent, count: modulus))
      })
  }

  /// The power of big-endian numbers, as long as the modulus; zeros for a modulus of zero. Nil if memory runs out.
  private static func power(_ base: Bytes, _ exponent: Bytes, modulus: Bytes) -> Bytes? {
    var result = Bytes(repeating: 0, count: modulus.count)
    guard modulus.contains(where: { $0 != 0 }) else { return result }
    let context = BN_CTX_new()
    let numbers = [base, exponent, modulus].map { (bytes: Bytes) in BN_bin2bn(bytes, Int32(bytes.count), nil) }
    let power = BN_new()
    defer {
      for number in numbers { BN_free(number) }
      BN_free(power)
      BN_CTX_free(context)
    }
    guard context != nil, power != nil, !numbers.contains(nil) else { return nil }
    // Left to itself OpenSSL takes a slower way than Montgomery's for a base of one word.
    let done =
      BN_is_odd(numbers[2]) == 1
      ? BN_mod_exp_mont(power, numbers[0], numbers[1], numbers[2], context, nil)
      : BN_mod_exp(power, numbers[0], numbers[1], numbers[2], context)
    guard done == 1, BN_bn2binpad(power, &result, Int32(result.count)) >= 0 else { return nil }
    return result
  }
}
