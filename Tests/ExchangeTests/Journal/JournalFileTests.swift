import Database
import Foundation
import Orders
import Outbox
import Primitives
import Testing

@testable import Exchange

@Suite("The journal's file")
struct JournalFileTests {
  private let fixture: JournalFixture

  init() throws { fixture = try JournalFixture() }

  private func change(_ sql: String) throws {
    let file = try DatabaseFile(fixture.path)
    try file.connected { try $0.execute(sql) }
    try file.close()
  }

  private func trouble(_ body: () throws -> OrderJournal) -> OrderJournalErrors.Facts? {
    let error = #expect(throws: OrderJournalError.self) { try body() }
    #expect(error?.code == .fileFailed && error?.message.contains("nothing was signed") == true)
    return error?.facts
  }

  @Test("is made for its owner only, and refused for another chain than the one that it was made for")
  func chain() throws {
    _ = try fixture.journal()
    let mode = try FileManager.default.attributesOfItem(atPath: fixture.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    _ = try fixture.journal()
    let path = fixture.path
    let others = [
      ChainMark(chainID: 1), ChainMark(chainID: 1337, genesis: Hash32(UInt256(8))),
      ChainMark(chainID: 1337, genesis: Hash32(UInt256(7)), isFork: true),
    ]
    for other in others { #expect(trouble { try OrderJournal(path, chain: other) } == .file(path, .otherChain)) }
  }

  @Test("is refused of another program, of a later version, damaged, or where others may write it")
  func refused() throws {
    _ = try fixture.journal()
    let path = fixture.path
    try change("PRAGMA user_version = 99")
    #expect(trouble { try fixture.journal() } == .file(path, .newer))
    try change("PRAGMA application_id = 7")
    #expect(trouble { try fixture.journal() } == .file(path, .foreign))
    chmod(path, 0o666)
    #expect(trouble { try fixture.journal() } == .file(path, .notWritable))
    let text = fixture.folder + "/text"
    try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: text))
    chmod(text, 0o600)
    #expect(trouble { try OrderJournal(text, chain: JournalFixture.chain) } == .file(text, .damaged))
  }

  @Test(
    "with values that no program of ours wrote gives an error: nothing of them is signed or posted",
    arguments: [
      "UPDATE limitOrder SET hash = replace(hash, '0x', '0y')", "UPDATE limitOrder SET terms = '{}'",
      #"UPDATE limitOrder SET terms = replace(terms, '"300"', '"3"')"#, "UPDATE limitOrder SET state = 'somehow'",
      "UPDATE limitOrder SET signer = '0x00'", "UPDATE limitOrder SET signed = NULL",
      "UPDATE limitOrder SET ending = 'filled'", "UPDATE limitOrder SET state = 'draft'",
      #"UPDATE limitOrder SET signed = replace(signed, '"300"', '"3"')"#,
      #"UPDATE limitOrder SET signed = replace(replace(replace(signed, ':28', ':29'), ':27', ':28'), ':29', ':27')"#,
      "INSERT INTO posting VALUES (1, 'x', 'perhaps', 1, NULL, 1)",
    ])
  func absurd(sql: String) async throws {
    let journal = try fixture.journal()
    let draft = try await journal.begin(JournalFixture.order(salt: 3), key: JournalFixture.key())
    _ = try await journal.keep(draft.unsigned.signed(by: RelayOrders.key()), of: draft.id)
    #expect(try await journal.orders().count == 1)
    try change(sql)
    let error = await journalFailure { try await journal.orders() }
    #expect(error?.facts == .file(fixture.path, .damaged), "\(String(describing: error))")
    let again = await journalFailure { try await JournalFixture.place(in: journal, at: []) }
    #expect(again?.facts == .file(fixture.path, .damaged))
  }
}
