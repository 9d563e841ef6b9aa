// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that whoever uses the libraries neither builds nor links what they are measured against.
let package = Package(
  name: "benchmarks-of-lectures",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "lectures", path: "..")],
  targets: [
    // What ours is measured against, bare: OpenSSL, libsecp256k1, libcurl and SQLite called from C, and Debian's
    // readers of QR codes, libzxing and libzbar.
    .target(
      name: "Peers",
      linkerSettings: [
        .linkedLibrary("crypto"), .linkedLibrary("secp256k1"), .linkedLibrary("curl"), .linkedLibrary("sqlite3"),
        .linkedLibrary("ZXing"), .linkedLibrary("zbar"),
      ]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Peers",
        .product(name: "Primitives", package: "lectures"),
        .product(name: "Keys", package: "lectures"),
        .product(name: "Keystores", package: "lectures"),
        .product(name: "NodeRPC", package: "lectures"),
        .product(name: "Outbox", package: "lectures"),
        .product(name: "Sending", package: "lectures"),
        .product(name: "GasPrices", package: "lectures"),
        .product(name: "SimulatedFees", package: "lectures"),
        .product(name: "Rates", package: "lectures"),
        .product(name: "ContractClient", package: "lectures"),
        .product(name: "LectureKit", package: "lectures"),
        .product(name: "WalletBook", package: "lectures"),
        .product(name: "QRCodes", package: "lectures"),
        .product(name: "Transactions", package: "lectures"),
        .product(name: "Tries", package: "lectures"),
        .product(name: "StrictJSON", package: "lectures"),
        .product(name: "EVM", package: "lectures"),
        .product(name: "Devnet", package: "lectures"),
        .product(name: "DevnetServer", package: "lectures"),
        .product(name: "Orders", package: "lectures"),
        .product(name: "OrderBook", package: "lectures"),
        .product(name: "Relay", package: "lectures"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
