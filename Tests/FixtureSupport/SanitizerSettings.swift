import Foundation

/// Environment variables for programs built with a sanitizer; tests start programs with an environment of their own.
public enum SanitizerSettings {
  /// The variables with which a program is to be started.
  public static let environment = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
  }
}
