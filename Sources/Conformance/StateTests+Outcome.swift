import EVM
import Primitives
import StrictJSON

extension StateTests {
  /// Carries out the first case of a state test at a fork that it needn't name, and gives the outcome: `refused` with
  /// the reason, or `root`, `gas`, `logs` (a hash), `output` (a hash) and `success`; `error` for a test that can't be
  /// read.
  ///
  /// For comparing the EVM with others: nothing is expected, and no reward is paid.
  public static func outcome(of text: Bytes) -> JSON {
    do {
      let json = try JSON(parsing: text)
      let name = try TestFields(json).text("fork")
      guard let fork = Fork(testName: name) else { throw TestFields.malformed("fork", name) }
      let test = try StateTest(json)
      let rules = try test.rules(fork, named: name)
      let journal = Journal(test.pre)
      do {
        let result = try test.execute(TestFields(json), rules: rules, block: test.block(rules), journal)
        return [
          "root": .string(test.root(after: journal).hex), "gas": .number("\(result.gasUsed)"),
          "logs": .string(result.logsHash.hex), "output": .string(Keccak256.hash(result.output).hex),
          "success": .bool(result.isSuccess),
        ]
      } catch let refusal as EVMError {
        return ["refused": .string("\(refusal.code)")]
      }
    } catch {
      return ["error": .string("\(error)")]
    }
  }
}
