import ContractABI
import Primitives

/// Whether a token takes permits, by what it answers; a simulation of the permit itself has to show the rest.
public enum PermitSupport: Sendable, Hashable {
  /// The token takes those of a domain, the owner's next with a number.
  case supported(PermitDomain, nonce: UInt256)
  /// The token takes none that can be relied on.
  case unsupported(Reason)

  /// The reasons for which no permit is signed.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// `nonces` does not answer with 32 bytes: a contract whose fallback takes any call would take a permit and do nothing.
    case noNonces
    /// `DOMAIN_SEPARATOR` does not answer with 32 bytes.
    case noDomainSeparator
    /// The token has no name that can be read, and so no domain that can be computed.
    case noName
    /// The domain that the token tells is not that of this token on this chain, or not what its separator is made of.
    case otherDomain
    /// The token's permits are of another type than EIP-2612's (DAI's way).
    case otherType
  }
}

/// A token's answers about permits.
struct PermitAnswers: Sendable {
  private let nonce: UInt256?
  private let separator: UInt256?
  private let name: TokenAnswer
  private let domain: TokenAnswer
  private let version: TokenAnswer
  private let permitType: UInt256?

  /// The questions, in the order in which the answers are taken.
  static func questions(owner: Address) -> [Bytes] {
    [
      TokenCalls.nonce(of: owner), TokenCalls.domainSeparator, TokenCalls.name, TokenCalls.domain, TokenCalls.version,
      TokenCalls.permitType,
    ]
  }

  init(_ answers: [TokenAnswer]) {
    func answer(_ index: Int) -> TokenAnswer { answers.indices.contains(index) ? answers[index] : .refused }
    (nonce, separator, permitType) = (answer(0).word, answer(1).word, answer(5).word)
    (name, domain, version) = (answer(2), answer(3), answer(4))
  }

  func support(token: Address, chainID: UInt256) -> PermitSupport {
    guard let nonce else { return .unsupported(.noNonces) }
    guard let separator else { return .unsupported(.noDomainSeparator) }
    if let permitType, Hash32(permitType) != Permit.typeHash { return .unsupported(.otherType) }
    let candidates: [PermitDomain]
    if let told = toldDomain(token: token, chainID: chainID) {
      candidates = [told]
    } else {
      guard let name = Self.text(name) else { return .unsupported(.noName) }
      // The separator decides which of them it is.
      let versions = [Self.text(version), "1", nil]
      candidates = versions.map { PermitDomain(name: name, version: $0, chainID: chainID, token: token) }
    }
    guard let domain = candidates.first(where: { $0.separator == Hash32(separator) }) else {
      return .unsupported(.otherDomain)
    }
    return .supported(domain, nonce: nonce)
  }

  private static let domainTypes: [ABIType] = [
    .fixedBytes(1), .string, .string, .uint(256), .address, .fixedBytes(32), .array(.uint(256)),
  ]

  /// The domain that the token tells itself (EIP-5267), if it is of the usual four fields, or of three; one of another
  /// chain or contract is given all the same, as its separator will be another.
  private func toldDomain(token: Address, chainID: UInt256) -> PermitDomain? {
    guard let bytes = domain.bytes, bytes.count <= 16_384,
      let fields = try? ABICoder.decode(bytes, as: Self.domainTypes), let flags = fields[0].bytesValue?.first,
      let name = fields[1].stringValue, let version = fields[2].stringValue, fields[6].elements?.isEmpty == true,
      flags == 0x0f || flags == 0x0d, fields[3].uintValue == chainID, fields[4].addressValue == token
    else { return nil }
    return PermitDomain(name: name, version: flags == 0x0f ? version : nil, chainID: chainID, token: token)
  }

  /// A text that is UTF-8, so that what is hashed is what the token has.
  private static func text(_ answer: TokenAnswer) -> String? {
    guard let bytes = answer.bytes.flatMap(ContractText.exact) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
