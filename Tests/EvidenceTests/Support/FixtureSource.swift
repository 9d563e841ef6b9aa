import Evidence
import Locking
import Primitives
import StrictJSON
import Testing

/// A node made of what was recorded or sealed for a test, which may lie.
final class FixtureSource: KaiaBlockSource, Sendable {
  struct Answers: Sendable {
    var headers: [UInt64: JSON] = [:]
    var transactions: [UInt64: JSON] = [:]
    var receipts: [UInt64: JSON] = [:]
    var proofs: [UInt64: [Address: JSON]] = [:]
    /// The numbers of the headers asked for, in order.
    var asked: [UInt64] = []
  }

  let answers: Guarded<Answers>

  init(headers: [JSON]) throws {
    var answers = Answers()
    for header in headers {
      let number = try UInt256(parsing: try #require(header["number"]?.string))
      answers.headers[try #require(UInt64(exactly: number))] = header
    }
    self.answers = Guarded(answers)
  }

  convenience init(_ fixture: KaiaFixture) throws {
    try self.init(headers: fixture.told)
    let bodies = try fixture.bodies()
    let proofs = try (fixture.json["accountProofs"]?.array ?? []).map {
      (
        UInt64(try #require($0["number"]?.int)), try Address(try #require($0["address"]?.string)),
        ["accountProof": $0["proof"] ?? .null] as JSON
      )
    }
    answers.withLock { answers in
      for body in bodies {
        answers.transactions[body.number] = body.raw
        answers.receipts[body.number] = body.receipts
      }
      for (number, address, proof) in proofs { answers.proofs[number, default: [:]][address] = proof }
    }
  }

  var asked: [UInt64] { answers.withLock { $0.asked } }

  func lie(_ change: (inout Answers) -> Void) { answers.withLock { change(&$0) } }

  func header(number: UInt64) async throws -> JSON {
    answers.withLock {
      $0.asked.append(number)
      return $0.headers[number] ?? .null
    }
  }

  func transactions(number: UInt64, hash: Hash32) async throws -> JSON {
    answers.withLock { $0.transactions[number] ?? [] }
  }

  func receipts(number: UInt64, hash: Hash32) async throws -> JSON { answers.withLock { $0.receipts[number] ?? [] } }

  func proof(of account: Address, number: UInt64) async throws -> JSON {
    answers.withLock { $0.proofs[number]?[account] ?? ["accountProof": []] }
  }
}
