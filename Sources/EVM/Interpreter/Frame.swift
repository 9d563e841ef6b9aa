import Primitives

/// A call that runs: its stack, memory and place in the code. The frames of a machine are reused, one for each depth.
final class Frame {
  let depth: Int
  /// Space for 1024 words.
  let stack: UnsafeMutablePointer<UInt256>
  // Nobody else has a frame while it runs: looking for conflicting accesses would cost more than the accesses.
  @exclusivity(unchecked) private(set) var memory: UnsafeMutablePointer<UInt8>
  /// A multiple of 32; what is beyond is not zero.
  @exclusivity(unchecked) private(set) var memorySize = 0
  private var memoryCapacity = 4096

  @exclusivity(unchecked) var kind = Message.Kind.call
  @exclusivity(unchecked) var code = Code.empty
  /// The calldata: the memory of the frame below, which stands still meanwhile, or the message's own.
  @exclusivity(unchecked) var input = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  @exclusivity(unchecked) var caller = Address.zero
  @exclusivity(unchecked) var address = Address.zero
  @exclusivity(unchecked) var entry: Int32 = 0
  @exclusivity(unchecked) var value = UInt256()
  @exclusivity(unchecked) var isStatic = false
  /// Why it failed, if it did.
  @exclusivity(unchecked) var failure = ExecutionFailure.outOfGas
  var checkpoint: Journal.Checkpoint?

  /// Where the frame goes on when a call that it made has ended.
  @exclusivity(unchecked) var next: UnsafePointer<UInt8>
  @exclusivity(unchecked) var top: UnsafeMutablePointer<UInt256>
  @exclusivity(unchecked) var gas: Int64 = 0
  /// Where that call's output goes.
  @exclusivity(unchecked) var outputOffset = 0
  @exclusivity(unchecked) var outputSize = 0

  /// The data that the last call returned.
  @exclusivity(unchecked) var returnData: [UInt8] = []
  /// The data that the frame itself returns.
  @exclusivity(unchecked) var output: [UInt8] = []

  // Behind what every instruction reads.
  let costs: GasSchedule
  let memoryLimit: Int

  init(depth: Int, rules: RuleSet) {
    self.depth = depth
    costs = rules.costs
    memoryLimit = rules.memoryLimit
    stack = .allocate(capacity: OperationTable.stackLimit)
    memory = .allocate(capacity: memoryCapacity)
    next = UnsafePointer(Code.empty.start)
    top = stack
  }

  deinit {
    stack.deallocate()
    memory.deallocate()
  }

  /// Makes the frame ready for another call.
  func begin(code: Code, gas: Int64) {
    self.code = code
    self.gas = gas
    next = UnsafePointer(code.start)
    top = stack
    memorySize = 0
    if memoryCapacity > 1 << 20 {
      memory.deallocate()
      memoryCapacity = 4096
      memory = .allocate(capacity: memoryCapacity)
    }
    if !returnData.isEmpty { returnData = [] }
    if !output.isEmpty { output = [] }
  }

  /// Makes the memory larger, with zeros; `size` is a multiple of 32.
  func expandMemory(to size: Int) {
    if size > memoryCapacity {
      let capacity = max(size, memoryCapacity * 2)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: memory, count: memorySize)
      memory.deallocate()
      memory = larger
      memoryCapacity = capacity
    }
    (memory + memorySize).update(repeating: 0, count: size - memorySize)
    memorySize = size
  }

  /// A piece of the memory, which must be there.
  @inline(__always)
  func bytes(_ offset: Int, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: count == 0 ? nil : UnsafePointer(memory + offset), count: count)
  }

  /// Copies from `source`, from an offset on, into the memory, which must be there; zeros where the source has ended.
  func copy(_ source: UnsafeBufferPointer<UInt8>, from offset: Int, to target: Int, count: Int) {
    let available = offset < source.count ? min(count, source.count - offset) : 0
    if available > 0, let base = source.baseAddress { (memory + target).update(from: base + offset, count: available) }
    if available < count { (memory + target + available).update(repeating: 0, count: count - available) }
  }
}
