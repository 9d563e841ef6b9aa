extension ContractABI {
  /// Reads signatures as they stand in Solidity: `function f(uint256 a) view returns (bool)`, `event E(address indexed
  /// a)`, `error E(string)`, `constructor(…) payable`, `fallback()`, `receive()`, and `struct S { address a; T[] b; }`,
  /// whose name is then a type in all others.
  ///
  /// Entries with a type that is none are kept apart (``unusable``).
  ///
  /// - Throws: `invalidSignature` with the character where reading stopped.
  public init(humanReadable signatures: [String]) throws(ContractABIError) {
    let structs = try StructTable(signatures)
    var items = ABIItems()
    for signature in signatures where !StructTable.isDefinition(signature) {
      do throws(ContractABIError) {
        items.add(try ABIItem(parsing: signature, structs: structs))
      } catch {
        guard let unusable = UnusableEntry(signature, error) else { throw error }
        items.add(unusable)
      }
    }
    self = items.abi
  }
}

extension ABIFunction {
  /// Reads `function purchaseLecture(uint256 lectureNumber) payable`; `function` may be left out, and results may
  /// follow in parentheses alone: `balanceOf(address)(uint256)`.
  ///
  /// - Throws: `invalidSignature` with the character where reading stopped.
  public init(parsing signature: String) throws(ContractABIError) {
    guard case .function(let function) = try ABIItem(parsing: signature, bareIsFunction: true) else {
      throw ContractABIError(.invalidSignature, "\(TerminalSafe.quote(signature, limit: 120)) is not a function")
    }
    self = function
  }
}

extension ABIEvent {
  /// Reads `event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)`.
  ///
  /// - Throws: `invalidSignature` with the character where reading stopped.
  public init(parsing signature: String) throws(ContractABIError) {
    guard case .event(let event) = try ABIItem(parsing: signature) else {
      throw ContractABIError(.invalidSignature, "\(TerminalSafe.quote(signature, limit: 120)) is not an event")
    }
    self = event
  }
}

extension ABIError {
  /// Reads `error NotStudent(address account)`.
  ///
  /// - Throws: `invalidSignature` with the character where reading stopped.
  public init(parsing signature: String) throws(ContractABIError) {
    guard case .error(let error) = try ABIItem(parsing: signature) else {
      throw ContractABIError(.invalidSignature, "\(TerminalSafe.quote(signature, limit: 120)) is not an error")
    }
    self = error
  }
}

/// One entry of an ABI.
enum ABIItem {
  case function(ABIFunction)
  case event(ABIEvent)
  case error(ABIError)
  case constructor(ABIConstructor)
  case fallback(StateMutability)
  case receive

  init(
    parsing text: String, bareIsFunction: Bool = false, structs: StructTable? = nil
  ) throws(ContractABIError) {
    var scanner = SignatureScanner(text, failing: .invalidSignature, structs: structs)
    scanner.skipSpace()
    let start = scanner.position
    guard let keyword = scanner.identifier() else { throw scanner.failure("a name was expected") }
    switch keyword {
    case "constructor" where !bareIsFunction:
      let inputs = try scanner.parameters(indexed: false)
      self = .constructor(ABIConstructor(inputs: inputs, stateMutability: try Self.modifiers(&scanner)))
    case "fallback" where !bareIsFunction:
      _ = try scanner.parameters(indexed: false)
      let mutability = try Self.modifiers(&scanner)
      if scanner.take(word: "returns") { _ = try scanner.parameters(indexed: false) }
      self = .fallback(mutability)
    case "receive" where !bareIsFunction:
      _ = try scanner.parameters(indexed: false)
      _ = try Self.modifiers(&scanner)
      self = .receive
    case "event" where scanner.hasName:
      let (name, inputs) = try Self.declaration(&scanner, indexed: true)
      let isAnonymous = scanner.take(word: "anonymous")
      guard inputs.count(where: \.isIndexed) <= (isAnonymous ? 4 : 3) else {
        throw scanner.failure("an event has at most three indexed parameters, four if it is anonymous")
      }
      self = .event(ABIEvent(name: name, inputs: inputs, isAnonymous: isAnonymous))
    case "error" where scanner.hasName:
      let (name, inputs) = try Self.declaration(&scanner, indexed: false)
      self = .error(ABIError(name: name, inputs: inputs))
    case "function" where scanner.hasName:
      let (name, inputs) = try Self.declaration(&scanner, indexed: false)
      self = try Self.function(&scanner, name, inputs)
    default:
      guard bareIsFunction else {
        throw scanner.failure(
          "expected function, event, error, struct, constructor, fallback or receive", at: start,
          advice: "Write \"function \(TerminalSafe.escape(keyword, limit: 40))(…)\" for a function.")
      }
      self = try Self.function(&scanner, keyword, try scanner.parameters(indexed: false))
    }
    _ = scanner.take(";")
    try scanner.end()
  }

  private static func function(
    _ scanner: inout SignatureScanner, _ name: String, _ inputs: [ABIParameter]
  ) throws(ContractABIError) -> ABIItem {
    let mutability = try modifiers(&scanner)
    var outputs: [ABIParameter] = []
    if scanner.take(word: "returns") || scanner.isBefore("(") { outputs = try scanner.parameters(indexed: false) }
    return .function(ABIFunction(name: name, inputs: inputs, outputs: outputs, stateMutability: mutability))
  }

  private static func declaration(
    _ scanner: inout SignatureScanner, indexed: Bool
  ) throws(ContractABIError) -> (String, [ABIParameter]) {
    guard let name = scanner.identifier() else { throw scanner.failure("a name was expected") }
    return (name, try scanner.parameters(indexed: indexed))
  }

  /// Reads the words between the parameters and `returns`.
  private static func modifiers(_ scanner: inout SignatureScanner) throws(ContractABIError) -> StateMutability {
    var mutability: StateMutability?
    while true {
      let before = scanner
      guard let word = scanner.identifier() else { break }
      switch word {
      case "external", "public", "internal", "private", "virtual", "override": continue
      case "returns":
        scanner = before
        return mutability ?? .nonpayable
      default:
        guard let found = word == "constant" ? .view : StateMutability(rawValue: word) else {
          throw before.failure("\(TerminalSafe.quote(word, limit: 40)) is no modifier of a function")
        }
        guard mutability == nil || mutability == found else {
          throw before.failure("\(word) contradicts \(mutability?.rawValue ?? "")")
        }
        mutability = found
      }
    }
    return mutability ?? .nonpayable
  }
}

/// Entries in the order they come.
struct ABIItems {
  private var functions: [ABIFunction] = []
  private var events: [ABIEvent] = []
  private var errors: [ABIError] = []
  private var constructor: ABIConstructor?
  private var fallback: StateMutability?
  private var hasReceive = false
  private var unusable: [UnusableEntry] = []

  mutating func add(_ entry: UnusableEntry) { unusable.append(entry) }

  mutating func add(_ item: ABIItem) {
    switch item {
    case .function(let function): functions.append(function)
    case .event(let event): events.append(event)
    case .error(let error): errors.append(error)
    case .constructor(let value): constructor = constructor ?? value
    case .fallback(let mutability): fallback = fallback ?? mutability
    case .receive: hasReceive = true
    }
  }

  var abi: ContractABI {
    ContractABI(
      constructor: constructor, functions: functions, events: events, errors: errors, fallback: fallback,
      hasReceive: hasReceive, unusable: unusable)
  }
}
