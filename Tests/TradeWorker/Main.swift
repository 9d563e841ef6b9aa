import CrashSupport

/// The worker process that the crash tests of trading kill.
@main
struct Main {
  static func main() async {
    TradeOrder.letGo()
    await TradeOrder.followArgument()
  }
}
