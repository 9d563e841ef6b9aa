import NodeRPC

extension NodeError {
  /// What failed, in a line, to stand as the reason of another error.
  var firstLine: String {
    description.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? "the node failed"
  }
}
