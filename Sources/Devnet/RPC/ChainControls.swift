import Primitives
import StrictJSON

extension Devnet {
  /// What the chain as a whole is.
  static let chainControls: [Control] = []
}
