/// The protocol upgrades of Ethereum that changed execution, in their order.
///
/// Upgrades that only moved the difficulty bomb (Muir Glacier, Arrow Glacier, Gray Glacier) execute as the one before.
public enum Fork: Int, CaseIterable, Comparable, Sendable {
  case frontier, homestead
  /// EIP-150 (Tangerine Whistle).
  case tangerineWhistle
  /// EIP-158/161, 155, 160, 170.
  case spuriousDragon
  case byzantium, constantinople
  /// Constantinople without EIP-1283 ("ConstantinopleFix").
  case petersburg
  case istanbul, berlin, london
  /// The merge: difficulty becomes PREVRANDAO (EIP-4399), no block reward (EIP-3675).
  case paris
  case shanghai, cancun, prague, osaka
  /// Osaka with other blob parameters (EIP-7892).
  case bpo1, bpo2

  public static func < (left: Fork, right: Fork) -> Bool { left.rawValue < right.rawValue }
}
