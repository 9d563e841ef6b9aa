// swift-tools-version: 6.2
import PackageDescription

/// What every target of ours is held to.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library above layer 0, all of which may use the system's C library and throw errors of the one shape.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
  plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies + ["Platform", "Failures"], resources: resources, swiftSettings: strict,
    plugins: plugins)
}

/// Tests of a target. What they test is optimized in a release build; they themselves are not, which halves the time of
/// that build.
///
/// - Parameter inBatches: By as many compilers as there are processors, for what is built when all else is.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], inBatches: Bool = false
) -> Target {
  let batches = inBatches ? ["-no-whole-module-optimization", "-enable-batch-mode"] : []
  return .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["FixtureSupport", "ChildProcesses"], exclude: exclude,
    swiftSettings: strict + [.unsafeFlags(["-Onone"] + batches, .when(configuration: .release))])
}

/// What the devnet's server and the fee payer's speak HTTP with, and WebSocket. No default traits: they bring configuration and Foundation.
let http: [Target.Dependency] = [
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
  .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOWebSocket", package: "swift-nio"),
]

/// What the tests that run against a chain stand on.
let aboveTheChain: [Target.Dependency] = [
  "ChainSupport", "NodeDoubles", "Locking", "LectureKit", "ContractClient", "ContractABI", "Sending", "Outbox",
  "Transactions",
  "NodeRPC", "Keystores", "Keys", "Files", "Primitives", "StrictJSON",
]

