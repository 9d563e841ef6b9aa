import Primitives

extension Machine {
  /// A call whose gas is reckoned and whose code is found.
  struct Call {
    var kind: Message.Kind
    var caller: Address
    var callerEntry: Int32
    /// The account whose storage and balance it works on.
    var address: Address
    var entry: Int32
    var code: Code
    var precompile: Precompile?
    var value: UInt256
    var input: UnsafeBufferPointer<UInt8>
    var gas: Int64
    var isStatic: Bool
    var depth: Int
  }

  /// The outcome of beginning a call or a creation that a frame wants.
  enum Beginning {
    /// Its code is in the next frame.
    case begun
    /// No code has to run for it; the result is on the stack.
    case answered
    /// The frame that wants it fails.
    case failed
  }

  /// Moves the value and begins a call: gives the result if no code has to run for it, else makes the frame ready.
  ///
  /// `target` is the address that the caller named.
  func enter(_ call: Call, named target: Address, callerGas: Int64) throws -> CallResult? {
    if observer.tracer != nil {
      observer.tracer?.enter(
        Message(
          kind: call.kind, caller: call.caller, target: target, value: call.value, input: [UInt8](call.input),
          gas: UInt64(call.gas)), depth: call.depth, callerGas: UInt64(callerGas))
    }
    let checkpoint = state.checkpoint()
    if call.kind == .call {
      // The caller has enough: that was looked at before.
      guard state.transfer(call.value, from: call.callerEntry, to: call.entry) else {
        state.revert(to: checkpoint)
        return leave(CallResult(outcome: .failed(.insufficientBalance)), call)
      }
    } else if call.kind == .staticCall {
      state.ensureExists(call.entry)
    }
    if let precompile = call.precompile {
      let result = try run(precompile, call)
      if !result.isSuccess { state.revert(to: checkpoint) }
      return leave(result, call)
    }
    if call.code.count == 0 {
      return leave(CallResult(outcome: .success, gasLeft: UInt64(call.gas)), call)
    }
    let frame = frame(call.depth)
    frame.begin(code: call.code, gas: call.gas)
    frame.kind = call.kind
    frame.input = call.input
    frame.caller = call.caller
    frame.address = call.address
    frame.entry = call.entry
    frame.value = call.value
    frame.isStatic = call.isStatic
    frame.checkpoint = checkpoint
    return nil
  }

  private func leave(_ result: CallResult, _ call: Call) -> CallResult {
    accounts.noteTouch(of: call.address, call.entry)
    observer.tracer?.exit(result, depth: call.depth)
    return result
  }

  private func run(_ precompile: Precompile, _ call: Call) throws -> CallResult {
    let input = [UInt8](call.input)[...]
    let cost = precompile.gas(input)
    guard cost <= UInt64(call.gas) else { return CallResult(outcome: .failed(.outOfGas)) }
    observer.add(precompile, input)
    let output = if let runOn = precompile.runOn { try runOn(input, self) } else { precompile.run(input) }
    guard let output else { return CallResult(outcome: .failed(.precompile)) }
    return CallResult(outcome: .success, gasLeft: UInt64(call.gas) - cost, output: output)
  }

