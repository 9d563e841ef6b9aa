import COpenSSL
import Keys
import Primitives

/// scrypt for the one shape that OpenSSL refuses (r = 1 with n of 65536 or more); everything else is OpenSSL's.
///
/// Follows RFC 7914 but for its bound on n. Time n · r · p, memory 128 · r · (n + p) bytes, all of it wiped.
enum Scrypt {
  struct OutOfMemory: Error {}

  static func derive(
    password: SecretBytes, salt: Bytes, n: Int, r: Int, p: Int, count: Int
  ) throws -> SecretBytes {
    let laneWords = 32 * r
    let lanes = try KeyDerivation.pbkdf2(
      password: password, salt: salt, iterations: 1, length: 128 * r * p, limits: .checkedByCaller)
    guard let table = allocate(words: n * laneWords), let scratch = allocate(words: 3 * laneWords)
    else { throw OutOfMemory() }
    defer {
      wipe(table, words: n * laneWords)
      wipe(scratch, words: 3 * laneWords)
    }
    let x = scratch
    let y = scratch + laneWords
    let mixed = SecretBytes(count: 128 * r * p) { output in
      lanes.withUnsafeBytes { input in
        for lane in 0..<p {
          let start = lane * 128 * r
          for i in 0..<laneWords {
            x[i] = UInt32(littleEndian: input.loadUnaligned(fromByteOffset: start + 4 * i, as: UInt32.self))
          }
          romix(x, y, table, n: n, r: r)
          for i in 0..<laneWords {
            output.storeBytes(of: x[i].littleEndian, toByteOffset: start + 4 * i, as: UInt32.self)
          }
        }
      }
    }
    // The mixed lanes are the salt of the last step; they are as secret as the key, but die here.
    var lastSalt = mixed.withUnsafeBytes { Bytes($0) }
    defer { lastSalt.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
    return try KeyDerivation.pbkdf2(
      password: password, salt: lastSalt, iterations: 1, length: count, limits: .checkedByCaller)
  }

  private static func allocate(words: Int) -> UnsafeMutablePointer<UInt32>? {
    CRYPTO_malloc(words * 4, "", 0)?.bindMemory(to: UInt32.self, capacity: words)
  }

  private static func wipe(_ memory: UnsafeMutablePointer<UInt32>, words: Int) {
    CRYPTO_clear_free(memory, words * 4, "", 0)
  }

  private typealias Words = UnsafeMutablePointer<UInt32>

  /// Fills the table with n successive states, then mixes n of them back in, in an order the state itself chooses.
  private static func romix(_ x: Words, _ y: Words, _ table: Words, n: Int, r: Int) {
    let words = 32 * r
    let last = 16 * (2 * r - 1)
    for i in 0..<n {
      (table + i * words).update(from: x, count: words)
      blockMix(x, y, r)
    }
    for _ in 0..<n {
      let choice = UInt64(x[last]) | UInt64(x[last + 1]) &<< 32
      let row = table + (Int(truncatingIfNeeded: choice) & (n - 1)) * words
      var i = 0
      while i < words {
        x[i] ^= row[i]
        i &+= 1
      }
      blockMix(x, y, r)
    }
  }

  /// Salsa20/8 chained over the 2·r blocks of `x`: the even results first, then the odd ones.
  private static func blockMix(_ x: Words, _ y: Words, _ r: Int) {
    let carry = y + 32 * r
    carry.update(from: x + 16 * (2 * r - 1), count: 16)
    for i in 0..<(2 * r) {
      salsa(carry, x + 16 * i)
      (y + 16 * (i / 2 + (i & 1) * r)).update(from: carry, count: 16)
    }
    x.update(from: y, count: 32 * r)
  }

  @inline(__always)
  private static func mix(_ target: inout UInt32, _ a: UInt32, _ b: UInt32, _ rotation: UInt32) {
    let sum = a &+ b
    target ^= (sum &<< rotation) | (sum &>> (32 &- rotation))
  }

  /// `state` = Salsa20/8(`state` xor `input`).
  private static func salsa(_ state: Words, _ input: Words) {
    var i = 0
    while i < 16 {
      state[i] ^= input[i]
      i &+= 1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var (j, k, l, m) = (state[8], state[9], state[10], state[11])
    var (o, p, q, s) = (state[12], state[13], state[14], state[15])
    var round = 0
    while round < 4 {
      mix(&e, a, o, 7)
      mix(&j, e, a, 9)
      mix(&o, j, e, 13)
      mix(&a, o, j, 18)
      mix(&k, f, b, 7)
      mix(&p, k, f, 9)
      mix(&b, p, k, 13)
      mix(&f, b, p, 18)
      mix(&q, l, g, 7)
      mix(&c, q, l, 9)
      mix(&g, c, q, 13)
      mix(&l, g, c, 18)
      mix(&d, s, m, 7)
      mix(&h, d, s, 9)
      mix(&m, h, d, 13)
      mix(&s, m, h, 18)
      mix(&b, a, d, 7)
      mix(&c, b, a, 9)
      mix(&d, c, b, 13)
      mix(&a, d, c, 18)
      mix(&g, f, e, 7)
      mix(&h, g, f, 9)
      mix(&e, h, g, 13)
      mix(&f, e, h, 18)
      mix(&m, l, k, 7)
      mix(&j, m, l, 9)
      mix(&k, j, m, 13)
      mix(&l, k, j, 18)
      mix(&o, s, q, 7)
      mix(&p, o, s, 9)
      mix(&q, p, o, 13)
      mix(&s, q, p, 18)
      round &+= 1
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
    state[8] &+= j
    state[9] &+= k
    state[10] &+= l
    state[11] &+= m
    state[12] &+= o
    state[13] &+= p
    state[14] &+= q
    state[15] &+= s
  }
}