let package = Package(
  name: "lectures",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "lectures", targets: ["LecturesCommand"]),
    .library(name: "Operations", targets: ["Operations"]),
    .library(name: "LectureKit", targets: ["LectureKit"]),
    .library(name: "Exchange", targets: ["Exchange"]),
    .library(name: "ContractClient", targets: ["ContractClient"]),
    .library(name: "Sending", targets: ["Sending"]),
    .library(name: "Outbox", targets: ["Outbox"]),
    .library(name: "Alerts", targets: ["Alerts"]),
    .library(name: "GasPrices", targets: ["GasPrices"]),
    .library(name: "SimulatedFees", targets: ["SimulatedFees"]),
    .library(name: "Rates", targets: ["Rates"]),
    .library(name: "WalletBook", targets: ["WalletBook"]),
    .library(name: "QRCodes", targets: ["QRCodes"]),
    .library(name: "Devnet", targets: ["Devnet"]),
    .library(name: "DevnetServer", targets: ["DevnetServer"]),
    .library(name: "FeePayer", targets: ["FeePayer"]),
    .library(name: "Relay", targets: ["Relay"]),
    .library(name: "Conformance", targets: ["Conformance"]),
    .library(name: "EVM", targets: ["EVM"]),
    .library(name: "Tries", targets: ["Tries"]),
    .library(name: "Evidence", targets: ["Evidence"]),
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "NodeRPC", targets: ["NodeRPC"]),
    .library(name: "Transactions", targets: ["Transactions"]),
    .library(name: "Orders", targets: ["Orders"]),
    .library(name: "Tokens", targets: ["Tokens"]),
    .library(name: "OrderBook", targets: ["OrderBook"]),
    .library(name: "Keystores", targets: ["Keystores"]),
    .library(name: "Keys", targets: ["Keys"]),
    .library(name: "ContractABI", targets: ["ContractABI"]),
    .library(name: "Localization", targets: ["Localization"]),
    .library(name: "Primitives", targets: ["Primitives"]),
    .library(name: "StrictJSON", targets: ["StrictJSON"]),
    .library(name: "JSONFields", targets: ["JSONFields"]),
    .library(name: "Files", targets: ["Files"]),
    .plugin(name: "ContractBindings", targets: ["ContractBindings"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // The outbox's file.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // The devnet's server, and what it is made of.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.30.0"),
  ],
  targets: [
    // Layer 0: the system's libraries, module maps only.
    .systemLibrary(name: "CSecp256k1", pkgConfig: "libsecp256k1", providers: [.apt(["libsecp256k1-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CPng", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CSpawn"),
    .systemLibrary(name: "CPQ", providers: [.apt(["libpq5"])]),
    .systemLibrary(name: "CXML2", providers: [.apt(["libxml2"])]),
    .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),

    // C and C++ over libzxing and libzbar, both opened when they are needed.
    .target(name: "CQRReaders"),

    .target(name: "Platform", swiftSettings: strict),
    .target(name: "Failures", swiftSettings: strict),
    .target(name: "Locking", dependencies: ["Platform"], swiftSettings: strict),

    // Layer 1
    library("StrictJSON"),
    library("Primitives"),
    library("ChildProcesses", ["Locking", "CSpawn"]),
    library("Files", ["Locking"]),
    library("Listening", ["Locking"] + http),
    library("Markup"),
    library("QRCodes", ["CQREncode", "CPng", "CTurboJPEG", "CWebP", "CQRReaders"]),

    // Layer 2
    library("Keys", ["Primitives", "StrictJSON", "Locking", "CSecp256k1", "COpenSSL"]),
    library("ContractABI", ["Primitives", "StrictJSON"]),
    library("JSONFields", ["Primitives", "StrictJSON"]),
    library("Tries", ["Primitives"]),
    library("Charts", ["Markup"]),
    library("Localization", ["Primitives"]),
    library("Database", ["Files", "Locking", "CSQLite", "CPQ", .product(name: "GRDB", package: "GRDB.swift")]),

    // Layer 3
    library("NodeRPC", ["Primitives", "StrictJSON", "JSONFields", "Locking", "Keys", "CCurl"]),
    library("Transactions", ["Primitives", "StrictJSON", "JSONFields", "Keys"]),
    library("Keystores", ["Primitives", "StrictJSON", "JSONFields", "Files", "Keys", "COpenSSL"]),
    library("Orders", ["Primitives", "StrictJSON", "JSONFields", "Keys"]),
    library("Terminal", ["Primitives", "StrictJSON", "Localization", "Locking", "Files", "Keys"]),

    // Layer 4
    library("Outbox", ["Primitives", "Locking", "Files", "Database", "Keys"]),
    library("EVM", ["Primitives", "Keys", "Tries", "Transactions", "COpenSSL"]),
    library("Evidence", ["Primitives", "StrictJSON", "JSONFields", "Keys", "Tries", "Transactions"]),
    library(
      "Tokens", ["Primitives", "StrictJSON", "JSONFields", "Locking", "Files", "Keys", "ContractABI", "NodeRPC"]),
    library("SimulatedFees", ["Primitives", "NodeRPC"]),

    // Layer 5
    library(
      "Sending",
      [
        "Primitives", "StrictJSON", "JSONFields", "Locking", "Files", "Keys", "Keystores", "Transactions", "NodeRPC",
        "Evidence", "Outbox",
      ]),
    library(
      "Simulation", ["Primitives", "StrictJSON", "JSONFields", "Locking", "Keys", "NodeRPC", "Transactions", "EVM"]),

    library(
      "Alerts",
      [
        "Primitives", "StrictJSON", "ChildProcesses", "Files", "Database", "Keys", "Keystores", "NodeRPC", "Locking",
      ]),

    // Layer 6
    library(
      "ContractClient",
      ["Primitives", "StrictJSON", "Keys", "ContractABI", "Transactions", "NodeRPC", "Sending", "Outbox"]),
    library(
      "Devnet",
      [
        "Primitives", "StrictJSON", "JSONFields", "Locking", "Files", "Keys", "Tries", "Transactions", "NodeRPC", "EVM",
        "Simulation",
      ]),

    library(
      "GasPrices",
      [
        "Primitives", "StrictJSON", "Locking", "Database", "Charts", "NodeRPC", "Sending", "Outbox", "Alerts",
      ]),

    library(
      "Rates",
      [
        "Primitives", "StrictJSON", "Files", "Database", "ContractABI", "NodeRPC", "CXML2", "Alerts",
      ]),

    library(
      "WalletBook",
      ["Primitives", "StrictJSON", "Files", "Database", "Keys", "NodeRPC", "Tokens", "Transactions"]),

    library("OrderBook", ["Primitives", "Files", "Database", "Keys", "ContractABI", "NodeRPC", "Orders"]),

    // What a contract logged, kept in a file that follows the chain; the meaning of the events comes from above.
    library(
      "ChainIndex",
      [
        "Primitives", "StrictJSON", "Files", "Tries", "ContractABI", "Database", "NodeRPC", "Evidence", "Alerts",
      ]),

    // Layer 7
    library(
      "LectureKit",
      [
        "Primitives", "StrictJSON", "JSONFields", "Locking", "Keys", "ContractABI", "Transactions", "NodeRPC",
        "Sending", "Outbox", "ContractClient",
      ],
      plugins: ["ContractBindings"]),

    // Its contracts' artifacts are in a folder of its own.
    library(
      "Exchange",
      [
        "Primitives", "StrictJSON", "JSONFields", "Locking", "Files", "Database", "Keys", "Keystores", "ContractABI",
        "Transactions", "NodeRPC", "Orders", "Tokens", "Outbox", "EVM", "Sending", "Simulation", "ContractClient",
        "OrderBook",
      ],
      plugins: ["ContractBindings"]),

    // Apart from `Devnet`, so that who uses a chain in process needs no NIO.
    library("DevnetServer", ["Primitives", "StrictJSON", "Locking", "Listening", "Devnet"] + http),

    // Runs the tests that Ethereum's implementations share.
    library(
      "Conformance",
      ["Primitives", "StrictJSON", "Files", "Keys", "Tries", "Transactions", "EVM", "Devnet"]),

    // Pays the fees of others' transactions, over HTTP.
    library(
      "FeePayer",
      [
        "Primitives", "StrictJSON", "JSONFields", "Locking", "Files", "Database", "Listening", "Keys", "ContractABI",
        "Transactions", "NodeRPC", "Sending", "Outbox",
      ] + http),

    // Takes orders of the 0x protocol and shows them to all, over HTTP and WebSocket; holds no keys.
    library(
      "Relay",
      [
        "Primitives", "StrictJSON", "JSONFields", "Locking", "Listening", "Database", "Keys", "NodeRPC", "Orders",
        "Tokens", "OrderBook",
      ] + http),

    // Layer 8
    library(
      "Operations",
      [
        "Primitives", "StrictJSON", "Locking", "Files", "Keys", "Keystores", "ContractABI", "Transactions", "NodeRPC",
        "Outbox", "EVM", "Evidence", "Simulation", "Sending", "ContractClient", "GasPrices", "Rates", "WalletBook",
        "Alerts", "LectureKit", "Localization", "Charts", "Markup", "Exchange", "OrderBook", "Orders", "Tokens",
        "JSONFields", "Database", "FeePayer",
      ]),

    // The lecture contract's events as tables, for pages that many people read.
    library(
      "LectureIndex",
      [
        "Primitives", "Keys", "ContractABI", "Database", "NodeRPC", "Tries", "ContractClient", "ChainIndex",
        "LectureKit",
      ]),

    // Layer 9
    library(
      "WebApp",
      [
        "Primitives", "StrictJSON", "JSONFields", "Locking", "Files", "Listening", "Markup", "QRCodes", "Charts",
        "Localization", "Database", "Keys", "Keystores", "ContractABI", "Transactions", "NodeRPC", "Orders", "Tokens",
        "Outbox",
        "EVM", "Sending", "Simulation", "Alerts", "ContractClient", "GasPrices", "Rates", "WalletBook", "OrderBook",
        "LectureKit", "Exchange", "Operations", "ChainIndex", "LectureIndex", "CZlib",
      ] + http,
      resources: [
        .embedInCode("Assets/site.css"), .embedInCode("Assets/site.js"), .embedInCode("Assets/wallet.js"),
        .embedInCode("Assets/icon.svg"), .embedInCode("Assets/openapi.json"),
      ]),

    // Layer 10
    .executableTarget(
      name: "LecturesCommand",
      dependencies: [
        "Platform", "Primitives", "StrictJSON", "Locking", "Files", "Keys", "Keystores", "ContractABI", "Transactions",
        "NodeRPC", "Sending", "Outbox", "Evidence", "ContractClient", "LectureKit", "Operations", "EVM", "Simulation",
        "Devnet",
        "DevnetServer", "FeePayer", "Conformance", "GasPrices", "Rates", "WalletBook", "QRCodes", "Charts", "Terminal",
        "Localization", "Alerts", "Exchange", "OrderBook", "Orders", "Relay", "Tokens", "WebApp", "ChainIndex",
        "LectureIndex", "Listening",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),

    // The build tool: ABI/*.json to Swift.
    .executableTarget(
      name: "BindingsGenerator", dependencies: ["Platform", "ContractABI", "Primitives", "StrictJSON"],
      swiftSettings: strict),
    .plugin(name: "ContractBindings", capability: .buildTool(), dependencies: ["BindingsGenerator"]),

    // Tests
    .target(
      name: "FixtureSupport", dependencies: ["ChildProcesses", "StrictJSON"], path: "Tests/FixtureSupport",
      swiftSettings: strict),
    .target(
      name: "ChainSupport",
      dependencies: [
        "FixtureSupport", "ChildProcesses", "StrictJSON", "Primitives", "Keys", "NodeRPC", "Devnet", "DevnetServer",
      ],
      path: "Tests/ChainSupport",
      swiftSettings: strict),
    .target(
      name: "NodeDoubles", dependencies: ["ChildProcesses", "NodeRPC", "Locking", "StrictJSON", "Primitives"],
      path: "Tests/NodeDoubles", swiftSettings: strict),
    // Connections that send bytes right or wrong.
    .target(
      name: "WireSupport", dependencies: ["Locking", "StrictJSON"], path: "Tests/WireSupport", swiftSettings: strict),
    .target(
      name: "DiskDoubles", dependencies: ["Locking", .product(name: "GRDBSQLite", package: "GRDB.swift")],
      path: "Tests/DiskDoubles", swiftSettings: strict),
    // A server of PostgreSQL of the tests' own.
    .target(
      name: "DatabaseSupport", dependencies: ["ChildProcesses", "Database", "Locking", "Platform"],
      path: "Tests/DatabaseSupport", swiftSettings: strict),
    tests("Failures", ["Failures"]),
    tests("StrictJSON", ["StrictJSON"]),
    tests("Primitives", ["Primitives", "StrictJSON"]),
    tests("JSONFields", ["JSONFields", "Primitives", "StrictJSON"]),
    tests("Files", ["Files", "Locking"]),
    tests("Database", ["DatabaseSupport", "Database", "Files", "Locking"]),
    tests("ChildProcesses", []),
    tests("Markup", ["Markup"]),
    tests("Charts", ["Charts"]),
    tests(
      "WebApp",
      [
        "DatabaseSupport", "WireSupport", "Listening", "WebApp", "Operations", "Localization", "Markup", "Alerts",
        "GasPrices", "Rates", "Exchange",
        "Orders",
        "Tokens",
        "OrderBook", "Relay", "Platform", "WalletBook", "QRCodes", "CZlib", "ChainIndex", "LectureIndex", "Database",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ] + aboveTheChain),
    tests("Localization", ["Localization", "Primitives"]),
    tests("Keys", ["Keys", "Locking", "Primitives", "StrictJSON"]),
    tests("ContractABI", ["ContractABI", "Primitives", "StrictJSON"]),
    tests("BindingsGenerator", ["BindingsGenerator", "ContractABI", "Primitives", "StrictJSON"]),
    tests("NodeRPC", ["NodeDoubles", "NodeRPC", "JSONFields", "Keys", "Primitives", "StrictJSON"]),
    tests("Transactions", ["Transactions", "Keys", "Primitives", "StrictJSON"]),
    tests("Orders", ["Orders", "Keys", "Primitives", "StrictJSON"]),
    tests(
      "OrderBook",
      [
        "ChainSupport", "DiskDoubles", "DatabaseSupport", "OrderBook", "Orders", "ContractABI", "NodeRPC", "Database",
        "Keys", "Locking", "Primitives", "StrictJSON",
      ]),
    tests("Keystores", ["Files", "Keystores", "Keys", "Primitives", "StrictJSON", "COpenSSL"]),
    tests(
      "Sending",
      [
        "ChainSupport", "NodeDoubles", "Sending", "Outbox", "Evidence", "Transactions", "NodeRPC", "Keys", "Locking",
        "Primitives", "StrictJSON", "Files", "Database", "DatabaseSupport",
      ]),
    tests(
      "ContractClient",
      [
        "NodeDoubles", "ContractClient", "ContractABI", "Sending", "Outbox", "Transactions", "NodeRPC", "Keys",
        "Primitives",
        "StrictJSON",
      ]),
    tests("EVM", ["EVM", "Transactions", "Keys", "Primitives", "StrictJSON"]),
    tests("Tries", ["Tries", "Primitives", "StrictJSON"]),
    tests(
      "Evidence", ["ChainSupport", "Evidence", "Tries", "Transactions", "Keys", "Locking", "Primitives", "StrictJSON"],
      exclude: ["Witness"]),
    tests(
      "Tokens",
      [
        "ChainSupport", "NodeDoubles", "Tokens", "Devnet", "ContractABI", "NodeRPC", "Keys", "Locking", "Primitives",
        "StrictJSON",
      ]),
    tests(
      "Simulation",
      ["NodeDoubles", "Simulation", "EVM", "NodeRPC", "Transactions", "Keys", "Locking", "Primitives", "StrictJSON"]),
    tests(
      "Devnet",
      [
        "NodeDoubles", "JSONFields", "Devnet", "EVM", "Simulation", "NodeRPC", "Transactions", "Tries", "Keys",
        "Locking", "Primitives", "StrictJSON",
      ]),
    // Our side of a comparison with other EVMs (Scripts/differential.sh), built with the tests.
    .executableTarget(
      name: "Differential", dependencies: ["Conformance", "StrictJSON"], path: "Tests/Differential",
      exclude: [
        "differential.py", "fixtures.py", "programs.py", "py_evm.py", "requirements.txt", "specification.py",
      ],
      swiftSettings: strict),
    tests("Conformance", ["Conformance", "Devnet", "Differential", "Primitives", "StrictJSON"]),
    tests(
      "DevnetServer", ["WireSupport", "DevnetServer", "Devnet", "Listening", "Locking", "Primitives", "StrictJSON"]),
    tests(
      "Listening",
      [
        "Listening", "Failures", "Locking", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
      ]),
    tests(
      "Relay",
      [
        .product(name: "Logging", package: "swift-log"),
        "ChainSupport", "NodeDoubles", "WireSupport", "DatabaseSupport", "Relay", "Listening", "Database", "OrderBook",
        "Orders", "ContractABI", "Devnet", "NodeRPC", "Keys", "Locking", "Primitives", "StrictJSON",
      ]),
    tests(
      "FeePayer",
      [
        .product(name: "Logging", package: "swift-log"),
        "DatabaseSupport", "NodeDoubles", "FeePayer", "Database", "Listening", "Sending", "Outbox", "NodeRPC",
        "Transactions", "ContractABI", "Keys",
        "Locking",
        "Primitives",
        "StrictJSON",
      ]),
    tests(
      "Doubles",
      [
        "NodeDoubles", "DiskDoubles", "Devnet", "Transactions", "NodeRPC", "Locking", "Primitives", "StrictJSON",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    // Counts the steps of a process, and kills it at one.
    .target(
      name: "CrashSupport",
      dependencies: ["NodeDoubles", "DiskDoubles", "Locking", .product(name: "GRDBSQLite", package: "GRDB.swift")],
      path: "Tests/CrashSupport", swiftSettings: strict),
    // What the tests of the outbox kill.
    .executableTarget(
      name: "CrashWorker",
      dependencies: [
        "CrashSupport", "NodeDoubles", "LectureKit", "ContractClient", "Sending", "Outbox", "Transactions", "NodeRPC",
        "Keys", "Primitives", "Database",
      ],
      path: "Tests/CrashWorker", swiftSettings: strict),
    // What the tests of trading kill: who trades, and the relay.
    .executableTarget(
      name: "TradeWorker",
      dependencies: [
        "CrashSupport", "NodeDoubles", "Database", "Relay", "Exchange", "Orders", "ContractClient", "Sending", "Outbox",
        "NodeRPC", "Keys", "Primitives",
      ],
      path: "Tests/TradeWorker", swiftSettings: strict),
    // The process that tests of an index kill, and the chain that it reads.
    .executableTarget(
      name: "IndexWorker",
      dependencies: [
        "CrashSupport", "ChainIndex", "LectureIndex", "LectureKit", "Database", "ContractABI", "NodeRPC", "Tries",
        "Primitives",
      ],
      path: "Tests/IndexWorker", swiftSettings: strict),
    tests(
      "TradeCrash",
      [
        "CrashSupport", "TradeWorker", "DatabaseSupport", "ChainSupport", "NodeDoubles", "WireSupport", "Relay",
        "Exchange", "Orders",
        "Tokens", "ContractABI", "ContractClient", "Devnet", "Sending", "Outbox", "NodeRPC", "Keys", "Locking",
        "Transactions", "Primitives", "StrictJSON",
      ]),
    tests(
      "Outbox",
      [
        "ChainSupport", "ContractABI", "ContractClient", "CrashSupport", "CrashWorker", "NodeDoubles", "DiskDoubles",
        "LectureKit", "LecturesCommand", "Sending", "Outbox", "Evidence", "Devnet", "Transactions", "NodeRPC", "Keys",
        "Locking", "Primitives", "StrictJSON", "Database", "DatabaseSupport",
      ]),
    tests(
      "Alerts",
      [
        "ChainSupport", "DatabaseSupport", "NodeDoubles", "Alerts", "Database", "NodeRPC", "Locking", "Platform",
        "Primitives", "StrictJSON",
      ]),
    tests(
      "GasPrices",
      [
        "NodeDoubles", "DatabaseSupport", "GasPrices", "Alerts", "Database", "Devnet", "Sending", "Outbox", "NodeRPC",
        "Keys", "Locking", "Primitives", "StrictJSON", "SimulatedFees",
      ]),
    tests(
      "Rates",
      [
        "ChainSupport", "DatabaseSupport", "NodeDoubles", "Rates", "Alerts", "Database", "Devnet", "NodeRPC", "Keys",
        "Locking", "Files", "Primitives", "StrictJSON",
      ]),
    tests("QRCodes", ["QRCodes", "Files", "CPng", "CTurboJPEG", "CWebP", "CQRReaders", "Platform"]),
    tests("Terminal", ["Terminal", "Localization", "Keys", "StrictJSON"]),
    tests(
      "WalletBook",
      [
        "ChainSupport", "DatabaseSupport", "NodeDoubles", "WalletBook", "Tokens", "Devnet", "ContractABI", "Database",
        "Keystores", "Keys", "NodeRPC", "Locking", "Primitives", "StrictJSON",
      ]),
    tests("LectureKit", ["LectureKit", "ContractABI", "NodeRPC", "Primitives"]),
    tests("Operations", aboveTheChain + ["DatabaseSupport", "Operations", "FeePayer"]),
    tests(
      "ChainIndex",
      aboveTheChain + [
        "IndexWorker", "CrashSupport", "DatabaseSupport", "ChainIndex", "LectureIndex", "Database", "Devnet", "Tries",
        "Platform", "Alerts",
      ]),
    tests(
      "Exchange",
      aboveTheChain + [
        "DatabaseSupport", "Exchange", "OrderBook", "Orders", "Tokens", "Database", "Simulation", "Devnet",
      ]),
    tests(
      "LecturesCommand",
      [
        "ChainSupport", "NodeDoubles", "DatabaseSupport", "WireSupport", "LecturesCommand", "Exchange", "Orders",
        "Relay", "Operations", "LectureKit", "Alerts", "Tokens",
        "GasPrices",
        "Rates", "WalletBook",
        "Database",
        "QRCodes", "Charts", "Sending", "Outbox", "ContractClient", "FeePayer", "Keystores", "Keys", "Locking",
        "NodeRPC", "Localization", "Devnet", "DevnetServer", "Listening", "WebApp", "ChainIndex", "Conformance",
        "ContractABI", "Evidence", "Files", "OrderBook", "Simulation", "Transactions",
        "Primitives", "StrictJSON", "Terminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ], inBatches: true),
    tests("Integration", aboveTheChain + ["DatabaseSupport", "Operations", "Simulation", "EVM"]),
    tests(
      "Interop", aboveTheChain + ["DevnetServer", "Devnet", "Markup", "Operations", "Orders"], exclude: ["Witness"]),
  ]
)

// With QUICK_BUILD=1, as Scripts/test.sh sets it, what waits for disks, nodes and people more than it computes is not
// optimized either: these are most of the lines, and a fifth of the time that optimizing them takes.
let waitsMoreThanItComputes: Set = [
  "Alerts", "ChainIndex", "ContractABI", "ContractClient", "Database", "DevnetServer", "Evidence", "Exchange",
  "FeePayer", "GasPrices",
  "Keystores", "LectureIndex", "LecturesCommand", "Listening", "NodeRPC", "Operations", "OrderBook", "Orders", "Outbox",
  "Rates", "Relay", "Sending", "SimulatedFees", "Terminal", "Tokens", "WalletBook", "WebApp",
  "BindingsGenerator",
  "ChainSupport", "CrashSupport", "DatabaseSupport", "DiskDoubles", "FixtureSupport", "NodeDoubles", "WireSupport",
]
if Context.environment["QUICK_BUILD"] == "1" {
  for target in package.targets where waitsMoreThanItComputes.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
}

// With SMALL_BUILD=1, as `make build` sets it, what parses arguments and writes sentences is made small in place of fast: each
// line of it runs once. Pages are not: a server makes thousands a second.
let saysMoreThanItComputes: Set = ["LecturesCommand", "Operations"]
if Context.environment["SMALL_BUILD"] == "1" {
  for target in package.targets where saysMoreThanItComputes.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Osize"], .when(configuration: .release)))
  }
}

// ONLY_TESTS="Keys Sending" leaves out all that the tests of these targets do not need. Snippets stay, and need all:
// `--product lecturesPackageTests` builds none.
if let only = Context.environment["ONLY_TESTS"], !only.isEmpty {
  let all = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  var needed: Set<String> = []
  var next = only.split(separator: " ").map { "\($0)Tests" }
  while let name = next.popLast() {
    guard let target = all[name], needed.insert(name).inserted else { continue }
    next += target.dependencies.compactMap { dependency in
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): name
      default: nil
      }
    }
    next += (target.plugins ?? []).compactMap { plugin in
      if case .plugin(let name, _) = plugin { name } else { nil }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { product in
    switch product {
    case let library as Product.Library: !library.targets.allSatisfy(needed.contains)
    case let executable as Product.Executable: !executable.targets.allSatisfy(needed.contains)
    case let plugin as Product.Plugin: !plugin.targets.allSatisfy(needed.contains)
    default: false
    }
  }
}