  /// CALL, CALLCODE, DELEGATECALL, STATICCALL: takes the operands from the stack, and leaves the place of the result.
  func call(_ kind: Message.Kind, from frame: Frame) throws -> Beginning {
    let top = frame.top
    var gas = frame.gas
    let hasValue = kind == .call || kind == .callCode
    let requested = top[-1]
    let target = Address(truncating: top[-2])
    let value = hasValue ? top[-3] : 0
    let ranges = top - (hasValue ? 4 : 3)
    if kind == .call, frame.isStatic, value != 0 { return fail(frame, .writeProtection) }
    gas = frame.claim(ranges[0], ranges[-1], gas)
    if gas >= 0 { gas = frame.claim(ranges[-2], ranges[-3], gas) }
    if gas < 0 { return .failed }

    let entry = try state.entry(target)
    if accounts.isCold(entry) { gas -= Int64(clamping: rules.costs.coldAccount) }
    if value != 0 { gas -= Int64(clamping: rules.costs.callValue) }
    if kind == .call,
      rules.deletesEmptyAccounts ? value != 0 && !state.isAlive(entry) : !state.entries[Int(entry)].exists
    {
      gas -= Int64(clamping: rules.costs.newAccount)
    }
    if gas < 0 { return fail(frame, .outOfGas) }
    var code = try state.code(entry)
    var precompile = precompile(target)
    if rules.followsDelegations, let delegate = code.delegate {
      let entry = try state.entry(delegate)
      gas -= Int64(clamping: rules.costs.warmAccess)
      if accounts.isCold(entry) { gas -= Int64(clamping: rules.costs.coldAccount) }
      if gas < 0 { return fail(frame, .outOfGas) }
      code = try state.code(entry)
      precompile = nil
    }

    let available = rules.callsKeepOne64th ? gas - gas / 64 : gas
    var passed = available
    if requested.high == 0, requested.low <= UInt128(available) {
      passed = Int64(truncatingIfNeeded: requested.low64)
    } else if !rules.callsKeepOne64th {
      return fail(frame, .outOfGas)
    }
    gas -= passed
    if value != 0 { passed += Int64(clamping: rules.costs.callStipend) }

    frame.returnData = []
    let result = top - (hasValue ? 7 : 6)
    frame.top = result + 1
    let balance = state.entries[Int(frame.entry)].account.balance
    guard frame.depth < rules.callDepthLimit, !hasValue || balance >= value else {
      if observer.tracer != nil {
        let input = [UInt8](frame.bytes(ranges[-1] == 0 ? 0 : ranges[0].clamped, ranges[-1].clamped))
        let isDelegate = kind == .delegateCall
        refuse(
          Message(
            kind: kind, caller: isDelegate ? frame.caller : frame.address, target: target,
            value: isDelegate ? frame.value : value, input: input, gas: UInt64(passed)), in: frame, callerGas: gas)
      }
      result.pointee = 0
      frame.gas = gas + passed
      return .answered
    }
    frame.outputOffset = ranges[-3] == 0 ? 0 : ranges[-2].clamped
    frame.outputSize = ranges[-3].clamped
    let isDelegate = kind == .delegateCall
    let isHere = isDelegate || kind == .callCode
    let inputSize = ranges[-1].clamped
    let call = Call(
      kind: kind, caller: isDelegate ? frame.caller : frame.address, callerEntry: frame.entry,
      address: isHere ? frame.address : target, entry: isHere ? frame.entry : entry, code: code, precompile: precompile,
      value: isDelegate ? frame.value : value,
      input: frame.bytes(inputSize == 0 ? 0 : ranges[0].clamped, inputSize), gas: passed,
      isStatic: frame.isStatic || kind == .staticCall, depth: frame.depth + 1)
    if let done = try enter(call, named: target, callerGas: gas) {
      give(done, to: frame)
      result.pointee = UInt256(done.isSuccess)
      frame.gas = gas + Int64(done.gasLeft)
      return .answered
    }
    frame.gas = gas
    return .begun
  }

  /// Shows the tracer a call or creation that is refused, for its depth or the caller's balance, before it begins; its gas
  /// goes back.
  func refuse(_ message: Message, in frame: Frame, callerGas: Int64) {
    let reason: ExecutionFailure = frame.depth < rules.callDepthLimit ? .insufficientBalance : .callDepth
    observer.tracer?.enter(message, depth: frame.depth + 1, callerGas: UInt64(callerGas))
    observer.tracer?.exit(
      CallResult(outcome: .failed(reason), gasLeft: message.gas), depth: frame.depth + 1)
  }

  /// Sets the reason why a frame that wants a call or a creation fails.
  func fail(_ frame: Frame, _ reason: ExecutionFailure) -> Beginning {
    frame.failure = reason
    return .failed
  }
}
