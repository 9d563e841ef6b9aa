#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the process begins: the command runs on Swift's own threads, and the main thread waits for signals.
@main
enum EntryPoint {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Asked by installers and scripts all the time; nothing has to be set up to answer.
    if arguments == ["--version"] {
      exit(Descriptor.write(Array("\(Version.text)\n".utf8), to: Descriptor.output) == 0 ? 0 : 1)
    }
    let interruption = Interruption()
    let program = Program(surroundings: .ofProcess(interruption: interruption))
    let command = Task.detached {
      let ending = await program.run(arguments)
      guard interruption.claimEnding() else { return }
      let status = await program.conclude(ending)
      exit(status.rawValue)
    }
    interruption.watch(command)
    interruption.wait { signal in program.lastWords(signal: signal, arguments: arguments) }
  }
}
