import Primitives

extension Machine {
  /// Whether there is a contract at an address already, or the remains of one (EIP-684, EIP-7610).
  func isTaken(_ entry: Int32) throws -> Bool {
    let account = state.entries[Int(entry)].account
    if account.nonce != 0 || account.codeHash != Code.empty.hash { return true }
    return try state.hasStorage(entry)
  }

  /// Makes the frame ready that runs the creation code of a contract.
  func enterCreation(
    _ message: Message, code: Code, from creator: Int32, at entry: Int32, gas: Int64, depth: Int, callerGas: Int64
  ) {
    observer.tracer?.enter(message, depth: depth, callerGas: UInt64(callerGas))
    let frame = frame(depth)
    frame.begin(code: code, gas: gas)
    frame.checkpoint = state.checkpoint()
    state.markCreated(entry)
    if rules.newContractNonce > 0 { state.setNonce(entry, rules.newContractNonce) }
    // The creator has enough: that was looked at before.
    _ = state.transfer(message.value, from: creator, to: entry)
    frame.kind = message.kind
    frame.input = UnsafeBufferPointer(start: nil, count: 0)
    frame.caller = message.caller
    frame.address = message.target
    frame.entry = entry
    frame.value = message.value
    frame.isStatic = false
  }

  /// CREATE, CREATE2: takes the operands from the stack, and leaves the place of the result.
  func create(_ kind: Message.Kind, from frame: Frame) throws -> Beginning {
    let top = frame.top
    if frame.isStatic { return fail(frame, .writeProtection) }
    let value = top[-1]
    var gas = frame.claim(top[-2], top[-3], frame.gas)
    if gas < 0 { return .failed }
    let size = top[-3].clamped
    if size > rules.maxInitCodeSize { return fail(frame, .initCodeSize) }
    let wordCost = rules.costs.initCodeWord &+ (kind == .create2 ? rules.costs.keccakWord : 0)
    gas = frame.charge(gas, UInt64(size + 31) / 32, wordCost)
    if gas < 0 { return .failed }
    let result = top - (kind == .create2 ? 4 : 3)
    frame.top = result + 1
    frame.gas = gas
    frame.returnData = []

    let passed = rules.callsKeepOne64th ? gas - gas / 64 : gas
    let creator = state.entries[Int(frame.entry)].account
    let isRefused = creator.balance < value || creator.nonce == .max || frame.depth >= rules.callDepthLimit
    if isRefused, observer.tracer == nil || creator.nonce == .max {
      result.pointee = 0
      return .answered
    }
    let bytes = [UInt8](frame.bytes(size == 0 ? 0 : top[-2].clamped, size))
    let code: Code
    let address: Address
    if kind == .create2 {
      code = Code(bytes)
      address = .create2Address(deployer: frame.address, salt: Hash32(top[-4]), initCodeHash: code.hash)
    } else {
      // Nobody asks for this code's hash.
      code = Code(bytes, hash: .zero)
      address = .contract(deployer: frame.address, nonce: creator.nonce)
    }
    let message = Message(
      kind: kind, caller: frame.address, target: address, value: value, input: observer.tracer == nil ? [] : bytes,
      gas: UInt64(passed))
    if isRefused {
      refuse(message, in: frame, callerGas: gas - passed)
      result.pointee = 0
      return .answered
    }
    gas -= passed
    frame.gas = gas
    state.setNonce(frame.entry, creator.nonce + 1)
    let entry = try state.entry(address)
    if rules.tracksAccess { _ = state.access(entry) }
    guard try !isTaken(entry) else {
      observer.tracer?.enter(message, depth: frame.depth + 1, callerGas: UInt64(gas))
      observer.tracer?.exit(
        CallResult(outcome: .failed(.addressCollision)), depth: frame.depth + 1)
      result.pointee = 0
      return .answered
    }
    enterCreation(
      message, code: code, from: frame.entry, at: entry, gas: passed, depth: frame.depth + 1, callerGas: gas)
    return .begun
  }
}
