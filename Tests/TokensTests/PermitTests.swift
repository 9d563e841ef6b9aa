import Devnet
import Keys
import NodeDoubles
import NodeRPC
import Primitives
import Testing

@testable import Tokens

@Suite("Permits")
struct PermitTests {
  private static let permit = Permit(
    owner: Address(truncating: 1), spender: Address(truncating: 2), value: .max, nonce: 3, deadline: 4)

  @Test("The digest without a schema is that of the typed data, with a version and without")
  func digest() throws {
    for version in ["1", "2", "", nil] {
      let domain = PermitDomain(name: "Token \u{e9}", version: version, chainID: 8217, token: Address(truncating: 9))
      let typed = try Self.permit.typedData(for: domain)
      #expect(typed.digest() == Self.permit.digest(for: domain) && typed.domainSeparator() == domain.separator)
      #expect(try typed.encodeType("Permit") == Permit.typeText)
    }
  }

  @Test("The hash of the type is the one that EIP-2612's tokens have")
  func typeHash() {
    #expect(Permit.typeHash.hex == "0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9")
  }

  @Test("The token takes a signed permit once, from anybody, and then allows what it says")
  func accepted() async throws {
    let chain = try await TokenChain()
    let token = try await chain.token()
    let key = try PrivateKey.random()
    let spender = chain.owners[2]
    let support = try await chain.reader.permitSupport(of: token, owner: key.address, chainID: chain.devnet.chainID)
    guard case .supported(let domain, let nonce) = support else {
      Issue.record("\(support)")
      return
    }
    let expected = PermitDomain(name: "Campus token", chainID: chain.devnet.chainID, token: token)
    #expect(domain == expected && nonce == 0)
    let permit = Permit(
      owner: key.address, spender: spender, value: 12_345, nonce: nonce, deadline: UInt256(TokenChain.now + 1_200))
    let signature = try key.sign(permit.digest(for: domain))
    #expect(try await chain.send(permit.calldata(signature), to: token, from: 1))
    let allowances = try await chain.reader.allowances(of: [key.address], for: spender, tokens: [token])
    #expect(allowances[key.address, token] == 12_345)
    #expect(try await !chain.send(permit.calldata(signature), to: token, from: 1))
    let next = try await chain.reader.permitSupport(of: token, owner: key.address, chainID: chain.devnet.chainID)
    #expect(next == .supported(domain, nonce: 1))
  }

