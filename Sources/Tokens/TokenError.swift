@_exported import Failures
import Primitives

/// A failure of a list of tokens, of a token's name or amount, or of what its contract says.
public typealias TokenError = DomainError<TokenErrors>

/// The domain of ``TokenError``.
public enum TokenErrors: ErrorDomain {
  /// The text that names a token, an amount or a list, fit to be printed.
  public typealias Subject = String

  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The addresses that a name may stand for.
    case addresses([Address])
    /// The names that may be meant.
    case names([String])
    /// The token's decimals and how many digits after the point were written.
    case digits(given: Int, decimals: Int)
    /// A token's decimals as they were known, and as the contract tells them now; nil where it tells none.
    case decimals(Address, known: Int?, told: Int?)
    /// The address where something is that is no token.
    case token(Address)
    /// The most bytes that a list may have.
    case limit(Int)
    /// The HTTP status of an answer that is no list.
    case status(Int)
  }
}

extension ErrorCode<TokenErrors> {
  // Names.

  /// A name that no token has.
  public static var unknownToken: Self { Self("unknownToken") }
  /// A name of several tokens, none of which is more trusted than the others.
  public static var ambiguousToken: Self { Self("ambiguousToken") }
  /// Text that is not two tokens with a `/` between them, or the same one twice.
  public static var invalidPair: Self { Self("invalidPair") }

  // Amounts.

  /// More digits after the point than the token has decimals.
  public static var tooManyDigits: Self { Self("tooManyDigits") }
  /// Text that is no decimal number, or more than 256 bits can hold.
  public static var invalidAmount: Self { Self("invalidAmount") }

  // Lists.

  /// Bytes that are no list of tokens.
  public static var malformedList: Self { Self("malformedList") }
  /// More bytes or tokens than a list may have.
  public static var listTooLarge: Self { Self("listTooLarge") }
  /// A file or an address at which no list can be had.
  public static var unreadableList: Self { Self("unreadableList") }

  // Contracts.

  /// An address without code, or a contract that does not answer as a token does.
  public static var notAToken: Self { Self("notAToken") }
  /// A contract that does not list tokens as a registry does.
  public static var notARegistry: Self { Self("notARegistry") }
  /// Decimals that are others than they were.
  public static var decimalsChanged: Self { Self("decimalsChanged") }
  /// A block that another replaced while it was read, time after time.
  public static var chainMoved: Self { Self("chainMoved") }
  /// A block that the node does not know.
  public static var unknownBlock: Self { Self("unknownBlock") }
}

extension TokenError {
  /// The addresses that a name may stand for; empty where it is about something else.
  public var addresses: [Address] {
    switch facts {
    case .addresses(let addresses): addresses
    case .token(let address), .decimals(let address, _, _): [address]
    default: []
    }
  }
}
