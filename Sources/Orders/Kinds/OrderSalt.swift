import Primitives

/// Salts for new orders, from the system's random generator.
public enum OrderSalt {
  /// A salt of 256 random bits.
  public static func random() -> UInt256 { UInt256.random(in: 0...UInt256.max) }

  /// A salt with the time in its high 64 bits and random bits below, so that a lower salt means an older order.
  ///
  /// - Parameter milliseconds: The time, in milliseconds since 1970.
  public static func timed(milliseconds: UInt64) -> UInt256 {
    UInt256(milliseconds) << 192 | random() >> 64
  }

  /// The lowest salt that ``timed(milliseconds:)`` makes at a time: what cancels all that are older.
  public static func lowest(milliseconds: UInt64) -> UInt256 { UInt256(milliseconds) << 192 }

  /// The time in a salt's high 64 bits, in milliseconds since 1970; of a random salt it means nothing.
  public static func time(of salt: UInt256) -> UInt64 { UInt64(clamping: salt >> 192) }
}
