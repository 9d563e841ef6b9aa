import CrashSupport

/// What the tests of trading kill.
@main
struct Main {
  static func main() async { await TradeOrder.followArgument() }
}
