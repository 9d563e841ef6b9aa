import ChainIndex
import LectureIndex
import Listening

extension IndexReader {
  /// The metrics of the index for the operator of a platform; none where it cannot be read soon, or has no block yet.
  var metrics: [Metric] {
    get async {
      let progress = try? await PageTimeout.store { [store] in try await store.progress() }
      guard case (let head?, let reorganisations)?? = progress else { return [] }
      return [
        Metric(
          "lectures_index_head_block", .gauge, "The height of the block as of which the index is.", head.number),
        Metric(
          "lectures_index_node_block", .gauge, "The height of the newest block that the index's node told last.",
          head.target),
        Metric(
          "lectures_index_lag_blocks", .gauge, "The blocks that the index is behind its node, as that told last.",
          head.missing),
        Metric(
          "lectures_index_unchecked_seconds", .gauge, "Time since the index was last found to have all blocks.",
          values: head.checkAge(at: now).map { [("", "\($0)")] } ?? []),
        Metric(
          "lectures_index_reorganisations_total", .counter, "Reorganisations that the index undid.", reorganisations),
      ]
    }
  }
}
