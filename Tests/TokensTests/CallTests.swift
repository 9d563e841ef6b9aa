import ContractABI
import Primitives
import Testing

@testable import Tokens

@Suite("Calls of tokens")
struct CallTests {
  private static let (one, two) = (Address(truncating: 1), Address(truncating: 2))

  @Test("Calldata is that of the functions' ABI")
  func calldata() throws {
    let calls: [(String, [ABIValue], Bytes)] = [
      ("transfer(address to, uint256 amount)", [.address(Self.one), .uint(7)], TokenCalls.transfer(to: Self.one, 7)),
      (
        "transferFrom(address a, address b, uint256 amount)", [.address(Self.one), .address(Self.two), .uint(.max)],
        TokenCalls.transfer(from: Self.one, to: Self.two, .max)
      ),
      ("approve(address spender, uint256 amount)", [.address(Self.two), .uint(0)], TokenCalls.approve(Self.two, 0)),
      ("balanceOf(address holder)", [.address(Self.two)], TokenCalls.balance(of: Self.two)),
      (
        "allowance(address owner, address spender)", [.address(Self.one), .address(Self.two)],
        TokenCalls.allowance(of: Self.one, for: Self.two)
      ),
      ("symbol()", [], TokenCalls.symbol), ("name()", [], TokenCalls.name), ("decimals()", [], TokenCalls.decimals),
      ("nonces(address owner)", [.address(Self.one)], TokenCalls.nonce(of: Self.one)),
      ("DOMAIN_SEPARATOR()", [], TokenCalls.domainSeparator), ("eip712Domain()", [], TokenCalls.domain),
    ]
    for (signature, arguments, calldata) in calls {
      #expect(try ABIFunction(parsing: signature).encodeCall(arguments) == calldata, "\(signature)")
    }
  }

  @Test("Selectors are the published ones")
  func selectors() {
    let r = Hash32.zero
    let permit = TokenCalls.permit(owner: Self.one, spender: Self.two, 1, deadline: 2, v: 27, r: r, s: r)
    let selectors: [(Bytes, String)] = [
      (TokenCalls.transfer(to: Self.one, 1), "0xa9059cbb"), (TokenCalls.approve(Self.one, 1), "0x095ea7b3"),
      (TokenCalls.transfer(from: Self.one, to: Self.two, 1), "0x23b872dd"),
      (TokenCalls.balance(of: Self.one), "0x70a08231"),
      (TokenCalls.allowance(of: Self.one, for: Self.two), "0xdd62ed3e"),
      (TokenCalls.symbol, "0x95d89b41"), (TokenCalls.name, "0x06fdde03"), (TokenCalls.decimals, "0x313ce567"),
      (permit, "0xd505accf"), (TokenCalls.nonce(of: Self.one), "0x7ecebe00"),
      (TokenCalls.domainSeparator, "0x3644e515"), (TokenCalls.domain, "0x84b0196e"),
      (TokenCalls.version, "0x54fd4d50"), (TokenCalls.permitType, "0x30adf81f"),
    ]
    for (calldata, selector) in selectors { #expect(Bytes(calldata.prefix(4)).hex == selector) }
    #expect(permit.count == 4 + 7 * 32)
    #expect(
      TokenCalls.transferTopic.hex == "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
        && TokenCalls.approvalTopic.hex == "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925")
  }
}
