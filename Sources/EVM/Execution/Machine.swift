import Keys
import Primitives

/// Runs code: a rule set, a block, and a state with its journal.
///
/// Frames lie in an array of their own and not on the thread's stack, so that calls nest as deep as the rules allow on any
/// thread. A machine keeps its buffers: use one for all the transactions of a block. Not for use by two threads.
public final class Machine {
  /// The rules of the fork that the code runs by.
  public let rules: RuleSet
  /// The block that instructions such as NUMBER and BASEFEE tell of.
  public let block: BlockEnvironment
  /// The state that the code reads and changes, with the way back for calls that fail.
  public let state: Journal
  /// Looks at transactions before they run.
  public let validator: TransactionValidator
  let interpreter: Interpreter
  let accounts: AccountAccess
  let observer: ExecutionObserver
  /// The precompiles that are called, with the overrides.
  private let precompiles: [Address: Precompile]
  /// No precompile has a higher address; most calls need not look into the table.
  private let highestPrecompile: UInt256
  private var frames: [Frame] = []

  /// The fields of the running transaction that contracts can read.
  public var transaction: TransactionEnvironment {
    get { interpreter.transaction }
    set { interpreter.transaction = newValue }
  }

  /// The observer of every step. Take it out again to read what it has seen.
  public var tracer: (any Tracer)? {
    get { observer.tracer }
    set { observer.tracer = newValue }
  }

  /// The work of the transaction so far by the weights of `ComputationRules`.
  public var computation: UInt64 { observer.computation }

  /// A machine for a block.
  public init(rules: RuleSet, block: BlockEnvironment, state: Journal) {
    self.rules = rules
    self.block = block
    self.state = state
    observer = ExecutionObserver(rules.computation, state: state)
    accounts = AccountAccess(rules: rules, state: state, observer: observer)
    interpreter = Interpreter(rules: rules, block: block, accounts: accounts, observer: observer)
    var precompiles = rules.precompiles
    for (address, precompile) in rules.precompileOverrides { precompiles[address] = precompile }
    self.precompiles = precompiles
    highestPrecompile = [rules.precompiles.keys, precompiles.keys].joined().map { UInt256($0) }.max() ?? 0
    validator = TransactionValidator(rules: rules, block: block, state: state)
  }

  /// Runs a message in the transaction that has begun: moves its value, runs the code, takes everything back if that
  /// fails. Nobody is charged for the gas.
  ///
  /// A creation's `target` is the new contract's address; its creator's nonce is the caller's affair.
  ///
  /// - Throws: only what the state's reader or the block's `blockHash` throws; the state is then as it was before.
  public func run(_ message: Message) throws -> CallResult {
    let checkpoint = state.checkpoint()
    do {
      return try message.input.withUnsafeBufferPointer { try run(message, input: $0) }
    } catch {
      state.revert(to: checkpoint)
      throw error
    }
  }

  private func run(_ message: Message, input: UnsafeBufferPointer<UInt8>) throws -> CallResult {
    guard message.gas <= UInt64(Int64.max) else { return CallResult(outcome: .failed(.outOfGas)) }
    let gas = Int64(message.gas)
    let caller = try state.entry(message.caller)
    guard message.kind == .delegateCall || state.entries[Int(caller)].account.balance >= message.value else {
      return CallResult(outcome: .failed(.insufficientBalance), gasLeft: message.gas)
    }
    if message.kind.isCreation {
      let entry = try state.entry(message.target)
      guard try !isTaken(entry) else { return CallResult(outcome: .failed(.addressCollision)) }
      enterCreation(
        message, code: Code(message.input, hash: .zero), from: caller, at: entry, gas: gas, depth: 0, callerGas: 0)
    } else {
      let target = try state.entry(message.target)
      var code = try state.code(target)
      var precompile = precompile(message.target)
      if rules.followsDelegations, let delegate = code.delegate {
        let entry = try state.entry(delegate)
        _ = state.access(entry)
        code = try state.code(entry)
        precompile = nil
      }
      let call = Call(
        kind: message.kind, caller: message.caller, callerEntry: caller, address: message.target, entry: target,
        code: code, precompile: precompile, value: message.value, input: input, gas: gas,
        isStatic: message.kind == .staticCall, depth: 0)
      if let immediate = try enter(call, named: message.target, callerGas: 0) { return immediate }
    }
    return try runFrames()
  }

