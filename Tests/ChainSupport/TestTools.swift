import Foundation

/// What lies in the package's folder beside the sources, and what of other people's is installed there.
public enum TestTools {
  /// The package's root.
  public static let root: String =
    // Scratch packages reach this file through a symbolic link; the tools lie beside the real one.
    URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The Python that has py-evm, vyper, web3.py and eth-account.
  public static let python = root + "/.venv/bin/python"

  /// Whether the tests that need other people's programs can run.
  public static let areInstalled =
    FileManager.default.isExecutableFile(atPath: python)
    && FileManager.default.fileExists(atPath: root + "/Tests/Chain/node.py")

  /// The reason shown when they can't.
  public static let advice = "the Python chain and witnesses are not installed: run Scripts/setup.sh tests"

  /// The reason shown when the program is missing.
  public static let programAdvice = "the program `lectures` is not built beside the tests, or \(advice)"
}
