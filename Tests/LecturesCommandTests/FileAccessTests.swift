import NodeDoubles
import StrictJSON
import Testing

@testable import LecturesCommand

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Files that are damaged, or that others have access to")
struct FileAccessTests {
  private static let bob = "0x" + String(repeating: "1", count: 64)

  /// A home with the account bob, whose key nobody has published.
  private func home() async -> WalletHome {
    let home = WalletHome()
    home.directory.write(Self.bob, to: "bob.key")
    _ = await home.run("wallet import bob --light --private-key-file \(home.file("bob.key"))")
    return home
  }

  private func key(_ name: String) -> String { "lectures/keystores/\(name).json" }

  // MARK: Damaged

  @Test("a key file that is damaged is told by every command that needs the account", arguments: ["", "{\"crypto\":"])
  func damaged(_ content: String) async {
    let home = await home()
    home.directory.write(content, to: key("bob"))
    for line in ["wallet sign hello", "wallet sign hello --from bob", "balance", "wallet transfer --to bob --amount 1"]
    {
      let run = await home.run(line)
      #expect(run.status == .locked, "\(line): \(run.errors)")
      #expect(run.errors.contains("bob.json: The key file is damaged: it is "), "\(line): \(run.errors)")
    }
    #expect(await home.run("wallet list --offline").output.contains("damaged"))
    let byAddress = await home.run("wallet sign hello --from \(WalletHome.student)")
    #expect(byAddress.status == .locked && byAddress.errors.contains("nobody knows whose they are: bob.json"))
  }

  @Test("beside a damaged key file the other account does not act in its place")
  func besideDamaged() async {
    let home = await home()
    home.directory.write("", to: key("alice"))
    let run = await home.run("wallet sign hello")
    #expect(run.status == .settings)
    #expect(run.errors.contains("There are alice (damaged), bob."), "\(run.errors)")
    #expect(await home.run("wallet sign hello --from bob").status == .success)
    // What never was a key file is nobody's account.
    home.directory.write("{}", to: key("alice"))
    #expect(await home.run("wallet sign hello").status == .success)
  }

  @Test("a pipe in the place of a file is refused, and holds no command")
  func pipes() async {
    let home = await home()
    let pipe = home.file("pipe")
    mkfifo(pipe, 0o600)
    for line in [
      "list --config \(pipe)", "wallet sign hello --from bob --password-file \(pipe)", "tx list --outbox \(pipe)",
      "contract decode 0x00 --abi \(pipe)", "index status --database \(pipe)", "tx list --outbox @\(pipe)",
      "wallet import eve --light --private-key-file \(pipe)", "receipt check \(pipe)",
      "index status --database-file \(pipe)",
    ] {
      let run = await home.run(line)
      #expect(run.status != .success && run.errors.contains("no regular file"), "\(line): \(run.output)\(run.errors)")
    }
  }

  // MARK: Keys and passwords

  @Test("a key that others may read or write is not used", arguments: [0o644, 0o640, 0o622])
  func exposedKey(mode: UInt32) async {
    let home = await home()
    chmod(home.file(key("bob")), mode)
    for line in ["wallet sign hello", "wallet sign hello --from bob"] {
      let run = await home.run(line)
      #expect(run.status == .locked, "\(run.output)")
      #expect(run.errors.contains("chmod 600 \(home.file(key("bob")))\n"), "\(run.errors)")
    }
    #expect(await home.run("wallet list --offline").output.contains("is \(String(mode, radix: 8)): others may "))
    chmod(home.file(key("bob")), 0o600)
    #expect(await home.run("wallet sign hello").status == .success)
  }

  @Test("a key in a folder that others may write is not used")
  func exposedFolder() async {
    let home = await home()
    chmod(home.file("lectures/keystores"), 0o770)
    let run = await home.run("wallet sign hello")
    #expect(run.status == .locked)
    #expect(run.errors.contains("others may replace the files in it.\n  chmod go-w \(home.file("lectures/keystores"))"))
  }

  @Test("keys that are published for tests are used with whatever permissions, and it is said")
  func published() async {
    let home = await WalletHome.withOwner()
    chmod(home.file(key("owner")), 0o644)
    chmod(home.file("lectures/keystores"), 0o777)
    chmod(home.file("password"), 0o644)
    let run = await home.run("wallet sign hello")
    #expect(run.status == .success)
    #expect(run.errors.contains("is 644: others may read it. The key of owner is used all the same: it is published"))
    #expect(await home.run("wallet list --offline").output.contains("version 3"))
  }

  @Test("a password on a descriptor or standard input is taken whatever its file's permissions are")
  func descriptor() async {
    let home = await home()
    chmod(home.file("password"), 0o644)
    #expect(await home.run("wallet sign hello").status == .locked)
    let file = open(home.file("password"), O_RDONLY)
    defer { close(file) }
    let run = await home.run("wallet sign hello --password-fd \(file)", without: "LECTURES_PASSWORD_FILE")
    #expect(run.status == .success, "\(run.errors)")
    lseek(file, 0, SEEK_SET)
    let path = await home.run(
      "wallet sign hello --password-file /dev/fd/\(file)", without: "LECTURES_PASSWORD_FILE")
    #expect(path.status == .success, "\(path.errors)")
  }

  @Test("a key file is not imported as long as others may read it")
  func imported() async {
    let home = await home()
    let file = home.directory.write(home.directory.read(key("bob")) ?? "", to: "download.json", mode: 0o644)
    _ = await home.run("wallet remove bob", answers: ["bob"])
    let run = await home.run("wallet import bob --keystore \(file)")
    #expect(run.status == .locked && run.errors.contains("chmod 600 \(file)"), "\(run.errors)")
    chmod(file, 0o600)
    #expect(await home.run("wallet import bob --keystore \(file)").status == .success)
  }

  // MARK: Settings and records

  @Test("a configuration that others may write is not used", arguments: [(0o660, 0o700), (0o600, 0o777)])
  func configuration(mode: Int, folder: Int) async {
    let home = WalletHome()
    mkdir(home.file("conf"), 0o700)
    let file = home.directory.write(#"{"profile": "p", "profiles": {"p": {}}}"#, to: "conf/config.json")
    #expect(await home.run("network list --config \(file)").status == .success)
    chmod(file, mode_t(mode))
    chmod(home.file("conf"), mode_t(folder))
    let run = await home.run("network list --config \(file)")
    #expect(run.status == .settings)
    #expect(run.errors.contains("chmod go-w \(mode == 0o660 ? file : home.file("conf"))\n"), "\(run.errors)")
    chmod(home.file("conf"), 0o700)
    chmod(file, 0o644)
    #expect(await home.run("network list --config \(file)").status == .success)
  }

  @Test("an outbox that others may write is not used, and nothing is sent")
  func outbox() async throws {
    let home = await home()
    let node = try StubNode { $0.balances = ["0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a": 100] }
    home.use(node)
    mkdir(home.file("out"), 0o777)
    chmod(home.file("out"), 0o777)
    let line = "wallet transfer --to \(WalletHome.student) --amount 1 --yes --outbox \(home.file("out/box.sqlite"))"
    let run = await home.run(line)
    #expect(run.status == .settings, "\(run.errors)")
    #expect(run.errors.contains("chmod go-w \(home.file("out"))"))
    #expect(node.sent.isEmpty)
    chmod(home.file("out"), 0o700)
    let sent = await home.run(line)
    #expect(sent.status == .success && node.sent.count == 1, "\(sent.errors)")
  }
}
