import Primitives

extension Interpreter {
  /// Runs a frame's code until it ends or wants a call.
  ///
  /// One function, its state in local variables: the compiler keeps them in registers, which is worth more here than
  /// anything else. Whatever is long has a function of its own and gives back the gas, negative if the frame fails.
  @inline(never)
  func run<M: Mode>(_ frame: Frame, _: M.Type) throws -> Exit {
    let table = UnsafePointer(self.table.entries)
    let bottom = UInt(bitPattern: frame.stack)
    let code = frame.code
    let start = UnsafePointer(code.start)
    var next = frame.next
    var top = frame.top
    var gas = frame.gas

    while true {
      if M.isObserved, !observer.allows(frame, next, top, gas) {
        frame.failure = .computationLimit
        return .failed
      }
      let opcode = next.pointee
      next += 1
      let entry = table[Int(opcode)]
      let before = gas
      gas &-= Int64(entry.gas)
      // In bytes, as in the table: that spares a division.
      let height = UInt(bitPattern: top) &- bottom
      if gas < 0 || height &- UInt(entry.required) > UInt(entry.room) {
        frame.failure = refusal(opcode, height: height, before)
        return .failed
      }

      let instruction = Opcode(rawValue: opcode)
      switch instruction {
      case .stop:
        frame.gas = gas
        return .finished

      case .add:
        top -= 1
        top[-1] = top[0] &+ top[-1]
      case .mul:
        top -= 1
        top[-1] = top[0] &* top[-1]
      case .sub:
        top -= 1
        top[-1] = top[0] &- top[-1]
      case .div:
        top -= 1
        if top[-1] != 0 { top[-1] = top[0] / top[-1] }
      case .sdiv:
        top -= 1
        top[-1] = top[0].dividedSigned(by: top[-1])
      case .mod:
        top -= 1
        if top[-1] != 0 { top[-1] = top[0] % top[-1] }
      case .smod:
        top -= 1
        top[-1] = top[0].remainderSigned(by: top[-1])
      case .addmod:
        top -= 2
        top[-1] = UInt256.addMod(top[1], top[0], top[-1])
      case .mulmod:
        top -= 2
        top[-1] = UInt256.mulMod(top[1], top[0], top[-1])
      case .exp:
        gas = frame.power(top, gas)
        if gas < 0 { return .failed }
        top -= 1
      case .signextend:
        top -= 1
        top[-1] = top[-1].signExtended(from: top[0])

      case .lt:
        top -= 1
        top[-1] = UInt256(top[0] < top[-1])
      case .gt:
        top -= 1
        top[-1] = UInt256(top[-1] < top[0])
      case .slt:
        top -= 1
        top[-1] = UInt256(top[0].isLessSigned(than: top[-1]))
      case .sgt:
        top -= 1
        top[-1] = UInt256(top[-1].isLessSigned(than: top[0]))
      case .eq:
        top -= 1
        top[-1] = UInt256(top[0] == top[-1])
      case .iszero:
        top[-1] = UInt256(top[-1] == UInt256())
      case .and:
        top -= 1
        top[-1] = top[0] & top[-1]
      case .or:
        top -= 1
        top[-1] = top[0] | top[-1]
      case .xor:
        top -= 1
        top[-1] = top[0] ^ top[-1]
      case .not:
        top[-1] = ~top[-1]
      case .byte:
        top -= 1
        top[-1] = top[-1].byte(top[0])
      case .shl:
        top -= 1
        top[-1] = top[0].high == 0 && top[0].low < 256 ? top[-1] &<< top[0] : UInt256()
      case .shr:
        top -= 1
        top[-1] = top[0].high == 0 && top[0].low < 256 ? top[-1] &>> top[0] : UInt256()
      case .sar:
        top -= 1
        top[-1] = top[-1].shiftedRightSigned(by: top[0])
      case .clz:
        top[-1] = UInt256(word: UInt64(truncatingIfNeeded: top[-1].leadingZeroBitCount))

      case .keccak256:
        gas = frame.keccak(top, gas)
        if gas < 0 { return .failed }
        top -= 1

      case .address:
        top.pointee = UInt256(frame.address)
        top += 1
      case .balance:
        gas = try accounts.balance(frame, top, gas)
        if gas < 0 { return .failed }
      case .origin:
        top.pointee = UInt256(transaction.origin)
        top += 1
      case .caller:
        top.pointee = UInt256(frame.caller)
        top += 1
      case .callvalue:
        top.pointee = frame.value
        top += 1
      case .calldataload:
        top[-1] = word(of: frame.input, at: top[-1])
      case .calldatasize:
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: frame.input.count))
        top += 1
      case .calldatacopy:
        gas = frame.copy(frame.input, top, gas)
        if gas < 0 { return .failed }
        top -= 3
      case .codesize:
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: code.count))
        top += 1
      case .codecopy:
        gas = frame.copy(UnsafeBufferPointer(start: start, count: code.count), top, gas)
        if gas < 0 { return .failed }
        top -= 3
      case .gasprice:
        top.pointee = transaction.gasPrice
        top += 1
      case .extcodesize:
        gas = try accounts.codeSize(frame, top, gas)
        if gas < 0 { return .failed }
      case .extcodecopy:
        gas = try accounts.copyCode(frame, top, gas)
        if gas < 0 { return .failed }
        top -= 4
      case .returndatasize:
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: frame.returnData.count))
        top += 1
      case .returndatacopy:
        gas = frame.copyReturnData(top, gas)
        if gas < 0 { return .failed }
        top -= 3
      case .extcodehash:
        gas = try accounts.codeHash(frame, top, gas)
        if gas < 0 { return .failed }

      case .blockhash:
        try blockHash(top)
      case .coinbase:
        top.pointee = UInt256(block.coinbase)
        top += 1
      case .timestamp:
        top.pointee = UInt256(word: block.timestamp)
        top += 1
      case .number:
        top.pointee = UInt256(word: block.number)
        top += 1
      case .prevrandao:
        top.pointee = rules.usesPrevRandao ? UInt256(block.prevRandao) : block.difficulty
        top += 1
      case .gaslimit:
        top.pointee = UInt256(word: block.gasLimit)
        top += 1
      case .chainid:
        top.pointee = block.chainID
        top += 1
      case .selfbalance:
        top.pointee = state.entries[Int(frame.entry)].account.balance
        top += 1
      case .basefee:
        top.pointee = block.baseFee
        top += 1
      case .blobhash:
        let hashes = transaction.blobHashes
        let index = top[-1].clamped
        top[-1] = index < hashes.count ? UInt256(hashes[index]) : UInt256()
      case .blobbasefee:
        top.pointee = blobBaseFee
        top += 1

      case .pop:
        top -= 1
      case .mload:
        let offset = top[-1].clamped
        if offset &+ 32 > frame.memorySize {
          gas = frame.expand(to: offset &+ 32, gas)
          if gas < 0 { return .failed }
        }
        top[-1] = UInt256(bytes: frame.memory + offset)
      case .mstore:
        let offset = top[-1].clamped
        if offset &+ 32 > frame.memorySize {
          gas = frame.expand(to: offset &+ 32, gas)
          if gas < 0 { return .failed }
        }
        top[-2].store(to: frame.memory + offset)
        top -= 2
      case .mstore8:
        let offset = top[-1].clamped
        if offset >= frame.memorySize {
          gas = frame.expand(to: offset &+ 1, gas)
          if gas < 0 { return .failed }
        }
        frame.memory[offset] = UInt8(truncatingIfNeeded: top[-2].low64)
        top -= 2
      case .sload:
        gas = try accounts.load(frame, top, gas)
        if gas < 0 { return .failed }
      case .sstore:
        gas = try accounts.store(frame, top, gas)
        if gas < 0 { return .failed }
        top -= 2
      case .jump:
        top -= 1
        let target = top[0].clamped
        guard target < code.count, code.isJumpDestination(target) else {
          frame.failure = .invalidJump
          return .failed
        }
        next = start + target
      case .jumpi:
        top -= 2
        if top[0] != UInt256() {
          let target = top[1].clamped
          guard target < code.count, code.isJumpDestination(target) else {
            frame.failure = .invalidJump
            return .failed
          }
          next = start + target
        }
      case .pc:
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: next - start &- 1))
        top += 1
      case .msize:
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: frame.memorySize))
        top += 1
      case .gas:
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: gas))
        top += 1
      case .jumpdest:
        break
      case .tload:
        top[-1] = state.transientValue(frame.entry, top[-1])
      case .tstore:
        gas = accounts.storeTransient(frame, top, gas)
        if gas < 0 { return .failed }
        top -= 2
      case .mcopy:
        gas = frame.copyMemory(top, gas)
        if gas < 0 { return .failed }
        top -= 3

      case .push0:
        top.pointee = UInt256()
        top += 1
      case .push1:
        top.pointee = UInt256(word: UInt64(next.pointee))
        top += 1
        next += 1
      case .push2:
        top.pointee = UInt256(word: UInt64(next[0]) &<< 8 | UInt64(next[1]))
        top += 1
        next += 2
      case .push3, .push4, .push5, .push6, .push7, .push8:
        let count = instruction.pushSize
        let word = UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
        top.pointee = UInt256(word: word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count))
        top += 1
        next += count
      case .push32:
        top.pointee = UInt256(bytes: next)
        top += 1
        next += 32
      case .push9, .push10, .push11, .push12, .push13, .push14, .push15, .push16, .push17, .push18, .push19, .push20,
        .push21, .push22, .push23, .push24, .push25, .push26, .push27, .push28, .push29, .push30, .push31:
        let count = instruction.pushSize
        top.pointee = UInt256(bytes: next) &>> UInt256(word: UInt64(truncatingIfNeeded: 256 &- 8 &* count))
        top += 1
        next += count

      case .dup1, .dup2, .dup3, .dup4, .dup5, .dup6, .dup7, .dup8, .dup9, .dup10, .dup11, .dup12, .dup13, .dup14,
        .dup15, .dup16:
        top.pointee = top[0 &- instruction.dupPlace]
        top += 1
      case .swap1, .swap2, .swap3, .swap4, .swap5, .swap6, .swap7, .swap8, .swap9, .swap10, .swap11, .swap12,
        .swap13, .swap14, .swap15, .swap16:
        let other = -1 &- instruction.swapDistance
        let value = top[-1]
        top[-1] = top[other]
        top[other] = value

      case .log0, .log1, .log2, .log3, .log4:
        gas = log(instruction.topicCount, frame, top, gas)
        if gas < 0 { return .failed }
        top -= 2 &+ instruction.topicCount

      case .create, .create2, .call, .callcode, .delegatecall, .staticcall:
        frame.next = next
        frame.top = top
        frame.gas = gas
        return .calls(Message.Kind(instruction))

      case .return, .revert:
        gas = frame.claim(top[-1], top[-2], gas)
        if gas < 0 { return .failed }
        let count = top[-2].clamped
        frame.output = [UInt8](frame.bytes(count == 0 ? 0 : top[-1].clamped, count))
        frame.gas = gas
        return instruction == .return ? .finished : .reverted
      case .selfdestruct:
        gas = try accounts.selfDestruct(frame, top, gas)
        if gas < 0 { return .failed }
        frame.gas = gas
        return .finished

      default:
        // In the rules, but nothing that this machine can do.
        frame.failure = .invalidOpcode(opcode)
        return .failed
      }
    }
  }
}
