/// Several commands of one account, one after the other, each by way of a node that tells another lie.
struct ByzantineScenario: Sendable, Hashable {
  enum Command: String, CaseIterable, Sendable {
    /// The payment, with its key.
    case pay = "pay"
    /// Another payment, with a key of its own.
    case payAnother = "pay another"
    /// Another payment, with a daily limit below two payments.
    case payAnotherWithinLimit = "pay another within limits"
    case speedUp = "speed up"
    case cancel = "cancel"
    case resume = "resume"

    /// Which payment it is.
    var number: Int { self == .payAnother || self == .payAnotherWithinLimit ? 1 : 0 }
  }

  struct Step: Sendable, Hashable {
    let lie: Lie
    let command: Command
  }

  let steps: [Step]

  private static let lies = Lie.allCases.filter { !Lie.ofSeals.contains($0) }

  private init(_ steps: (Lie, Command)...) { self.steps = steps.map { Step(lie: $0.0, command: $0.1) } }

  /// Three to six commands, the first of which pays, with any lies.
  init(using chance: inout some RandomNumberGenerator) {
    steps = (0..<Int.random(in: 3...6, using: &chance)).map { number in
      let command = number == 0 ? .pay : Command.allCases.randomElement(using: &chance) ?? .pay
      return Step(lie: Self.lies.randomElement(using: &chance) ?? .failed, command: command)
    }
  }

  /// The lies and commands, in their order.
  var title: String { steps.map { "\($0.command.rawValue) (\($0.lie.rawValue))" }.joined(separator: "; ") }

  static let all = [
    ByzantineScenario((.swallowed, .pay), (.swallowed, .speedUp), (.failed, .pay)),
    ByzantineScenario((.swallowed, .pay), (.swallowed, .cancel), (.swallowed, .pay)),
    ByzantineScenario((.unknownText, .pay), (.nonceTooLow, .cancel), (.failed, .pay)),
    ByzantineScenario(
      (.unknownText, .pay), (.unknownText, .resume), (.strangersTransaction, .resume), (.inventedTransaction, .pay)),
    ByzantineScenario((.failed, .pay), (.failed, .cancel), (.noReceipt, .pay)),
    ByzantineScenario((.failed, .pay), (.failed, .speedUp), (.otherGenesis, .pay), (.fork, .pay)),
    ByzantineScenario((.inventedSuccess, .pay), (.swallowed, .payAnother), (.inventedBlock, .resume)),
    ByzantineScenario((.swallowed, .pay), (.inventedSuccess, .cancel), (.inventedSuccess, .pay)),
    ByzantineScenario((.noReceipt, .pay), (.countTooHigh, .pay), (.otherBlock, .pay)),
    ByzantineScenario((.swallowed, .pay), (.swallowed, .payAnother), (.nonceTooLow, .pay), (.unknownText, .payAnother)),
    ByzantineScenario((.unknownText, .pay), (.swallowed, .payAnother), (.failed, .pay), (.failed, .payAnother)),
    ByzantineScenario((.failed, .pay), (.failed, .payAnotherWithinLimit)),
    ByzantineScenario((.strangersTransaction, .pay), (.strangersTransaction, .payAnotherWithinLimit)),
  ]
}
