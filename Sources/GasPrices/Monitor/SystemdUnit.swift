/// A service of systemd that runs the daemon for a user: `~/.config/systemd/user/lectures-gas.service`.
public enum SystemdUnit {
  /// - Parameters:
  ///   - program: The program's path.
  ///   - arguments: What follows, `gas daemon` included.
  public static func text(program: String, arguments: [String]) -> String {
    """
    [Unit]
    Description=lectures gas: watches the price of gas and tells alerts
    After=network-online.target
    Wants=network-online.target

    [Service]
    ExecStart=\(([program] + arguments).map(quoted).joined(separator: " "))
    Restart=on-failure
    RestartSec=10
    NoNewPrivileges=yes
    PrivateTmp=yes
    ProtectSystem=strict
    ReadWritePaths=%h

    [Install]
    WantedBy=default.target

    """
  }

  /// A word of a command line (systemd.syntax(7)): `%`, `$` and quotes stand for themselves.
  private static func quoted(_ word: String) -> String {
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
      .replacing("$", with: "$$").replacing("\n", with: "\\n")
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "@"):
        true
      default: false
      }
    }
    return isPlain && !word.isEmpty ? word : "\"\(escaped)\""
  }
}
