import Operations
import Platform
import Terminal

/// The start of the process: the command runs on Swift's own threads, and the main thread waits for signals.
@main
enum EntryPoint {
  static func main() {
    Descriptor.occupyClosed()
    let words = rawArguments()
    let arguments = words.map { String(decoding: $0, as: UTF8.self) }
    // Asked by installers and scripts all the time; nothing has to be set up to answer.
    if arguments == ["--version"] {
      exit(Descriptor.write(Array("\(Version.text)\n".utf8), to: Descriptor.output) == 0 ? 0 : 1)
    }
    if arguments.first == KeyAgentServer.argument { KeyAgentServer.run(Array(arguments.dropFirst())) }
    let interruption = Interruption()
    let program = Program(environment: .ofProcess(interruption: interruption))
    let command = Task.detached {
      let ending = await program.run(words: words)
      guard interruption.claimEnding() else { return }
      let status = await program.conclude(ending)
      exit(status.rawValue)
    }
    interruption.watch(command)
    interruption.wait { signal in program.lastWords(signal: signal, arguments: arguments) }
  }

  /// The arguments as the system gives them; as texts, bytes that are no UTF-8 would be others already.
  private static func rawArguments() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
      }
    }
  }
}
