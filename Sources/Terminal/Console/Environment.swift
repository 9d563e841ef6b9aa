@preconcurrency import Platform

/// The world around a command besides its arguments; a test makes one of its own.
package struct Environment: Sendable {
  /// The variables of the process.
  package var variables: [String: String]
  /// The place of results.
  package var output: any ByteSink
  /// The place of everything else.
  package var errors: any ByteSink
  /// The screen behind `output`.
  package var screen: Screen
  /// The screen behind `errors`.
  package var errorScreen: Screen
  /// The person who can be asked; nil if nobody is there.
  package var prompter: (any Prompter)?
  /// The signal that ended the command early, if there was one.
  package var signal: @Sendable () -> Int32?
  /// Lets the command take so many seconds to end once a signal has come.
  package var allow: @Sendable (_ seconds: Int) -> Void = { _ in }

  /// Takes the parts as they are.
  package init(
    variables: [String: String], output: any ByteSink, errors: any ByteSink, screen: Screen, errorScreen: Screen,
    prompter: (any Prompter)?, signal: @escaping @Sendable () -> Int32? = { nil }
  ) {
    self.variables = variables
    self.output = output
    self.errors = errors
    self.screen = screen
    self.errorScreen = errorScreen
    self.prompter = prompter
    self.signal = signal
  }

  /// The environment of this process.
  package static func ofProcess(interruption: Interruption) -> Environment {
    let variables = processVariables()
    var environment = Environment(
      variables: variables,
      output: DescriptorSink(descriptor: Descriptor.output),
      errors: DescriptorSink(descriptor: Descriptor.errors),
      screen: Screen(descriptor: Descriptor.output, environment: variables),
      errorScreen: Screen(descriptor: Descriptor.errors, environment: variables),
      prompter: TerminalPrompter.ofProcess(
        wakeDescriptor: interruption.wakeDescriptor,
        hasScreens: !["dumb", ""].contains(variables["TERM", default: ""])),
      signal: { interruption.signal })
    environment.allow = { interruption.allow(seconds: $0) }
    return environment
  }

  /// Read once, before there is a second thread that could change it.
  private static func processVariables() -> [String: String] {
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
