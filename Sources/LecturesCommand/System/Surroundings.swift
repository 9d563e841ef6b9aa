#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// All that a command gets from the world around it besides its arguments; a test makes one of its own.
struct Surroundings: Sendable {
  var environment: [String: String]
  var output: any ByteSink
  var errors: any ByteSink
  var screen: Screen
  var errorScreen: Screen
  /// The person who can be asked; nil if nobody is there.
  var questioner: (any Questioner)?
  /// The signal that ended the command early, if there was one.
  var signal: @Sendable () -> Int32? = { nil }

  /// The surroundings of this process.
  static func ofProcess(interruption: Interruption) -> Surroundings {
    let environment = processEnvironment()
    return Surroundings(
      environment: environment,
      output: DescriptorSink(descriptor: Descriptor.output),
      errors: DescriptorSink(descriptor: Descriptor.errors),
      screen: Screen(descriptor: Descriptor.output, environment: environment),
      errorScreen: Screen(descriptor: Descriptor.errors, environment: environment),
      questioner: TerminalQuestioner.ofProcess(wakeDescriptor: interruption.wakeDescriptor),
      signal: { interruption.signal })
  }

  /// Read once, before there is a second thread that could change it.
  private static func processEnvironment() -> [String: String] {
    #if canImport(Darwin)
      let start = _NSGetEnviron().pointee
    #else
      let start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    #endif
    var variables: [String: String] = [:]
    var next = start
    while let entry = next?.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next = next?.advanced(by: 1)
    }
    return variables
  }
}
