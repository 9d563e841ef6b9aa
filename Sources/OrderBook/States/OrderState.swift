/// The state of an order in a book.
public enum OrderState: String, Sendable, Hashable, CaseIterable {
  /// Nothing is filled, and the order can be.
  case open
  /// A part is filled, and the rest can be.
  case partFilled
  /// A part is cancelled and none is filled, and the rest can be (v1).
  case cut
  /// All of it is filled.
  case filled
  /// Its maker cancelled what remained.
  case cancelled
  /// Its time is over.
  case expired
  /// The maker lacks the money or the allowance for the least that may be filled; it comes back with them.
  case unfunded
  /// So little remains that it is below the least that may be filled.
  case dust
  /// The order is not watched any more, by the decision of whoever keeps the book.
  case stopped
  /// The account that signed it may not sign for the maker any more (v4).
  case unsigned

  /// Whether orders in this state stand in the book for everybody to see.
  public var isInBook: Bool { self == .open || self == .partFilled || self == .cut }

  /// Whether only a reorganisation brings an order back from this state.
  public var isEnded: Bool { self == .filled || self == .cancelled || self == .expired }

  /// The word of the order book API of version 4.
  public var word: String {
    switch self {
    case .open: "ADDED"
    case .partFilled, .cut: "FILLED"
    case .filled, .dust: "FULLY_FILLED"
    case .cancelled: "CANCELLED"
    case .expired: "EXPIRED"
    case .unfunded: "UNFUNDED"
    case .stopped: "STOPPED_WATCHING"
    case .unsigned: "INVALID"
    }
  }
}
