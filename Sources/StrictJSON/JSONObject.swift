/// The members of a JSON object, in the order in which they were added.
///
/// Two objects are equal when they have the same members, in whatever order. Keys are the same when their bytes are:
/// unlike Swift's strings, JSON does not take a composed and a decomposed letter for one.
public struct JSONObject: Sendable {
  /// A member.
  public typealias Element = (key: String, value: JSON)

  private struct Member: Sendable {
    let key: String
    var value: JSON
  }

  private struct ExactKey: Hashable, Sendable {
    let text: String

    static func == (left: ExactKey, right: ExactKey) -> Bool { JSONObject.same(left.text, right.text) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private var members: [Member] = []
  /// Where each key is; only kept once there are so many that looking through them would be slow.
  private var index: [ExactKey: Int] = [:]
  private static let indexedFrom = 16

  /// An object without members.
  public init() {}

  /// An object without members, with room for some.
  init(room: Int) { members.reserveCapacity(room) }

  /// Members in order; of two with one key the later counts.
  public init(_ members: some Sequence<(String, JSON)>) {
    for (key, value) in members { self[key] = value }
  }

  /// The number of members.
  public var count: Int { members.count }

  /// Whether there are none.
  public var isEmpty: Bool { members.isEmpty }

  /// The keys in order.
  public var keys: [String] { members.map(\.key) }

  /// The values in order.
  public var values: [JSON] { members.map(\.value) }

  /// The value of a key. Setting a new one adds it at the end; setting nil removes the member, in O(n).
  public subscript(key: String) -> JSON? {
    get { position(of: key).map { members[$0].value } }
    set {
      if let position = position(of: key) {
        if let newValue {
          members[position].value = newValue
        } else {
          members.remove(at: position)
          rebuildIndex()
        }
      } else if let newValue {
        append(key: key, value: newValue)
      }
    }
  }

  /// Adds a member unless there is one of that key; says whether it did.
  mutating func add(key: String, value: JSON) -> Bool {
    guard position(of: key) == nil else { return false }
    append(key: key, value: value)
    return true
  }

  private mutating func append(key: String, value: JSON) {
    members.append(Member(key: key, value: value))
    if members.count > Self.indexedFrom {
      index[ExactKey(text: key)] = members.count - 1
    } else if members.count == Self.indexedFrom {
      rebuildIndex()
    }
  }

  private mutating func rebuildIndex() {
    index = [:]
    guard members.count >= Self.indexedFrom else { return }
    for (position, member) in members.enumerated() { index[ExactKey(text: member.key)] = position }
  }

  private func position(of key: String) -> Int? {
    if members.count >= Self.indexedFrom { return index[ExactKey(text: key)] }
    return members.firstIndex { JSONObject.same($0.key, key) }
  }

  /// Whether texts have the same bytes. Most that are compared differ, which `==` sees at once.
  private static func same(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count, left == right else { return false }
    let isSame = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
    }
    return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
  }
}

extension JSONObject: Sequence {
  /// Gives the members as they were when it was made, in their order.
  public struct Iterator: IteratorProtocol {
    private var members: IndexingIterator<[Member]>

    fileprivate init(_ object: JSONObject) { members = object.members.makeIterator() }

    /// The next member in the order of the text; nil after the last.
    public mutating func next() -> Element? { members.next().map { ($0.key, $0.value) } }
  }

  /// Goes through the members in the order of the text.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// The exact number of members.
  public var underestimatedCount: Int { members.count }
}

extension JSONObject: Hashable {
  /// Equal members with equal names, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }

  /// Hashes members without regard to their order.
  public func hash(into hasher: inout Hasher) {
    var mixed = 0
    for member in members {
      var part = Hasher()
      part.combine(ExactKey(text: member.key))
      part.combine(member.value)
      mixed ^= part.finalize()
    }
    hasher.combine(mixed)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Of two members with one key the later counts.
  public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
