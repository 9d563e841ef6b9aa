import Primitives

/// `bytes`.
public struct ABIBytes: ABICodec {
  /// Makes the codec, which has no parameters.
  @inlinable
  public init() {}

  /// True: an offset stands in its place.
  @inlinable public var isDynamic: Bool { true }

  /// The bytes that stand behind the heads, lengths and padding included.
  @inlinable
  public func tailSize(of value: Bytes) -> Int { ABISize.dynamic(value.count) }

  /// The length, the bytes, and zeros up to a whole word.
  public func write(_ value: Bytes, to writer: inout ABIWriter) {
    value.withUnsafeBytes { writer.putDynamic($0) }
  }

  /// Bytes of a length that the data really has.
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> Bytes { try reader.dynamicBytes() }
}

/// `string`.
public struct ABIString: ABICodec {
  /// Makes the codec, which has no parameters.
  @inlinable
  public init() {}

  /// True: an offset stands in its place.
  @inlinable public var isDynamic: Bool { true }

  /// The bytes that stand behind the heads, lengths and padding included.
  @inlinable
  public func tailSize(of value: String) -> Int { ABISize.dynamic(value.utf8.count) }

  /// The length in bytes of UTF-8, the bytes, and zeros up to a whole word.
  public func write(_ value: String, to writer: inout ABIWriter) {
    var value = value
    value.withUTF8 { writer.putDynamic(UnsafeRawBufferPointer($0)) }
  }

  /// Text; bytes that are no UTF-8 are refused.
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> String { try reader.string() }
}

/// `T[]`.
public struct ABIArray<Element: ABICodec>: ABICodec {
  /// The codec of `T`.
  public let element: Element

  /// An array of what this codec codes.
  @inlinable
  public init(_ element: Element) { self.element = element }

  /// True: an offset stands in its place.
  @inlinable public var isDynamic: Bool { true }

  /// The bytes that stand behind the heads, lengths and padding included.
  @inlinable
  public func tailSize(of value: [Element.Value]) -> Int {
    32 + ABIElements(element: element).size(of: value)
  }

  /// Refuses an element that does not fit its type, naming its place.
  @inlinable
  public func check(_ value: [Element.Value]) throws(ContractABIError) {
    try ABIElements(element: element).check(value)
  }

  /// The number of elements, and then these.
  @inlinable
  public func write(_ value: [Element.Value], to writer: inout ABIWriter) {
    writer.putLength(value.count)
    writer.frame(headSize: value.count * element.headSize) { inner in
      for item in value { inner.write(item, element) }
    }
  }

  /// Elements, of a number that the data really has room for.
  @inlinable
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> [Element.Value] {
    let count = try reader.length(elementSize: element.headSize)
    return try reader.frame { (inner: inout ABIReader) throws(ContractABIError) in
      try ABIElements(element: element).read(count, from: &inner)
    }
  }
}

/// `T[count]`.
public struct ABIFixedArray<Element: ABICodec>: ABICodec {
  /// The codec of `T`.
  public let element: Element
  /// The number of elements; 0 or more.
  public let count: Int

  /// An array of `count` elements that this codec codes; that `count` is not negative is not checked.
  @inlinable
  public init(_ element: Element, count: Int) {
    self.element = element
    self.count = count
  }

  /// Whether an element's size depends on its value.
  @inlinable public var isDynamic: Bool { element.isDynamic }
  /// Its bytes in the place itself: an offset, or all elements.
  @inlinable public var headSize: Int { isDynamic ? 32 : count * element.headSize }

  /// The bytes that stand behind the heads, lengths and padding included.
  @inlinable
  public func tailSize(of value: [Element.Value]) -> Int {
    isDynamic ? ABIElements(element: element).size(of: value) : 0
  }

  /// Refuses a list of another length than the type's, and elements that do not fit.
  @inlinable
  public func check(_ value: [Element.Value]) throws(ContractABIError) {
    guard value.count == count else {
      throw ContractABIError(.countMismatch, "\(value.count) elements where \(count) were expected")
    }
    try ABIElements(element: element).check(value)
  }

  /// The elements, with a head for each if their size varies.
  @inlinable
  public func write(_ value: [Element.Value], to writer: inout ABIWriter) {
    guard isDynamic else {
      for item in value { writer.write(item, element) }
      return
    }
    writer.frame(headSize: value.count * element.headSize) { inner in
      for item in value { inner.write(item, element) }
    }
  }

  /// As many elements as the type says.
  @inlinable
  public func read(from reader: inout ABIReader) throws(ContractABIError) -> [Element.Value] {
    guard isDynamic else { return try ABIElements(element: element).read(count, from: &reader) }
    return try reader.frame { (inner: inout ABIReader) throws(ContractABIError) in
      try ABIElements(element: element).read(count, from: &inner)
    }
  }
}

/// The common part of arrays of both kinds.
@usableFromInline
struct ABIElements<Element: ABICodec> {
  @usableFromInline let element: Element

  @inlinable
  init(element: Element) { self.element = element }

  @inlinable
  func size(of value: [Element.Value]) -> Int {
    var size = value.count * element.headSize
    if element.isDynamic {
      for item in value { size += element.tailSize(of: item) }
    }
    return size
  }

  @inlinable
  func check(_ value: [Element.Value]) throws(ContractABIError) {
    for index in value.indices {
      do throws(ContractABIError) { try element.check(value[index]) } catch { throw error.inside(index) }
    }
  }

  @inlinable
  func read(_ count: Int, from reader: inout ABIReader) throws(ContractABIError) -> [Element.Value] {
    var values: [Element.Value] = []
    let size = element.headSize
    // A fixed length is the type's word, not the data's: only what has been seen to fit is reserved.
    values.reserveCapacity(min(count, 1024))
    for index in 0..<max(0, count) {
      try reader.countEmptyElement(size: size)
      do throws(ContractABIError) { values.append(try reader.read(element)) } catch { throw error.inside(index) }
    }
    return values
  }
}
