extension QRCode {
  /// The code in half blocks, two rows of modules a line, with its margin.
  ///
  /// - Parameter isInverted: Whether blocks stand for light modules, as is right where letters are light on dark; else
  ///   for dark ones.
  public func lines(isInverted: Bool) -> [String] {
    let range = -Self.margin..<size + Self.margin
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
      range.map { x in
        // Below the last row of an odd number there is no paper.
        let (upper, lower) = (self[x, y] != isInverted, y + 1 < range.upperBound && self[x, y + 1] != isInverted)
        return upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
      }.joined()
    }
  }

  /// The number of units on each side of the drawing: a module's each, with the margin.
  public var side: Int { size + 2 * Self.margin }

  /// The dark modules as the path of a drawing (SVG 1.1), a unit for each module.
  public var path: String {
    var path = ""
    for y in 0..<size {
      var x = 0
      while x < size {
        let start = x
        while self[x, y] { x += 1 }
        if x > start { path += "M\(start + Self.margin) \(y + Self.margin)h\(x - start)v1h-\(x - start)z" }
        x += 1
      }
    }
    return path
  }

  /// The code as SVG 1.1, a unit of the drawing for each module.
  public var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
    <rect width="100%" height="100%" fill="#ffffff"/>
    <path d="\(path)" fill="#000000"/>
    </svg>

    """
  }

  /// The code as a picture.
  ///
  /// - Parameter scale: The points on each side of a module, 1 to 64.
  public func picture(scale: Int = 8) -> Picture {
    let scale = min(max(scale, 1), 64)
    let side = (size + 2 * Self.margin) * scale
    var points = [UInt8](repeating: 0xff, count: side * side)
    for y in 0..<side {
      for x in 0..<side where self[x / scale - Self.margin, y / scale - Self.margin] { points[y * side + x] = 0 }
    }
    return Picture(unchecked: points, width: side, height: side)
  }
}