  /// Runs the frame of depth 0, and those that it calls, to its end.
  private func runFrames() throws -> CallResult {
    let isObserved = observer.isNeeded
    var depth = 0
    while true {
      let frame = frames[depth]
      var exit =
        isObserved
        ? try interpreter.run(frame, Interpreter.Observed.self) : try interpreter.run(frame, Interpreter.Plain.self)
      if case .calls(let kind) = exit {
        switch try kind.isCreation ? create(kind, from: frame) : call(kind, from: frame) {
        case .begun:
          depth += 1
          continue
        case .answered: continue
        case .failed: exit = .failed
        }
      }
      let result = finish(frame, exit)
      observer.tracer?.exit(result, depth: depth)
      if depth == 0 { return result }
      depth -= 1
      resume(frames[depth], frame, with: result)
    }
  }

  func frame(_ depth: Int) -> Frame {
    while frames.count <= depth { frames.append(Frame(depth: frames.count, rules: rules)) }
    return frames[depth]
  }

  /// The end of a frame's code, with the code of a new contract put in place and failures taken back.
  private func finish(_ frame: Frame, _ exit: Interpreter.Exit) -> CallResult {
    var outcome = CallResult.Outcome.success
    switch exit {
    case .finished, .calls: break
    case .reverted: outcome = .reverted
    case .failed: outcome = .failed(frame.failure)
    }
    if outcome == .success, frame.kind.isCreation { outcome = deposit(frame) }
    if outcome != .success, let checkpoint = frame.checkpoint { state.revert(to: checkpoint) }
    if case .failed = outcome {
      frame.gas = 0
      frame.output = []
    }
    let result = CallResult(outcome: outcome, gasLeft: UInt64(frame.gas), output: frame.output)
    frame.output = []
    return result
  }

  /// Puts a new contract's code in place.
  private func deposit(_ frame: Frame) -> CallResult.Outcome {
    let size = frame.output.count
    // In this order, which decides what a receipt tells: clients look at the size before its price.
    if size > rules.maxCodeSize { return .failed(.codeSize) }
    if rules.refusesCodeEF, frame.output.first == 0xef { return .failed(.invalidCode) }
    let cost = Int64(clamping: UInt64(size).multipliedReportingOverflow(by: rules.costs.codeDepositByte).partialValue)
    if cost > frame.gas {
      if rules.requiresCodeDeposit { return .failed(.codeDeposit) }
      frame.output = []
      return .success
    }
    frame.gas -= cost
    state.setCode(frame.entry, Code(frame.output))
    return .success
  }

  /// Gives a call's result to the frame that made it.
  private func resume(_ frame: Frame, _ child: Frame, with result: CallResult) {
    frame.gas += Int64(result.gasLeft)
    if child.kind.isCreation {
      frame.returnData = result.isSuccess ? [] : result.output
      (frame.top - 1).pointee = result.isSuccess ? UInt256(child.address) : 0
    } else {
      give(result, to: frame)
      (frame.top - 1).pointee = UInt256(result.isSuccess)
    }
  }

  /// Keeps a call's output, and copies it where the call wanted it.
  func give(_ result: CallResult, to frame: Frame) {
    frame.returnData = result.output
    let count = min(frame.outputSize, result.output.count)
    guard count > 0 else { return }
    result.output.withUnsafeBufferPointer { frame.copy($0, from: 0, to: frame.outputOffset, count: count) }
  }

  /// The precompile that a call to an address runs; nil if there is none.
  @inline(__always)
  func precompile(_ address: Address) -> Precompile? {
    UInt256(address) > highestPrecompile ? nil : precompiles[address]
  }

  /// Does something while a tracer looks on, and gives the tracer back with what it has seen, even after an error.
  public func observed<T: Tracer, Result>(by tracer: inout T, _ body: () throws -> Result) rethrows -> Result {
    self.tracer = tracer
    defer {
      if let seen = self.tracer as? T { tracer = seen }
      self.tracer = nil
    }
    return try body()
  }
}

extension Machine: PrecompileHost {
  /// The payer of the fee of the transaction that runs.
  public var feePayer: Address { interpreter.transaction.feePayer }

  /// The key of an account as it stands in the state now.
  public func signingKey(of address: Address) throws -> AccountKey { try state.signingKey(of: address) }
}
