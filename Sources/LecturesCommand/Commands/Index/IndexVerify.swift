import ArgumentParser
import ChainIndex
import ContractClient
import Database
import LectureIndex
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures index verify`: compares the index with the contract.
struct IndexVerify: ReportingCommand {
  static let configuration = CommandConfiguration(
    "verify", "Compare the index with the contract.",
    examples: [
      "lectures index verify": "every lecture, the newest blocks with their events, a part of what is older",
      "lectures index verify --all": "everything, which takes as long as the chain is old",
      "lectures index verify --json": "for a script; the exit status is 0 if nothing differs",
    ],
    after: """
      Each lecture is compared with what the contract says as of the index's block: teacher, title, run, price, \
      students, the money that is held, and the sums of its ratings. The newest blocks, 128 of them at most, are \
      compared with the node's by hash, parent and event, and their bloom filters must show no event that the index \
      lacks. Of older blocks 16 ranges of 1,000 at random are read again, and of 50 lectures at random the runs, \
      purchases, ratings and settlements are compared; with --all it is all of them. An index that was made with --abi \
      has no lectures and is not compared.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var index: IndexOptions
  @Flag(help: "Compare all old blocks and all records, and not some at random.") var all = false

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let place = try await context.nodes.connection()
    let contract = try context.settings.contract()
    let open = try await index.open(in: context)
    guard open.reader != nil else {
      throw ChainIndexError(
        .noLectures, "The index has events alone, and no lectures to compare.",
        reason:
          "Only an index of lectures is compared with its contract; this does not mean that the index is damaged.",
        facts: .file(open.store.name))
    }
    let database = try await index.lectures(of: contract, on: place.session.chainID, context)
    try await IndexReader(database).store.require(contract, on: place.session.chainID)
    let market = LectureMarket(address: contract, connection: place.connection)
    let verifier = try IndexVerifier(database, place.node, market)
    let found = try await context.progress(StyledText(language[IndexText.comparing])) { _ in
      try await verifier.verify(isWhole: all)
    }
    let failure =
      found.differences.isEmpty
      ? nil
      : CommandFailure(.init("index.differs", .failure), IndexRefusal.differs(found.differences.count))
    return Report(Self.json(found, database.name), failure: failure) {
      StyledText(
        language[
          IndexText.compared(
            lectures: found.lectures, blocks: found.blocks, events: found.events, records: found.records,
            block: found.head.number)],
        found.differences.isEmpty ? .good : .plain)
      if !found.isWhole { StyledText(language[IndexText.sampled], .dim) }
      for text in found.unchecked.texts { StyledText(language[text], .warning) }
      if !found.differences.isEmpty { Self.table(found.differences, in: language) }
    }
  }

  private static func json(_ found: IndexVerification, _ path: String) -> JSON {
    [
      "file": .string(path), "block": .integer(found.head.number), "hash": .string(found.head.hash.hex),
      "lectures": .integer(found.lectures), "blocks": .integer(found.blocks), "events": .integer(found.events),
      "records": .integer(found.records), "all": .bool(found.isWhole),
      "unfiltered": .integer(found.unchecked.filter), "unhashed": .integer(found.unchecked.hash),
      "differences": .array(
        found.differences.map { difference in
          let (kind, number, place, key) = difference.place
          return [
            "about": .string(kind), "number": .integer(number), "place": .integer(place), "key": .text(key),
            "field": .string(difference.field), "index": .text(difference.index), "chain": .text(difference.chain),
          ]
        }),
    ]
  }

  private static func table(_ differences: [IndexDifference], in language: Language) -> Table {
    var table = Table(
      .name(language[IndexText.about], .important), .name(language[Label.name]),
      .text(language[IndexText.inIndex], .useful), .text(language[IndexText.onChain], .useful))
    for difference in differences {
      let (kind, number, _, key) = difference.place
      table.add(
        StyledText(number.map { "\(language[IndexText.kind(kind)]) \($0)" } ?? language[IndexText.kind(kind)]),
        StyledText(key.map { "\($0) \(difference.field)" } ?? difference.field),
        StyledText(PlainText.escaped(difference.index ?? "–")),
        StyledText(PlainText.escaped(difference.chain ?? "–")))
    }
    return table
  }
}

extension IndexDifference {
  /// The kind of thing that it is about, its number, the place within, and the words that tell records apart.
  fileprivate var place: (kind: String, number: UInt64?, place: UInt64?, key: String?) {
    switch subject {
    case .block(let number): ("block", number, nil, nil)
    case .event(let block, let place): ("event", block, place, nil)
    case .contract: ("contract", nil, nil, nil)
    case .entry(let number): ("lecture", number, nil, nil)
    case .record(let kind, let number, let key): (kind, number, nil, key)
    }
  }
}
