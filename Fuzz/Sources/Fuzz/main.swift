#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Fuzz TARGET [libFuzzer's options and corpus folders]; without a target, the names of all.
guard let name = CommandLine.arguments.dropFirst().first else {
  for target in Target.all { print(target.name) }
  exit(0)
}
guard let target = Target.all.first(where: { $0.name == name }) else {
  complain("there is no target \(name); there are \(Target.all.map(\.name).joined(separator: " "))")
  exit(2)
}
exit(target.fuzz(options: Array(CommandLine.arguments.dropFirst(2))))
