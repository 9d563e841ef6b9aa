import HTTPTypes
import Operations

/// A refusal of a page that no lower target knows.
enum WebRefusal: Error, Sendable, Hashable {
  /// Nothing is at this path.
  case notFound
  /// The path is served by other methods.
  case otherMethod
  /// The form is not from a page of this session.
  case foreignForm
  /// A field that the pages always send is missing or malformed.
  case badForm
  /// The server only shows.
  case readOnly
  /// Nobody entered.
  case noSession
  /// The review is over: it was too old, or the server was started anew.
  case noProposal
  /// Something else is shown by now than what was agreed to.
  case changed
  /// The account has a transaction under way, which may be the one that its wallet is to be asked for.
  case underWay
  /// The pending state alone shows that it is done: a transaction of the account does it, and no confirmed block has that.
  case notMined
  /// A transaction is named for a review of which no wallet was asked.
  case notAsked
  /// The body is not the JSON that is described.
  case badJSON
  /// The message that was to be signed to sign in is over, or another one was asked for.
  case signInOver
  /// A deal of this wish went through with other terms, and what is left is too little for a second deal.
  case secondDeal
  /// The signature is none of the account's over the order that was shown.
  case notSigned(OrderProof.Fault)
  /// The time of the order that was signed is over.
  case orderOver
  /// Nobody signed in, on a platform.
  case notSignedIn
  /// Too many requests came; so many seconds are to be waited.
  case tooOften(Int64)
  /// The signature is not that of the account, or the message is no longer the one that was asked for.
  case notProven
  /// The wallet can do this only at the terminal or on one's own pages.
  case notHere
  /// The platform's store, or its index, cannot be used just now.
  case storeAway
  /// Too many wrong passwords; so many seconds are to be waited.
  case tooManyTries(Int64)

  /// The name of it for programs.
  var name: String {
    switch self {
    case .notFound: "notFound"
    case .otherMethod: "otherMethod"
    case .foreignForm: "foreignForm"
    case .badForm: "badForm"
    case .readOnly: "readOnly"
    case .noSession: "noSession"
    case .noProposal: "noProposal"
    case .changed: "changed"
    case .underWay: "underWay"
    case .notMined: "notMined"
    case .notAsked: "notAsked"
    case .badJSON: "badJSON"
    case .signInOver: "signInOver"
    case .secondDeal: "secondDeal"
    case .notSigned: "notSigned"
    case .orderOver: "orderOver"
    case .notSignedIn: "notSignedIn"
    case .tooOften: "tooOften"
    case .notProven: "notProven"
    case .notHere: "notHere"
    case .storeAway: "storeAway"
    case .tooManyTries: "tooManyTries"
    }
  }

  var status: HTTPResponse.Status {
    switch self {
    case .notFound, .noProposal: .notFound
    case .otherMethod: .methodNotAllowed
    case .foreignForm, .readOnly, .noSession, .notSignedIn, .notProven, .signInOver, .notHere: .forbidden
    case .badForm, .badJSON: .badRequest
    case .changed, .underWay, .notMined, .notAsked, .secondDeal, .orderOver: .conflict
    case .notSigned: .unprocessableContent
    case .tooManyTries, .tooOften: .tooManyRequests
    case .storeAway: .serviceUnavailable
    }
  }

  /// The seconds after which the same may be asked for again; nil where time changes nothing.
  var retryAfter: Int64? {
    switch self {
    case .tooOften(let seconds), .tooManyTries(let seconds): seconds
    case .storeAway: 60
    default: nil
    }
  }
}