  @Test("A token is not believed to take permits by less than all of its answers")
  func unsupported() async throws {
    let chain = try await TokenChain()
    let (owner, chainID) = (chain.owners[0], chain.devnet.chainID)
    let token = Address(truncating: 0xc0de)
    let own = PermitDomain(name: "Token", version: "2", chainID: chainID, token: token)
    let nonce = (Selector.nonces, AnsweringCode.words([5]))
    let name = (Selector.name, AnsweringCode.string("Token"))
    func separator(_ domain: PermitDomain) -> (UInt32, Bytes) { (Selector.separator, domain.separator.bytes) }
    let version = (Selector.version, AnsweringCode.string("2"))
    /// Flags, name, version, chain, contract, salt and extensions, as EIP-5267 has them.
    func told(_ flags: UInt8, _ chain: UInt256, _ contract: Address, extensions: [UInt256] = []) -> (UInt32, Bytes) {
      let flags: Bytes = [flags] + Bytes(repeating: 0, count: 31)
      let heads = AnsweringCode.words([224, 288, chain, UInt256(contract), 0, 352])
      let texts = AnsweringCode.string("Token").dropFirst(32) + AnsweringCode.string("2").dropFirst(32)
      return (Selector.domain, flags + heads + texts + AnsweringCode.words([UInt256(extensions.count)] + extensions))
    }
    var other = own
    other = PermitDomain(name: "Token", version: "2", chainID: chainID + 1, token: token)
    let cases: [([(UInt32, Bytes)], Bytes?, PermitSupport)] = [
      ([], nil, .unsupported(.noNonces)), ([], [], .unsupported(.noNonces)),
      // A fallback that takes any call with an answer: its separator is not that of a domain.
      ([], AnsweringCode.words([1]), .unsupported(.otherType)),
      ([nonce], nil, .unsupported(.noDomainSeparator)),
      ([nonce, (Selector.separator, AnsweringCode.words([1, 2]))], nil, .unsupported(.noDomainSeparator)),
      ([nonce, separator(own)], nil, .unsupported(.noName)),
      ([nonce, separator(own), name], nil, .unsupported(.otherDomain)),
      ([nonce, separator(own), name, version], nil, .supported(own, nonce: 5)),
      ([nonce, separator(other), name, version], nil, .unsupported(.otherDomain)),
      ([nonce, separator(own), told(0x0f, chainID, token)], nil, .supported(own, nonce: 5)),
      ([nonce, separator(other), told(0x0f, chainID + 1, token)], nil, .unsupported(.noName)),
      ([nonce, separator(own), told(0x0f, chainID, owner)], nil, .unsupported(.noName)),
      ([nonce, separator(own), told(0x1f, chainID, token)], nil, .unsupported(.noName)),
      ([nonce, separator(own), told(0x0f, chainID, token, extensions: [1])], nil, .unsupported(.noName)),
      (
        [nonce, separator(own), name, version, (Selector.permitType, AnsweringCode.words([7]))], nil,
        .unsupported(.otherType)
      ),
      (
        [nonce, separator(own), name, version, (Selector.permitType, Permit.typeHash.bytes)], nil,
        .supported(own, nonce: 5)
      ),
    ]
    for (index, (answers, rest, support)) in cases.enumerated() {
      let answers = answers.map { (selector: $0.0, data: $0.1) }
      _ = try await chain.contract(AnsweringCode.make(answers, rest: rest))
      let found = try await chain.reader.permitSupport(of: token, owner: owner, chainID: chainID)
      #expect(found == support, "case \(index)")
    }
    let nobody = try await chain.reader.permitSupport(of: Address(truncating: 0xdead), owner: owner, chainID: chainID)
    #expect(nobody == .unsupported(.noNonces))
  }
}

@Suite("Approvals")
struct ApprovalTests {
  @Test("An allowance is changed through zero unless the spender is the own exchange and the token lets it")
  func steps() {
    let cases: [(UInt256, UInt256, UInt256?, Bool, Bool, [UInt256])] = [
      (0, 0, nil, false, true, []), (5, 5, nil, false, true, []), (.max, 5, nil, true, false, []),
      (0, 5, nil, true, false, [5]), (0, 5, nil, false, true, [5]), (3, 5, nil, true, false, [5]),
      (3, 5, nil, true, true, [0, 5]), (3, 5, nil, false, false, [0, 5]), (3, 5, .max, true, false, [.max]),
      (3, 5, .max, false, false, [0, .max]), (0, 5, 4, true, false, [5]), (6, 5, .max, true, false, []),
    ]
    for (allowance, need, amount, isOwn, needsReset, steps) in cases {
      let plan = ApprovalPlan(
        allowance: allowance, need: need, amount: amount, isOwnExchange: isOwn, needsReset: needsReset)
      #expect(plan.steps == steps && plan.isEmpty == steps.isEmpty)
    }
    #expect(ApprovalPlan(revoking: 0).isEmpty && ApprovalPlan(revoking: 1).steps == [0])
  }

  @Test("The steps bring the token's allowance to what is needed")
  func carriedOut() async throws {
    let chain = try await TokenChain()
    let token = try await chain.token()
    let (owner, spender) = (chain.owners[0], chain.owners[1])
    for (need, isOwn) in [(UInt256(10), true), (25, false), (24, false), (30, true)] {
      let read = try await chain.reader.allowances(of: [owner], for: spender, tokens: [token])
      let allowance = try #require(read[owner, token])
      let plan = ApprovalPlan(allowance: allowance, need: need, isOwnExchange: isOwn, needsReset: false)
      for calldata in plan.calldata(for: spender) { #expect(try await chain.send(calldata, to: token)) }
      let after = try await chain.reader.allowances(of: [owner], for: spender, tokens: [token])
      #expect(try #require(after[owner, token]) == max(need, allowance))
    }
  }
}
