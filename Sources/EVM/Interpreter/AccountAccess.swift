import Primitives

/// The instructions on accounts and storage, with the price of a transaction's first access to each (EIP-2929).
///
/// Each instruction gives the gas that is left, negative if the frame fails.
final class AccountAccess {
  let rules: RuleSet
  let state: Journal
  let observer: ExecutionObserver
  /// No precompile of the rules has a higher address; most accounts need not be looked for among them.
  private let highestPrecompile: UInt256

  init(rules: RuleSet, state: Journal, observer: ExecutionObserver) {
    (self.rules, self.state, self.observer) = (rules, state, observer)
    highestPrecompile = rules.precompiles.keys.map { UInt256($0) }.max() ?? 0
  }

  /// Whether this is the transaction's first access to an account, other than a precompile, where that costs more.
  @inline(__always)
  func isCold(_ entry: Int32) -> Bool {
    rules.tracksAccess && state.access(entry) && !isAlwaysWarm(state.entries[Int(entry)].address)
  }

  /// Whether the first access to an address costs no more: it is a precompile's, wherever that has been moved.
  @inline(__always)
  private func isAlwaysWarm(_ address: Address) -> Bool {
    UInt256(address) <= highestPrecompile && rules.precompiles[address] != nil
  }

  /// Charges for the first access to an account.
  @inline(__always)
  func access(_ entry: Int32, _ frame: Frame, _ gas: Int64) -> Int64 {
    isCold(entry) ? frame.charge(gas, 1, rules.costs.coldAccount) : gas
  }

  /// SLOAD: the value takes the key's place.
  @inline(never)
  func load(_ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) throws -> Int64 {
    let slot = try state.slot(frame.entry, top[-1])
    var gas = gas
    if rules.tracksAccess, state.access(slot: slot) { gas = frame.charge(gas, 1, rules.costs.coldSlot) }
    top[-1] = state.slots[Int(slot)].value
    return gas
  }

  /// SSTORE (EIP-2200, EIP-2929, EIP-3529, or the Yellow Paper's way).
  @inline(never)
  func store(_ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) throws -> Int64 {
    if frame.isStatic { return frame.fail(.writeProtection) }
    let costs = rules.costs.storage
    if costs.sentry > 0, UInt64(gas) <= costs.sentry { return frame.fail(.outOfGas) }
    let value = top[-2]
    let slot = try state.slot(frame.entry, top[-1])
    var cost: UInt64 = 0
    if rules.tracksAccess, state.access(slot: slot) { cost = costs.cold }
    let present = state.slots[Int(slot)].value
    if costs.isNetMetered {
      let original = state.original(slot: slot)
      if present == value || present != original {
        cost &+= costs.unchanged
      } else {
        cost &+= original == 0 ? costs.set : costs.reset
      }
      if present != value { state.refund &+= netRefund(costs, original, present, value) }
    } else {
      cost &+= present == 0 && value != 0 ? costs.set : costs.reset
      if present != 0 && value == 0 { state.refund &+= Int64(clamping: costs.clearRefund) }
    }
    let gas = frame.charge(gas, 1, cost)
    if gas < 0 { return gas }
    if present != value {
      observer.tracer?.storage(frame.address, slot: top[-1], from: present, to: value)
      state.set(slot: slot, to: value)
    }
    return gas
  }

  /// The refund of a write that changes a slot; negative if it takes back more than it gives.
  private func netRefund(_ costs: StorageCosts, _ original: UInt256, _ present: UInt256, _ value: UInt256) -> Int64 {
    var refund: Int64 = 0
    if original != 0 {
      if present == 0 { refund -= Int64(clamping: costs.clearRefund) }
      if value == 0 { refund += Int64(clamping: costs.clearRefund) }
    }
    if original == value, present != original {
      refund += Int64(clamping: original == 0 ? costs.set : costs.reset) - Int64(clamping: costs.unchanged)
    }
    return refund
  }

  /// TSTORE.
  @inline(never)
  func storeTransient(_ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    if frame.isStatic { return frame.fail(.writeProtection) }
    state.setTransient(frame.entry, top[-1], top[-2])
    return gas
  }

  /// BALANCE.
  @inline(never)
  func balance(_ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) throws -> Int64 {
    let entry = try state.entry(Address(truncating: top[-1]))
    top[-1] = state.entries[Int(entry)].account.balance
    return access(entry, frame, gas)
  }

  /// EXTCODESIZE.
  @inline(never)
  func codeSize(_ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) throws -> Int64 {
    let entry = try state.entry(Address(truncating: top[-1]))
    let gas = access(entry, frame, gas)
    if gas >= 0 { top[-1] = UInt256(word: UInt64(try state.code(entry).count)) }
    return gas
  }

  /// EXTCODEHASH: zero for an account that isn't there or is empty (EIP-1052).
  @inline(never)
  func codeHash(_ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) throws -> Int64 {
    let entry = try state.entry(Address(truncating: top[-1]))
    top[-1] = state.isAlive(entry) ? UInt256(state.entries[Int(entry)].account.codeHash) : 0
    return rules.costs.codeHashIsAccess ? access(entry, frame, gas) : gas
  }

  /// EXTCODECOPY.
  @inline(never)
  func copyCode(_ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) throws -> Int64 {
    let entry = try state.entry(Address(truncating: top[-1]))
    let gas = access(entry, frame, gas)
    if gas < 0 { return gas }
    let code = try state.code(entry)
    return frame.copy(UnsafeBufferPointer(start: code.start, count: code.count), top - 1, gas)
  }

  /// SELFDESTRUCT.
  @inline(never)
  func selfDestruct(_ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) throws -> Int64 {
    if frame.isStatic { return frame.fail(.writeProtection) }
    let beneficiary = Address(truncating: top[-1])
    let entry = try state.entry(beneficiary)
    let balance = state.entries[Int(frame.entry)].account.balance
    var cost: UInt64 = 0
    if isCold(entry) { cost = rules.costs.coldBeneficiary }
    if rules.deletesEmptyAccounts ? balance != 0 && !state.isAlive(entry) : !state.entries[Int(entry)].exists {
      cost &+= rules.costs.selfDestructNewAccount
    }
    let gas = frame.charge(gas, 1, cost)
    if gas < 0 { return gas }
    observer.tracer?.selfDestruct(frame.address, beneficiary: beneficiary, balance: balance)
    _ = state.transfer(balance, from: frame.entry, to: entry)
    if !rules.selfDestructsOnlyNew || state.entries[Int(frame.entry)].created == state.transaction {
      // An amount sent to itself is burnt.
      state.setBalance(frame.entry, 0)
      if state.destroy(frame.entry) { state.refund &+= Int64(clamping: rules.costs.selfDestructRefund) }
    }
    noteTouch(of: beneficiary, entry)
    return gas
  }

  /// Notes that a call to an account has ended, or that it got nothing by SELFDESTRUCT, if this outlives failures: where
  /// the account is then there and empty.
  @inline(__always)
  func noteTouch(of address: Address, _ entry: Int32) {
    guard address == rules.lastingTouch else { return }
    if state.entries[Int(entry)].exists, state.entries[Int(entry)].account.isEmpty { state.lastingTouch = entry }
  }
}
