import CrashSupport

/// What the tests of trading kill.
@main
struct Main {
  static func main() async {
    TradeOrder.letGo()
    await TradeOrder.followArgument()
  }
}
