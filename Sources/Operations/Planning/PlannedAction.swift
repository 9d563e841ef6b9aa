import Exchange
import Keys
import LectureKit
import Outbox
import Primitives
import Sending
import Tokens

/// The action of a plan, with the parameters that a review shows.
public enum PlannedAction: Sendable {
  /// Buying a lecture, by its number: the lecture itself as the chain has it, and its earlier runs that the account bought.
  case purchase(UInt256, of: Lecture?, after: [UInt64])
  /// Rating a lecture, by its number, and the lecture itself as the chain has it; a rating is final.
  case rating(UInt256, Scores, of: Lecture?)
  /// Settling a lecture, by its number: the lecture itself as the chain has it, and the shares that are paid, where its
  /// contract's rule is known.
  case settlement(UInt256, of: Lecture, paying: SettlementShares?)
  /// Opening a new lecture.
  case opening(Price, title: String)
  /// Opening the next run of a lecture, by its number: its price, and the lecture itself as the chain has it.
  case reopening(UInt256, Price, of: Lecture?)
  /// Taking back the payment for a lecture, by its number, and the purchase as the chain has it.
  case reclaim(UInt256, of: Enrolment?)
  /// Withdrawing the amount that waits for the account.
  case withdrawal(Amount)
  /// Sending the chain's own money.
  case transfer(to: Address, isContract: Bool)
  /// Sending an amount of a token, in its smallest unit.
  case tokenTransfer(UInt256, of: Token, to: Address)
  /// Calling a contract.
  case call(Address)
  /// Deploying a contract, by its readable constructor and the length of its code.
  case deployment(constructor: String, bytes: Int)
  /// Changing the key of the account; only on Kaia.
  case accountUpdate(from: AccountKey, to: AccountKey)
  /// Putting another transaction in the place of one in the outbox.
  case replacement(of: Intent, by: Attempt.Kind)
  /// Going on to wait for the price of one in the outbox, and sending it then.
  case waiting(Intent)
  /// Closing so many gaps in the account's nonces with as many empty transactions.
  case closingGaps(Int)
  /// Filling orders of an exchange.
  case deal(ReviewedDeal)
  /// Cancelling orders of an exchange.
  case cancelOrders([ReviewedOrder])
  /// Cancelling all orders of a pair and direction that the account made before, also those that nobody here knows: the
  /// token that they give, the one that they ask for, and the number that are known.
  case cancelPair(gives: DirectoryToken, asks: DirectoryToken, known: Int)
  /// Making tokens of the chain's coin.
  case wrapping(Amount, into: TokenAmount)
  /// Making the chain's coin of tokens.
  case unwrapping(TokenAmount, into: Amount)
  /// Letting an exchange, or somebody else, move an amount of a token, or taking that back; nil is all of it, for ever.
  case allowance(TokenAmount?, of: DirectoryToken, for: Address, isExchange: Bool)
}
