import ContractABI
import ContractClient
import Locking
import NodeRPC
import Outbox
import Primitives
import Sending

/// Everything a program says once about where it works: the nodes, the chain, the contract, its ABI and the user.
///
/// Libraries take a `Session` as a parameter. ``shared`` is a convenience for the top of a program.
public struct Session: Sendable {
  /// The nodes to speak to, in order of preference.
  public var endpoints: [Endpoint]
  /// The chain the nodes must be on.
  public var chainID: UInt256
  /// The lecture contract; nil before one is deployed.
  public var contract: Address?
  /// The contract's interface.
  public var abi: ContractABI
  /// The user's account; nil for reading only.
  public var user: Address?
  /// The block the contract was deployed in: where a search through its logs begins.
  public var deploymentBlock: UInt64
  /// The chain's currency.
  public var unit: Amount.Unit
  /// The directory in which prices read from logs are kept between runs; nil keeps them in memory only.
  public var cacheDirectory: String?
  /// The sources whose word is proof, before something that was signed is given up: none, unless it is said.
  public var trust = TrustPolicy()

  /// A session in which only the nodes and their chain have to be said; nothing is checked or asked.
  public init(
    endpoints: [Endpoint], chainID: UInt256, contract: Address? = nil, abi: ContractABI = LectureMarket.abi,
    user: Address? = nil, deploymentBlock: UInt64 = 0, unit: Amount.Unit = .klay, cacheDirectory: String? = nil
  ) {
    self.endpoints = endpoints
    self.chainID = chainID
    self.contract = contract
    self.abi = abi
    self.user = user
    self.deploymentBlock = deploymentBlock
    self.unit = unit
    self.cacheDirectory = cacheDirectory
  }

  /// A connection of this session: a client of its nodes, and a sender on its chain.
  ///
  /// - Parameter outbox: The outbox, in which transactions are written down before they leave.
  public func connect(outbox: Outbox = .inMemory()) throws -> ContractConnection {
    ContractConnection(
      sender: TransactionSender(
        node: try NodeClient(endpoints: endpoints), chainID: chainID, unit: unit, outbox: outbox,
        trust: trust))
  }
}

extension Session {
  // The one place of the package that is shared and set at run time; a lock held for a copy is all it needs.
  private static let configured = Guarded<Session?>(nil)

  /// The program's one session.
  ///
  /// - Throws: `LectureError` `.notConfigured` before ``configure(_:)``.
  public static var shared: Session {
    get throws(LectureError) {
      guard let session = configured.withLock({ $0 }) else {
        throw LectureError(
          .notConfigured, "There is no session yet.", reason: "Session.shared was read before Session.configure(_:).",
          advice: "Configure the session once, when the program starts.")
      }
      return session
    }
  }

  /// Sets ``shared``, once.
  ///
  /// - Throws: `LectureError` `.alreadyConfigured` the second time.
  public static func configure(_ session: Session) throws(LectureError) {
    let isFirst = configured.withLock { current in
      guard current == nil else { return false }
      current = session
      return true
    }
    guard isFirst else {
      throw LectureError(
        .alreadyConfigured, "The session is configured already.",
        reason: "A program has one Session.shared, set once.", advice: "Pass another Session as a parameter instead.")
    }
  }
}
