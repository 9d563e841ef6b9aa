import Localization
import Testing

@testable import LecturesCommand

/// Real command lines that the parser refuses: a change of the package's wording is seen here.
@Suite("What is not understood") struct UsageErrorLanguageTests {
  static let lines: [(line: String, english: String)] = [
    ("show", "Missing expected argument '<lecture>'."),
    ("rates alert add", "Missing expected argument '--pair <pair>'."),
    ("show ㄱ", "The value 'ㄱ' is invalid for '<lecture>': Lectures are numbered from 0; `lectures list` shows them."),
    ("list --timeout", "Missing value for '--timeout <time>'."), ("list ㄱ", "Unexpected argument 'ㄱ'."),
    ("list ㄱ ㄴ", "2 unexpected arguments: 'ㄱ', 'ㄴ'."),
    ("list --open=3", "The option '--open' does not take any value, but '3' was specified."),
    ("list --opne", "Unknown option '--opne'. Did you mean '--open'?"), ("list -z", "Unknown option '-z'."),
    ("show 1 --title ㄱ", "Unknown option '--title'."), ("purchase 0 -5", "Unknown option '-5'."),
    ("purchase 0 --price -5", "The value '-5' is a negative number, and none is taken here."),
    (
      "rates convert 1 USD --side ㄱ",
      "The value 'ㄱ' is invalid for '--side <side>'. Please provide one of 'sell', 'buy' or 'mid'."
    ),
    ("rates news ㄱ", "The value 'ㄱ' is invalid for '<number>'."),
    ("rates news --date ㄱ", "Unknown option '--date'."), ("rates news --date=ㄱ", "Unknown option '--date'."),
    ("students --date ㄱ", "Unknown option '--date'."), ("exchange cancel --date", "Unknown option '--date'."),
    ("exchange cancel -qy", "Give HASH, --all or --pair."),
    ("exchange cancel --all ㄱ", "Give either HASH or --all, not both."),
    ("exchange order TKA/WKAIA --price 1", "Give --buy or --sell."),
    ("exchange order TKA/WKAIA --price 1 --buy 1 --sell 1", "Give either --buy or --sell, not both."),
    ("exchange trigger add TKA/WKAIA --when bid<=1", "Give --buy or --sell."),
    ("--quiet --verbose list", "Give either --quiet or --verbose, not both."),
    ("average", "Name the lectures, as in `lectures average 0 3`, or give --all."),
    ("purchase 0 --fee-ratio 5", "--fee-ratio says how much another pays: add --fee-payer or --fee-service."),
    ("wallet sign", "Give <message>, --file or --typed."),
    ("wallet qr --replace", "--replace goes with --output."),
    ("wallet transfer --to owner --amount 1 --max", "Give either --amount or --max, not both."),
    ("wallet new other --words 7", "A phrase has 12, 15, 18, 21 or 24 words, not 7."),
    ("tx decode", "Give <raw> or --file."), ("tx list --limit 0", "--limit has to be a number above 0."),
    ("devnet --fork-block 7", "--fork-block goes with --fork."),
    ("devnet --block-time 0", "--block-time has to be a number above 0."),
    (
      "devnet --memory-limit 5",
      "The value '5' is invalid for '--memory-limit <size>': --memory-limit '5' is no size. Write it as in 512MiB or 8GiB."
    ),
    (
      "account update",
      "Give the --key for everything, or those of roles: --transaction-key, --update-key, --fee-payer-key."
    ),
    ("lst", "There is no command 'lectures lst'. Did you mean 'list'?"),
  ]

  @Test("is told with its reason in English, and without an English word in the others", arguments: lines)
  func told(line: String, english: String) async {
    let home = WalletHome()
    let run = await home.run(line)
    #expect(run.status == .usage && run.errors.hasPrefix("error: \(english)\n"), "\(run.errors)")
    for language in EverydayLanguageTests.languages {
      let other = await home.run("\(line) --language \(language.rawValue)")
      // An option behind the command would be one more of its arguments.
      #expect(other.status == .usage && !other.errors.contains(english), "\(other.errors)")
      #expect(ForeignWords.of(other.errors) == [], "\(other.errors)")
    }
  }

  @Test("by a rule of a command has words in each language")
  func rules() {
    let rules: [UsageRule] = [
      .either("--a", "--b"), .oneOf(["--a", "--b", "--c"]), .inRange("--a", from: 1, to: 2), .goesWith("--a", "--b"),
      .noDay("ㄱ", example: "2026-01-01"), .openDescriptor("--a"), .formerMaxFee, .lectureNumber, .lecturesOrAll,
      .idLength, .sentOrAgain, .signerNames, .deadlineAlone, .deadlineTime, .feePayerOrService, .feeRatioAlone,
      .feeRatio, .linkWithoutNumber, .itemOrAll, .noCommandLine, .oneLimit,
      .goesWithOne("--a", of: ["--b", "--c"]), .aboveZero("--a"), .ending("--a", [".b", ".c"]),
      .secretArgument(isKey: true), .secretArgument(isKey: false), .strayArgument("English"), .oneSecret,
      .phraseOptions,
      .keyAddress, .keyFileIsKept, .phraseForOneKey, .phraseWords, .phraseLength(7), .mostKeys(10), .noKeyAtAll,
      .ownerMissing, .keyOrRoles, .ownAllowances, .allowanceMissing, .twoCopies, .invitationSays("--a"), .networkName,
      .networkTwice("one", option: "two"), .cursor, .hardfork("English", nearest: "osaka"), .size("English"),
      .originName,
    ]
    for rule in rules {
      #expect(UsageErrorText(rule.english, rule: rule).english == rule.english)
      for words in [rule.korean, rule.ukrainian] { #expect(ForeignWords.of(words) == [], "\(words)") }
    }
  }

  @Test("names the commands that take an option")
  func takers() throws {
    let many = try #require(CommandsWithOption((1...9).map { "\($0)" }))
    #expect(many.english == "These commands take it: 1, 2, 3 and 6 others.")
    #expect(many.korean.hasSuffix("`3` 외 6개") && many.ukrainian.hasSuffix("`3` та ще 6"))
    #expect(CommandsWithOption([]) == nil)
  }
}
