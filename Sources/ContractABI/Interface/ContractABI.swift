import Primitives

/// The interface of a contract: what it can be asked, what it logs, and how it refuses.
public struct ContractABI: Sendable, Hashable {
  /// The constructor, if the ABI has one; a contract without one takes no arguments and no money.
  public let constructor: ABIConstructor?
  /// In the order of the ABI.
  public let functions: [ABIFunction]
  /// In the order of the ABI; those that differ only in what is indexed are kept apart.
  public let events: [ABIEvent]
  /// The custom ones, in the order of the ABI.
  public let errors: [ABIError]
  /// The state mutability of the fallback function, if there is one.
  public let fallback: StateMutability?
  /// Whether it takes money without a call.
  public let hasReceive: Bool
  /// The entries that have a type that is none, in the order of the ABI: asking for one gives the error of its type.
  public let unusable: [UnusableEntry]

  /// Takes the parts; of functions, events and errors that come twice the first is kept.
  public init(
    constructor: ABIConstructor? = nil, functions: [ABIFunction] = [], events: [ABIEvent] = [],
    errors: [ABIError] = [], fallback: StateMutability? = nil, hasReceive: Bool = false,
    unusable: [UnusableEntry] = []
  ) {
    self.constructor = constructor
    self.functions = functions.firstOfEach { $0.signature }
    self.events = events.firstOfEach { $0.signature + $0.inputs.map { $0.isIndexed ? "1" : "0" }.joined() }
    self.errors = errors.firstOfEach { $0.signature }
    self.fallback = fallback
    self.hasReceive = hasReceive
    self.unusable = unusable
  }

  /// Whether the contract takes money without a call, by `receive` or a payable fallback.
  public var takesPlainTransfers: Bool { hasReceive || fallback == .payable }
}

extension Array {
  fileprivate func firstOfEach(_ key: (Element) -> String) -> [Element] {
    var seen: Set<String> = []
    return filter { seen.insert(key($0)).inserted }
  }
}
