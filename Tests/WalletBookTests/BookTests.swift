import Database
import Keystores
import Primitives
import Testing

@testable import WalletBook

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A book in a folder of its own.
final class BookHome {
  let folder: String
  var path: String { "\(folder)/lectures/book.sqlite" }

  init() {
    var template = Array("/tmp/wallet-book-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for suffix in ["", "-wal", "-shm", ".v\(BookSchema.current.version)-backup"] {
      unlink("\(path)\(suffix)")
    }
    rmdir("\(folder)/lectures")
    rmdir(folder)
  }

  func mode(_ path: String) -> UInt32 {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return UInt32(status.st_mode) & 0o777
  }
}

/// An address that is made of a number.
func address(_ number: UInt64) -> Address { Address(truncating: UInt256(number)) }

@Suite("The wallet book's file")
struct BookTests {
  private let home = BookHome()

  @Test("that others may write is refused with what mends it: names in it stand for addresses that are paid")
  func exposed() throws {
    let home = BookHome()
    _ = try Book(home.path)
    chmod(home.path, 0o666)
    let refused = #expect(throws: WalletBookError.self) { _ = try Book(home.path) }
    #expect(refused?.code == .bookExposed && refused?.advice == "chmod go-w \(home.path)")
    chmod(home.path, 0o600)
    _ = try Book(home.path)
  }

  @Test("is for its owner only, and is not made by who only reads")
  func permissions() throws {
    #expect(try Book.ifThere(home.path) == nil)
    _ = try Book(home.path)
    #expect(home.mode(home.path) == 0o600)
    #expect(home.mode("\(home.folder)/lectures") == 0o700)
    #expect(try Book.ifThere(home.path) != nil)
  }

  @Test("is copied before its form changes, once, with all that was in it")
  func migration() async throws {
    try await Book(home.path).add(Contact(name: "school", address: address(1), created: 7))
    var next = BookSchema.current
    next.steps.append(.changing { try $0.execute("ALTER TABLE contact ADD COLUMN note TEXT") })
    let newer = try Book(home.path, schema: next)
    #expect(try await newer.contacts().map(\.name) == ["school"])
    let copy = "\(home.path).v\(BookSchema.current.version)-backup"
    #expect(home.mode(copy) == 0o600)
    #expect(try await Book(copy).contacts().map(\.name) == ["school"])
    // A program of before must not write into it.
    #expect(throws: WalletBookError(.bookNewer, "")) { try Book(home.path) }
  }

  @Test("of another program is left alone")
  func foreign() async throws {
    try PrivateFile.makeFolder(of: home.path)
    try await DatabaseFile(home.path).write { try $0.execute("CREATE TABLE theirs (a)") }
    #expect(throws: WalletBookError(.bookFailed, "")) { try Book(home.path) }
    try PrivateFile.replace(home.path, with: Array("no database at all, whatever its name".utf8))
    #expect(throws: WalletBookError(.bookFailed, "")) { try Book(home.path) }
  }

  @Test("is made once by many who open it at the same time")
  func together() async throws {
    let path = home.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 {
        group.addTask {
          try await Book(path).add(Contact(name: "c\(number)", address: address(UInt64(number)), created: 0))
        }
      }
      try await group.waitForAll()
    }
    #expect(try await Book(path).contacts().count == 8)
  }

  @Test("has one address for a name, be it a wallet's or a contact's")
  func names() async throws {
    let book = try Book(home.path)
    try await book.add(Wallet(title: "cold", address: address(1), kind: .watch, created: 0))
    try await book.add(Contact(name: "caf\u{E9}", address: address(2), created: 0))
    for name in ["cold", "cafe\u{301}"] {
      await #expect(throws: WalletBookError(.nameTaken, "")) {
        try await book.add(Contact(name: name, address: address(3), created: 0))
      }
      await #expect(throws: WalletBookError(.nameTaken, "")) {
        try await book.add(Wallet(title: name, address: address(3), kind: .watch, created: 0))
      }
    }
    await #expect(throws: WalletBookError(.nameTaken, "")) { try await book.renameContact("caf\u{E9}", to: "cold") }
    await #expect(throws: WalletBookError(.nameTaken, "")) { try await book.rename("cold", to: "caf\u{E9}") }
    try await book.rename("cold", to: "colder")
    try await book.renameContact("caf\u{E9}", to: "cold")
    #expect(try book.address(named: "colder") == address(1))
    #expect(try book.address(named: "cold") == address(2))
    #expect(try book.address(named: "other") == nil)
    try await book.removeContact("cold")
    await #expect(throws: WalletBookError(.notFound, "")) { try await book.removeContact("cold") }
  }

  @Test("forgets what it had of a key that is gone when the name is used anew")
  func keys() async throws {
    let book = try Book(home.path)
    try await book.add(
      Wallet(title: "a", address: address(1), kind: .phrase, path: "m/44'/60'/0'/0/0", created: 0))
    // The keystore says which keys there are: this one's file may be gone.
    #expect(try book.address(named: "a") == nil)
    try await book.add(Wallet(title: "a", address: address(2), kind: .key, network: "kairos", created: 1))
    #expect(
      try await book.wallets() == [Wallet(title: "a", address: address(2), kind: .key, network: "kairos", created: 1)])
    #expect(try await book.setNetwork(nil, of: "a"))
    #expect(try await book.wallets().first?.network == nil)
    #expect(try await book.remove("a"))
    #expect(try await !book.remove("a"))
  }

  @Test("takes no name that could be taken for something else")
  func invalid() {
    for name in [
      "", "-a", ".a", " a", "a ", "a/b", "a:b", "a\nb", "a\u{202E}b", "a\u{200B}b", "0xabc", "5CbD…07FB", "5cbd...07fb",
      "a\u{3164}b", "\u{2800}", "school\u{2800}", "a\u{115F}", "０ｘ12ab", "0Х12ab", "Ох12ab", "5СbD…07FВ", "５cbd…07fb",
      String(repeating: "a1", count: 20), String(repeating: "x", count: 101),
    ] {
      #expect(throws: WalletBookError(.invalidName, ""), "\(name)") { try BookName.check(name) }
    }
    for name in ["school", "vitalik.eth", "스위프트 학교", "beef", "deadbeef", "a.b", "2026.11", "Oxford", "Охота", "oxbow"] {
      #expect(throws: Never.self, "\(name)") { try BookName.check(name) }
    }
  }

  @Test("knows names that look like one another, and addresses that do")
  func likeness() throws {
    for (one, other) in [
      ("School", "school"), ("school", "schооl"), ("paypal", "раураl"), ("alice1", "aIicel"), ("modern", "modem"),
      ("resume", "résumé"), ("my-school", "my_school"), ("b0b", "bob"),
      ("school", "sᴄʜᴏᴏʟ"), ("Alice", "ᴀʟɪᴄᴇ"),
    ] {
      #expect(BookName.looksLike(one, other), "\(one) \(other)")
    }
    for (one, other) in [("school", "schools"), ("alice", "bob"), ("a", "a")] {
      #expect(!BookName.looksLike(one, other))
    }
    let known = try Address("0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB")
    #expect(AddressSimilarity.isPoison(try Address("0x5cb00000000000000000000000000000000007fb"), of: known))
    #expect(!AddressSimilarity.isPoison(try Address("0x5cb00000000000000000000000000000000008fb"), of: known))
    #expect(!AddressSimilarity.isPoison(known, of: known))
    #expect(
      BookName.looksLikeService("vitalik.eth") && !BookName.looksLikeService("v 1.eth")
        && !BookName.looksLikeService("2026.11"))
  }
}
