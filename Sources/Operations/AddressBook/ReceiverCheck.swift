import ContractClient
import Outbox
import Primitives
import Sending
import WalletBook

/// Compares receivers with the addresses that are known here: those with names, and those to which was sent.
public struct ReceiverCheck: Sendable {
  private let addressBook: @Sendable () async throws -> AddressBook
  private let outbox: @Sendable () throws -> Outbox?

  /// A check that reads when it is asked first.
  ///
  /// - Parameters:
  ///   - addressBook: reads the names.
  ///   - outbox: the outbox; nil where nothing was sent yet.
  public init(
    addressBook: @escaping @Sendable () async throws -> AddressBook,
    outbox: @escaping @Sendable () throws -> Outbox?
  ) {
    (self.addressBook, self.outbox) = (addressBook, outbox)
  }

  /// The reasons why money that is sent to an address would most likely be lost.
  ///
  /// - Parameter book: The known names; all of them by default.
  public func risks(of address: Address, in book: AddressBook? = nil) async -> [ReceiverRisk] {
    if address == .zero { return [.zeroAddress] }
    var risks: [ReceiverRisk] = []
    var known = AddressBook(known: [])
    do {
      known = if let book { book } else { try await addressBook() }
    } catch {
      risks.append(.uncompared(.addressBook, error))
    }
    let alike = known.lookAlikes(of: address).map { ReceiverRisk.looksLikeKnown(address, $0) }
    guard alike.isEmpty, !known.knows(address) else { return risks + alike }
    do {
      let receivers = try await receivers()
      if !receivers.contains(address),
        let other = receivers.first(where: { AddressSimilarity.isPoison(address, of: $0) })
      {
        risks.append(.looksLikeReceiver(address, other))
      }
    } catch {
      risks.append(.uncompared(.outbox, error))
    }
    return risks
  }

  /// The risks of a token transfer's recipient.
  func risks(ofTransferTo recipient: Address, token: Address) async -> [ReceiverRisk] {
    await risks(of: recipient) + (recipient == token ? [.tokenContract] : [])
  }

  /// The risks of a call: of its contract where money goes with it, and of the recipient where it transfers a token.
  func risks(of calldata: Bytes, to contract: Address, value: Amount) async -> [ReceiverRisk] {
    let ofMoney = value > .zero ? await risks(of: contract) : []
    guard let transfer = ERC20.transfer(in: calldata) else { return ofMoney }
    return await ofMoney + risks(ofTransferTo: transfer.recipient, token: contract)
  }

  /// Whether nothing was ever sent from here to an address, by another account here either; nil where that cannot be
  /// read.
  func isFirstPayment(from sender: Address, to address: Address) async -> Bool? {
    guard sender != address else { return false }
    guard let receivers = try? await receivers() else { return nil }
    return !receivers.contains(address)
  }

  /// The receivers of transactions sent from here: of money, or of a contract's tokens.
  private func receivers() async throws -> Set<Address> {
    guard let outbox = try outbox() else { return [] }
    let sent = try await outbox.intents(IntentFilter(limit: .max)).filter { !$0.attempts.isEmpty }
    return Set(sent.compactMap { ERC20.transfer(in: $0.data)?.recipient ?? $0.to })
  }
}
