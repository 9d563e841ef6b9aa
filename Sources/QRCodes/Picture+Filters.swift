/// Pictures made of a picture in which a reader sees what it does not see in the first.
extension Picture {
  /// Light for dark.
  var inverted: Picture { Picture(unchecked: points.map { 255 - $0 }, width: width, height: height) }

  /// Each point as the average of those around it, so many on each side: noise and the blocks of a JPEG fade.
  func smoothed(radius: Int) -> Picture {
    let side = 2 * radius + 1
    let area = side * side
    var smooth = points
    points.withUnsafeBufferPointer { points in
      smooth.withUnsafeMutableBufferPointer { smooth in
        // Sums of the points above and below in each column; beyond the edges is what is at them.
        var columns = (0..<width).map { column in
          (-radius...radius).reduce(0) { $0 + Int(points[min(max($1, 0), height - 1) * width + column]) }
        }
        for row in 0..<height {
          var sum = (-radius...radius).reduce(0) { $0 + columns[min(max($1, 0), width - 1)] }
          for column in 0..<width {
            smooth[row * width + column] = UInt8((sum + area / 2) / area)
            sum += columns[min(column + radius + 1, width - 1)] - columns[max(column - radius, 0)]
          }
          let (entering, leaving) = (min(row + radius + 1, height - 1) * width, max(row - radius, 0) * width)
          for column in 0..<width { columns[column] += Int(points[entering + column]) - Int(points[leaving + column]) }
        }
      }
    }
    return Picture(unchecked: smooth, width: width, height: height)
  }

  /// Each point further from the average around it by twice its distance: edges that are blurred become steep.
  var sharpened: Picture {
    let average = smoothed(radius: 2).points
    return Picture(
      unchecked: zip(points, average).map { UInt8(min(max(3 * Int($0) - 2 * Int($1), 0), 255)) }, width: width,
      height: height)
  }

  /// Four points as one; itself where it is but a point wide or high.
  var halved: Picture {
    let (width, height) = (self.width / 2, self.height / 2)
    guard width > 0, height > 0 else { return self }
    var half: [UInt8] = []
    half.reserveCapacity(width * height)
    for row in 0..<height {
      for column in 0..<width {
        let (upper, lower) = (2 * row * self.width + 2 * column, (2 * row + 1) * self.width + 2 * column)
        let sum = Int(points[upper]) + Int(points[upper + 1]) + Int(points[lower]) + Int(points[lower + 1])
        half.append(UInt8((sum + 2) / 4))
      }
    }
    return Picture(unchecked: half, width: width, height: height)
  }

  /// One point as four, with those between them.
  var doubled: Picture {
    let (width, height) = (self.width * 2, self.height * 2)
    var double: [UInt8] = []
    double.reserveCapacity(width * height)
    for row in 0..<height {
      // Three quarters of the nearer point and one of the further.
      let (near, far) = (row / 2, min(max(row / 2 + (row.isMultiple(of: 2) ? -1 : 1), 0), self.height - 1))
      for column in 0..<width {
        let (close, distant) = (
          column / 2, min(max(column / 2 + (column.isMultiple(of: 2) ? -1 : 1), 0), self.width - 1)
        )
        let upper = 3 * Int(points[near * self.width + close]) + Int(points[near * self.width + distant])
        let lower = 3 * Int(points[far * self.width + close]) + Int(points[far * self.width + distant])
        double.append(UInt8((3 * upper + lower + 8) / 16))
      }
    }
    return Picture(unchecked: double, width: width, height: height)
  }

  /// The picture as if it hung on a wall that is turned away from its viewer: towards one of its sides all is smaller. A
  /// picture that was taken aslant from the other side becomes straighter by that.
  ///
  /// - Parameters:
  ///   - right: The part of the distance of the middle by which the right side is further; negative for the left one.
  ///   - down: As much for the lower side; negative for the upper one.
  func tilted(right: Double, down: Double) -> Picture {
    // Nearer than the middle it is larger, and stays within the sides.
    let room = 1 - max(abs(right), abs(down))
    var tilted = [UInt8](repeating: 128, count: points.count)
    for row in 0..<height {
      let y = ((2 * Double(row) + 1) / Double(height) - 1) / room
      for column in 0..<width {
        let x = ((2 * Double(column) + 1) / Double(width) - 1) / room
        let far = 1 - right * x - down * y
        guard far > 0, abs(x) < far, abs(y) < far else { continue }
        let (sourceColumn, sourceRow) = ((x / far + 1) / 2 * Double(width), (y / far + 1) / 2 * Double(height))
        tilted[row * width + column] =
          points[min(Int(sourceRow), height - 1) * width + min(Int(sourceColumn), width - 1)]
      }
    }
    return Picture(unchecked: tilted, width: width, height: height)
  }
}
