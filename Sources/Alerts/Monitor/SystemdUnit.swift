/// A service of systemd that runs a daemon for a user: a file `~/.config/systemd/user/NAME.service`.
public enum SystemdUnit {
  /// - Parameters:
  ///   - description: What it is, for those who list services; one line.
  ///   - program: The program's path.
  ///   - arguments: Its arguments, the words of its command included.
  ///   - environment: Variables that it needs, by name.
  ///   - writable: The folders that it writes to, beside the home.
  public static func text(
    description: String, program: String, arguments: [String], environment: [(name: String, value: String)] = [],
    writable: [String] = []
  ) -> String {
    let variables = environment.map { "Environment=\(quoted("\($0.name)=\($0.value)"))\n" }.joined()
    return """
      [Unit]
      Description=\(description.replacing("%", with: "%%"))
      After=network-online.target
      Wants=network-online.target

      [Service]
      Type=notify
      TimeoutStartSec=600
      WatchdogSec=300
      \(variables)ExecStart=\(([program] + arguments).map { quoted($0).replacing("$", with: "$$") }.joined(separator: " "))
      Restart=on-failure
      RestartSec=10
      NoNewPrivileges=yes
      PrivateTmp=yes
      ProtectSystem=strict
      ReadWritePaths=\((["%h"] + writable.map(quoted)).joined(separator: " "))

      [Install]
      WantedBy=default.target

      """
  }

  /// A word (systemd.syntax(7)): `%` and quotes stand for themselves. A command line has to double `$`, too.
  private static func quoted(_ word: String) -> String {
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
      .replacing("\n", with: "\\n")
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
