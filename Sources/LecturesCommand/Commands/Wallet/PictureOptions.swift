import ArgumentParser

/// The options of commands that write a code into a picture.
struct PictureOptions: ParsableArguments, Sendable {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write a picture, .png or .svg.", valueName: "file"), completion: .file())
  var output: String?
  @Flag(help: "Replace an existing file.") var replace = false

  func validate() throws {
    if replace && output == nil { throw UsageRule.goesWith("--replace", "--output") }
    if let output, !CodeDrawing.isPicture(output) {
      throw UsageRule.ending("--output", [".png", ".svg"])
    }
  }

  /// Makes sure that the file can be written, before anything is asked for it.
  func checkFile() throws { try OutputFile.check(output, replacing: replace) }

  /// Writes the picture, if one is wanted.
  func write(_ drawing: CodeDrawing) async throws {
    if let output { try await drawing.write(to: output, replacing: replace) }
  }
}
