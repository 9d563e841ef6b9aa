import EVM
import Primitives
import StrictJSON
import Transactions

extension StateTest {
  /// Runs every case of a test at every fork that it names.
  static func run(_ json: JSON, at place: TestPlace, _ report: inout StateTests.Report) {
    var place = place
    let test: StateTest
    do {
      test = try StateTest(json)
    } catch {
      report.add(.failed, "files", at: place, "\(error)")
      return
    }
    guard let posts = json["post"]?.object, !posts.isEmpty else {
      report.add(.failed, "files", at: place, "it names no fork")
      return
    }
    for (name, json) in posts {
      place.fork = name
      let cases = json.array ?? []
      guard let fork = Fork(testName: name) else {
        report.add(.skipped, name, at: place, "the fork \(name) is unknown", count: max(cases.count, 1))
        continue
      }
      if cases.isEmpty { report.add(.failed, "\(fork)", at: place, "it has no cases") }
      for (index, expected) in cases.enumerated() {
        place.index = index
        report.judge("\(fork)", at: place) {
          try test.difference(TestFields(expected), rules: test.rules(fork, named: name))
        }
      }
      place.index = nil
    }
  }

  /// The difference between a case's outcome and the expected one; nil if there is none.
  private func difference(_ expected: TestFields, rules: RuleSet) throws -> String? {
    let exception = expected["expectException"]?.string.map(TestException.init)
    let block = try block(rules)
    let journal = Journal(pre)
    var result: ExecutionResult?
    do {
      result = try execute(expected, rules: rules, block: block, journal)
    } catch let refusal as EVMError {
      guard let exception else { return "refused: \(refusal)" }
      if !exception.allows(refusal.code) {
        return "refused for \(refusal.code) (\(refusal)), expected \(exception.text)"
      }
    } catch let refusal as TransactionError {
      guard exception != nil else { return "refused: \(refusal)" }
    } catch let refusal as ConformanceError where refusal.code == .outOfRange {
      // A number that no transaction can have.
      guard exception != nil else { return "\(refusal)" }
    }
    if let exception, result != nil { return "not refused, expected \(exception.text)" }

    let root = try Hash32(expected.text("hash"))
    let logs = result?.logsHash ?? Keccak256.hash(RLP.encode(.list([])))
    if expected["logs"] != nil, logs.hex != (try expected.text("logs").lowercased()) {
      return "logs \(logs), expected \(try expected.text("logs"))"
    }
    // Programs differ in whether a block without transactions pays its coinbase a reward of nothing, which makes an
    // account of it before EIP-161.
    if result == nil, preRoot == root { return nil }
    journal.beginTransaction()
    try journal.addBalance(block.coinbase, 0)
    journal.endTransaction(deletingEmpty: rules.deletesEmptyAccounts)
    let found = self.root(after: journal)
    return found == root ? nil : "state root \(found), expected \(root)"
  }

  /// The root of the state that a journal leaves.
  func root(after journal: Journal) -> Hash32 {
    var state = pre
    state.apply(journal.changes)
    return state.root()
  }

  /// Carries out the transaction of a case.
  ///
  /// - Throws: `EVMError` or `TransactionError` if it is refused.
  func execute(
    _ expected: TestFields, rules: RuleSet, block: BlockEnvironment, _ journal: Journal
  ) throws -> ExecutionResult {
    let transaction = try decoded(expected, rules: rules) ?? transaction(expected["indexes"])
    return try Machine(rules: rules, block: block, state: journal).execute(transaction)
  }

  /// The transaction of a case from its signed bytes, which must say the same as its fields; nil if there are none.
  private func decoded(_ expected: TestFields, rules: RuleSet) throws -> EVMTransaction? {
    guard expected["txbytes"] != nil else { return nil }
    let signed = try SignedTransaction(
      decoding: expected.bytes("txbytes"), allowingHighS: !rules.requiresLowS)
    guard try signed.transaction.chainID.map({ try $0 == chainID }) ?? true else {
      throw EVMError(.wrongChain, "the transaction is for chain \(signed.transaction.chainID ?? 0)")
    }
    let decoded = EVMTransaction(signed.transaction, sender: try signed.sender())
    if let stated = try? transaction(expected["indexes"]), stated != decoded {
      throw ConformanceError(.malformedTest, "txbytes are not the transaction of the case")
    }
    return decoded
  }
}

extension ErrorCode<EVMErrors> {
  /// A transaction for another chain.
  static var wrongChain: Self { Self("wrongChain") }
}

extension ExecutionResult {
  /// The hash of the logs' RLP, each `[address, [topic, …], data]`.
  var logsHash: Hash32 {
    Keccak256.hash(RLP.encode(.list(logs.map(\.item))))
  }
}
