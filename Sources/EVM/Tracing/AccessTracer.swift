import Primitives

/// Notes which accounts and storage slots the instructions name: what an access list announces (EIP-2930), and what a
/// picture of the state before a transaction must hold.
public struct AccessTracer: Tracer, Sendable {
  /// The slots that were read or written, by account; none for an account of which only the address was named.
  public private(set) var accesses: [Address: Set<UInt256>] = [:]
  /// The contracts that were to be created.
  public private(set) var created: Set<Address> = []
  /// The accounts that destroyed themselves.
  public private(set) var destroyed: Set<Address> = []

  /// A tracer that has seen nothing.
  public init() {}

  /// Adds the address or slot that an instruction reads from its stack.
  public mutating func step(_ step: TraceStep) {
    guard let top = step.stack.last else { return }
    switch step.opcode {
    case .sload, .sstore: accesses[step.address, default: []].insert(top)
    case .balance, .extcodesize, .extcodecopy, .extcodehash, .selfdestruct: name(top)
    case .call, .callcode, .delegatecall, .staticcall:
      if step.stack.count >= 5 { name(step.stack[step.stack.count - 2]) }
    default: break
    }
  }

  /// Adds the address of a contract that is created.
  public mutating func enter(_ message: Message, depth: Int, callerGas: UInt64) {
    if message.kind.isCreation { created.insert(message.target) }
  }

  /// Adds the contract that ends; the receiver was on its stack.
  public mutating func selfDestruct(_ address: Address, beneficiary: Address, balance: UInt256) {
    destroyed.insert(address)
  }

  private mutating func name(_ word: UInt256) {
    let address = Address(truncating: word)
    if accesses[address] == nil { accesses[address] = [] }
  }
}
