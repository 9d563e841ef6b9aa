/// The protocol upgrades of Ethereum that changed execution, in their order.
///
/// Upgrades that only moved the difficulty bomb (Muir Glacier, Arrow Glacier, Gray Glacier) execute as the one before.
public enum Fork: Int, CaseIterable, Comparable, Sendable {
  /// The Yellow Paper's first rules, and then EIP-2 and EIP-7.
  case frontier, homestead
  /// EIP-150 (Tangerine Whistle).
  case tangerineWhistle
  /// EIP-158/161, 155, 160, 170.
  case spuriousDragon
  /// EIP-140, 196–198, 211, 214, 649 and 658; then EIP-145, 1014, 1052, 1234 and 1283.
  case byzantium, constantinople
  /// Constantinople without EIP-1283 ("ConstantinopleFix").
  case petersburg
  /// EIP-152, 1108, 1344, 1884, 2028 and 2200; then EIP-2565, 2929 and 2930; then EIP-1559, 3198, 3529 and 3541.
  case istanbul, berlin, london
  /// The merge: difficulty becomes PREVRANDAO (EIP-4399), no block reward (EIP-3675).
  case paris
  /// EIP-3651, 3855, 3860 and 4895; then EIP-1153, 4788, 4844, 5656, 6780 and 7516; then EIP-2537, 2935, 6110, 7002,
  /// 7251, 7623, 7691 and 7702; then EIP-7594, 7823, 7825, 7883, 7918, 7934, 7939 and 7951.
  case shanghai, cancun, prague, osaka
  /// Osaka with other blob parameters (EIP-7892).
  case bpo1, bpo2

  /// Whether a fork came first.
  public static func < (left: Fork, right: Fork) -> Bool { left.rawValue < right.rawValue }
}
