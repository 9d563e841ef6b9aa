import Primitives

extension Machine {
  /// Runs a frame's code until it ends or makes a call.
  ///
  /// One function, its state in local variables: the compiler keeps them in registers, which is worth more here than
  /// anything else. Whatever is long has a function of its own and gives back the gas, negative if the frame fails.
  @inline(never)
  func interpret<M: Mode>(_ frame: Frame, _: M.Type) throws -> Exit {
    let table = UnsafePointer(self.table.entries)
    let bottom = UInt(bitPattern: frame.stack)
    let code = frame.code
    let start = UnsafePointer(code.start)
    var next = frame.next
    var top = frame.top
    var gas = frame.gas

    while true {
      if M.isObserved, !observe(frame, next, top, gas) {
        frame.gas = 0
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
        failure = refusal(opcode, height: height, before)
        return .failed
      }

      switch opcode {
      case 0x00:  // STOP
        frame.gas = gas
        return .finished

      case 0x01:  // ADD
        top -= 1
        top[-1] = top[0] &+ top[-1]
      case 0x02:  // MUL
        top -= 1
        top[-1] = top[0] &* top[-1]
      case 0x03:  // SUB
        top -= 1
        top[-1] = top[0] &- top[-1]
      case 0x04:  // DIV
        top -= 1
        if top[-1] != 0 { top[-1] = top[0] / top[-1] }
      case 0x05:  // SDIV
        top -= 1
        top[-1] = top[0].dividedSigned(by: top[-1])
      case 0x06:  // MOD
        top -= 1
        if top[-1] != 0 { top[-1] = top[0] % top[-1] }
      case 0x07:  // SMOD
        top -= 1
        top[-1] = top[0].remainderSigned(by: top[-1])
      case 0x08:  // ADDMOD
        top -= 2
        top[-1] = UInt256.addMod(top[1], top[0], top[-1])
      case 0x09:  // MULMOD
        top -= 2
        top[-1] = UInt256.mulMod(top[1], top[0], top[-1])
      case 0x0a:  // EXP
        gas = power(top, gas)
        if gas < 0 { return .failed }
        top -= 1
      case 0x0b:  // SIGNEXTEND
        top -= 1
        top[-1] = top[-1].signExtended(from: top[0])

      case 0x10:  // LT
        top -= 1
        top[-1] = UInt256(top[0] < top[-1])
      case 0x11:  // GT
        top -= 1
        top[-1] = UInt256(top[-1] < top[0])
      case 0x12:  // SLT
        top -= 1
        top[-1] = UInt256(top[0].isLessSigned(than: top[-1]))
      case 0x13:  // SGT
        top -= 1
        top[-1] = UInt256(top[-1].isLessSigned(than: top[0]))
      case 0x14:  // EQ
        top -= 1
        top[-1] = UInt256(top[0] == top[-1])
      case 0x15:  // ISZERO
        top[-1] = UInt256(top[-1] == UInt256())
      case 0x16:  // AND
        top -= 1
        top[-1] = top[0] & top[-1]
      case 0x17:  // OR
        top -= 1
        top[-1] = top[0] | top[-1]
      case 0x18:  // XOR
        top -= 1
        top[-1] = top[0] ^ top[-1]
      case 0x19:  // NOT
        top[-1] = ~top[-1]
      case 0x1a:  // BYTE
        top -= 1
        top[-1] = top[-1].byte(top[0])
      case 0x1b:  // SHL
        top -= 1
        top[-1] = top[0].high == 0 && top[0].low < 256 ? top[-1] &<< top[0] : UInt256()
      case 0x1c:  // SHR
        top -= 1
        top[-1] = top[0].high == 0 && top[0].low < 256 ? top[-1] &>> top[0] : UInt256()
      case 0x1d:  // SAR
        top -= 1
        top[-1] = top[-1].shiftedRightSigned(by: top[0])
      case 0x1e:  // CLZ
        top[-1] = UInt256(word: UInt64(truncatingIfNeeded: top[-1].leadingZeroBitCount))

      case 0x20:  // KECCAK256
        gas = keccak(frame, top, gas)
        if gas < 0 { return .failed }
        top -= 1

      case 0x30:  // ADDRESS
        top.pointee = UInt256(frame.address)
        top += 1
      case 0x31:  // BALANCE
        gas = try balance(top, gas)
        if gas < 0 { return .failed }
      case 0x32:  // ORIGIN
        top.pointee = UInt256(transaction.origin)
        top += 1
      case 0x33:  // CALLER
        top.pointee = UInt256(frame.caller)
        top += 1
      case 0x34:  // CALLVALUE
        top.pointee = frame.value
        top += 1
      case 0x35:  // CALLDATALOAD
        top[-1] = word(of: frame.input, at: top[-1])
      case 0x36:  // CALLDATASIZE
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: frame.input.count))
        top += 1
      case 0x37:  // CALLDATACOPY
        gas = copy(frame.input, frame, top, gas)
        if gas < 0 { return .failed }
        top -= 3
      case 0x38:  // CODESIZE
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: code.count))
        top += 1
      case 0x39:  // CODECOPY
        gas = copy(UnsafeBufferPointer(start: start, count: code.count), frame, top, gas)
        if gas < 0 { return .failed }
        top -= 3
      case 0x3a:  // GASPRICE
        top.pointee = transaction.gasPrice
        top += 1
      case 0x3b:  // EXTCODESIZE
        gas = try codeSize(top, gas)
        if gas < 0 { return .failed }
      case 0x3c:  // EXTCODECOPY
        gas = try copyCode(frame, top, gas)
        if gas < 0 { return .failed }
        top -= 4
      case 0x3d:  // RETURNDATASIZE
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: frame.returnData.count))
        top += 1
      case 0x3e:  // RETURNDATACOPY
        gas = copyReturnData(frame, top, gas)
        if gas < 0 { return .failed }
        top -= 3
      case 0x3f:  // EXTCODEHASH
        gas = try codeHash(top, gas)
        if gas < 0 { return .failed }

      case 0x40:  // BLOCKHASH
        try blockHash(top)
      case 0x41:  // COINBASE
        top.pointee = UInt256(block.coinbase)
        top += 1
      case 0x42:  // TIMESTAMP
        top.pointee = UInt256(word: block.timestamp)
        top += 1
      case 0x43:  // NUMBER
        top.pointee = UInt256(word: block.number)
        top += 1
      case 0x44:  // DIFFICULTY or PREVRANDAO
        top.pointee = rules.usesPrevRandao ? UInt256(block.prevRandao) : block.difficulty
        top += 1
      case 0x45:  // GASLIMIT
        top.pointee = UInt256(word: block.gasLimit)
        top += 1
      case 0x46:  // CHAINID
        top.pointee = block.chainID
        top += 1
      case 0x47:  // SELFBALANCE
        top.pointee = state.entries[Int(frame.entry)].account.balance
        top += 1
      case 0x48:  // BASEFEE
        top.pointee = block.baseFee
        top += 1
      case 0x49:  // BLOBHASH
        let hashes = transaction.blobHashes
        let index = top[-1].clamped
        top[-1] = index < hashes.count ? UInt256(hashes[index]) : UInt256()
      case 0x4a:  // BLOBBASEFEE
        top.pointee = blobBaseFee
        top += 1

      case 0x50:  // POP
        top -= 1
      case 0x51:  // MLOAD
        let offset = top[-1].clamped
        if offset &+ 32 > frame.memorySize {
          gas = expand(frame, to: offset &+ 32, gas)
          if gas < 0 { return .failed }
        }
        top[-1] = UInt256(bytes: frame.memory + offset)
      case 0x52:  // MSTORE
        let offset = top[-1].clamped
        if offset &+ 32 > frame.memorySize {
          gas = expand(frame, to: offset &+ 32, gas)
          if gas < 0 { return .failed }
        }
        top[-2].store(to: frame.memory + offset)
        top -= 2
      case 0x53:  // MSTORE8
        let offset = top[-1].clamped
        if offset >= frame.memorySize {
          gas = expand(frame, to: offset &+ 1, gas)
          if gas < 0 { return .failed }
        }
        frame.memory[offset] = UInt8(truncatingIfNeeded: top[-2].low64)
        top -= 2
      case 0x54:  // SLOAD
        gas = try load(frame, top, gas)
        if gas < 0 { return .failed }
      case 0x55:  // SSTORE
        gas = try store(frame, top, gas)
        if gas < 0 { return .failed }
        top -= 2
      case 0x56:  // JUMP
        top -= 1
        let target = top[0].clamped
        guard target < code.count, code.isJumpDestination(target) else {
          failure = .invalidJump
          return .failed
        }
        next = start + target
      case 0x57:  // JUMPI
        top -= 2
        if top[0] != UInt256() {
          let target = top[1].clamped
          guard target < code.count, code.isJumpDestination(target) else {
            failure = .invalidJump
            return .failed
          }
          next = start + target
        }
      case 0x58:  // PC
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: next - start &- 1))
        top += 1
      case 0x59:  // MSIZE
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: frame.memorySize))
        top += 1
      case 0x5a:  // GAS
        top.pointee = UInt256(word: UInt64(truncatingIfNeeded: gas))
        top += 1
      case 0x5b:  // JUMPDEST
        break
      case 0x5c:  // TLOAD
        top[-1] = state.transientValue(frame.entry, top[-1])
      case 0x5d:  // TSTORE
        gas = storeTransient(frame, top, gas)
        if gas < 0 { return .failed }
        top -= 2
      case 0x5e:  // MCOPY
        gas = copyMemory(frame, top, gas)
        if gas < 0 { return .failed }
        top -= 3

      case 0x5f:  // PUSH0
        top.pointee = UInt256()
        top += 1
      case 0x60:  // PUSH1
        top.pointee = UInt256(word: UInt64(next.pointee))
        top += 1
        next += 1
      case 0x61:  // PUSH2
        top.pointee = UInt256(word: UInt64(next[0]) &<< 8 | UInt64(next[1]))
        top += 1
        next += 2
      case 0x62, 0x63, 0x64, 0x65, 0x66, 0x67:  // PUSH3…PUSH8
        let count = Int(opcode) &- 0x5f
        let word = UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
        top.pointee = UInt256(word: word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count))
        top += 1
        next += count
      case 0x7f:  // PUSH32
        top.pointee = UInt256(bytes: next)
        top += 1
        next += 32
      case 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79,
        0x7a, 0x7b, 0x7c, 0x7d, 0x7e:  // PUSH9…PUSH31
        let count = Int(opcode) &- 0x5f
        top.pointee = UInt256(bytes: next) &>> UInt256(word: UInt64(truncatingIfNeeded: 256 &- 8 &* count))
        top += 1
        next += count

      // DUP1…DUP16
      case 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f:
        top.pointee = top[0x7f &- Int(opcode)]
        top += 1
      // SWAP1…SWAP16
      case 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9d, 0x9e, 0x9f:
        let other = 0x8e &- Int(opcode)
        let value = top[-1]
        top[-1] = top[other]
        top[other] = value

      case 0xa0, 0xa1, 0xa2, 0xa3, 0xa4:  // LOG0…LOG4
        gas = log(Int(opcode) &- 0xa0, frame, top, gas)
        if gas < 0 { return .failed }
        top -= 2 &+ Int(opcode) &- 0xa0

      case 0xf0, 0xf5:  // CREATE, CREATE2
        gas = try create(opcode == 0xf0 ? .create : .create2, frame, top, gas)
        if gas < 0 { return .failed }
        top -= opcode == 0xf0 ? 2 : 3
        if hasEntered {
          frame.next = next
          frame.top = top
          frame.gas = gas
          return .called
        }
      case 0xf1, 0xf2, 0xf4, 0xfa:  // CALL, CALLCODE, DELEGATECALL, STATICCALL
        let kind: Message.Kind =
          opcode == 0xf1 ? .call : opcode == 0xf2 ? .callCode : opcode == 0xf4 ? .delegateCall : .staticCall
        gas = try call(kind, frame, top, gas)
        if gas < 0 { return .failed }
        top -= opcode <= 0xf2 ? 6 : 5
        if hasEntered {
          frame.next = next
          frame.top = top
          frame.gas = gas
          return .called
        }

      case 0xf3, 0xfd:  // RETURN, REVERT
        gas = claim(frame, top[-1], top[-2], gas)
        if gas < 0 { return .failed }
        let count = top[-2].clamped
        frame.output = [UInt8](frame.bytes(count == 0 ? 0 : top[-1].clamped, count))
        frame.gas = gas
        return opcode == 0xf3 ? .finished : .reverted
      case 0xff:  // SELFDESTRUCT
        gas = try selfDestruct(frame, top, gas)
        if gas < 0 { return .failed }
        frame.gas = gas
        return .finished

      default:
        // In the rules, but nothing that this machine can do.
        failure = .invalidOpcode(opcode)
        return .failed
      }
    }
  }

  /// CALLDATALOAD: 32 bytes, with zeros beyond the end.
  @inline(__always)
  func word(of input: UnsafeBufferPointer<UInt8>, at offset: UInt256) -> UInt256 {
    let offset = offset.clamped
    guard let base = input.baseAddress, offset < input.count else { return UInt256() }
    if offset &+ 32 <= input.count { return UInt256(bytes: base + offset) }
    let count = input.count - offset
    var word = UInt256()
    for index in 0..<count { word = word &<< UInt256(word: 8) | UInt256(word: UInt64(base[offset + index])) }
    return word &<< UInt256(word: UInt64(8 * (32 - count)))
  }
}
