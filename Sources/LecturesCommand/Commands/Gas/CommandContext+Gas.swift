import GasPrices
import Operations

extension CommandContext {
  /// The actions of the account in use on the contract in use.
  func lectureActions(on place: Connection?) async -> [UsualAction] {
    let account = (try? settings.account()) == nil ? nil : try? await accounts.address(of: nil)
    return await LectureActions.of(place, by: account)
  }
}
