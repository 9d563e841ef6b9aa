// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own: Fuzz, and everything it imports, is compiled for libFuzzer (Scripts/fuzz.sh).
let package = Package(
  name: "fuzz-of-lectures",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "lectures", path: ".."),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
  ],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "WebRequests",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Primitives", package: "lectures"),
        .product(name: "StrictJSON", package: "lectures"),
        .product(name: "JSONFields", package: "lectures"),
        .product(name: "ContractABI", package: "lectures"),
        .product(name: "Keys", package: "lectures"),
        .product(name: "Keystores", package: "lectures"),
        .product(name: "Transactions", package: "lectures"),
        .product(name: "Orders", package: "lectures"),
        .product(name: "Tokens", package: "lectures"),
        .product(name: "NodeRPC", package: "lectures"),
        .product(name: "WalletBook", package: "lectures"),
        .product(name: "QRCodes", package: "lectures"),
        .product(name: "Outbox", package: "lectures"),
        .product(name: "GasPrices", package: "lectures"),
        .product(name: "Rates", package: "lectures"),
        .product(name: "Devnet", package: "lectures"),
        .product(name: "Evidence", package: "lectures"),
        .product(name: "Tries", package: "lectures"),
      ],
      swiftSettings: strict),
    // The readers of requests of the pages, which stand on nothing else of them: a link to their folder.
    .target(
      name: "WebRequests", dependencies: [.product(name: "HTTPTypes", package: "swift-http-types")],
      swiftSettings: strict),
  ]
)
