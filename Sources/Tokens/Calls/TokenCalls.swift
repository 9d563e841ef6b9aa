import ContractABI
import Primitives

/// The calldata of an ERC-20 token's functions, and of those by which a token tells what it is.
public enum TokenCalls {
  /// Moves tokens of the caller (`transfer`).
  public static func transfer(to recipient: Address, _ amount: UInt256) -> Bytes {
    call("transfer(address,uint256)", [UInt256(recipient), amount])
  }

  /// Moves tokens that their owner allowed the caller to move (`transferFrom`).
  public static func transfer(from owner: Address, to recipient: Address, _ amount: UInt256) -> Bytes {
    call("transferFrom(address,address,uint256)", [UInt256(owner), UInt256(recipient), amount])
  }

  /// Lets a spender move so much of the caller's tokens, in place of what it could move before (`approve`).
  public static func approve(_ spender: Address, _ amount: UInt256) -> Bytes {
    call("approve(address,uint256)", [UInt256(spender), amount])
  }

  /// Asks what an account holds (`balanceOf`).
  public static func balance(of holder: Address) -> Bytes { call("balanceOf(address)", [UInt256(holder)]) }

  /// Asks how much of an owner's tokens a spender may move (`allowance`).
  public static func allowance(of owner: Address, for spender: Address) -> Bytes {
    call("allowance(address,address)", [UInt256(owner), UInt256(spender)])
  }

  /// Asks for the token's symbol.
  public static let symbol = call("symbol()")
  /// Asks for the token's name.
  public static let name = call("name()")
  /// Asks for the number of decimals.
  public static let decimals = call("decimals()")

  /// Approves in the name of an owner who signed it (`permit`, EIP-2612).
  ///
  /// - Parameter deadline: Seconds since 1970.
  public static func permit(
    owner: Address, spender: Address, _ amount: UInt256, deadline: UInt256, v: UInt8, r: Hash32, s: Hash32
  ) -> Bytes {
    call(
      "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
      [UInt256(owner), UInt256(spender), amount, deadline, UInt256(v), UInt256(r), UInt256(s)])
  }

  /// Asks for the next number with which an owner signs a permit (`nonces`).
  public static func nonce(of owner: Address) -> Bytes { call("nonces(address)", [UInt256(owner)]) }
  /// Asks for the hash of the domain that permits are signed for (`DOMAIN_SEPARATOR`).
  public static let domainSeparator = call("DOMAIN_SEPARATOR()")
  /// Asks for the fields of that domain (`eip712Domain`, EIP-5267).
  public static let domain = call("eip712Domain()")
  /// Asks for the version of that domain, which some tokens tell.
  public static let version = call("version()")
  /// Asks for the hash of the type that permits are of, which some tokens tell.
  public static let permitType = call("PERMIT_TYPEHASH()")

  /// The topic of `Transfer(address,address,uint256)`.
  public static let transferTopic = Keccak256.hash("Transfer(address,address,uint256)".utf8)
  /// The topic of `Approval(address,address,uint256)`.
  public static let approvalTopic = Keccak256.hash("Approval(address,address,uint256)".utf8)

  /// The topic of `Withdrawal(address,uint256)`, by which a wrapped coin says what it paid out.
  public static let withdrawalTopic = Keccak256.hash("Withdrawal(address,uint256)".utf8)

  /// A selector with words behind it.
  private static func call(_ signature: String, _ words: [UInt256] = []) -> Bytes {
    words.reduce(into: ABISelector(signature: signature).bytes) { $0 += Hash32($1).bytes }
  }
}
