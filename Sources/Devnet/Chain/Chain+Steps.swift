extension Chain {
  /// The head when there were so many steps.
  func head(atStep count: Int) -> DevnetBlock {
    blocks[steps.prefix(count).reduce(0) { $0 + ($1.isBlock ? 1 : 0) }]
  }

  /// The number of steps that were there before a block.
  func stepCount(before block: DevnetBlock) -> Int {
    var missing = head.number - min(head.number, block.number) + 1
    var count = steps.count
    while missing > 0, count > 0 {
      count -= 1
      if steps[count].isBlock { missing -= 1 }
    }
    return count
  }
}
