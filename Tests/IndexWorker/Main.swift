import CrashSupport

/// The process that tests of an index kill while it writes.
@main
struct Main {
  static func main() async {
    IndexOrder.letGo()
    await IndexOrder.followArgument()
  }
}
