import Foundation

/// The long runs, which `make crash-test` asks for; else a sample is looked at.
public enum LongRun {
  /// How many processes are killed at random.
  public static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) }
  /// Whether all is looked at.
  public static let isOn = kills != nil
}
