import ArgumentParser
import ContractABI
import LectureKit
import Localization
import Primitives
import Terminal

/// A function and its arguments, as they are typed.
struct FunctionInput: ParsableArguments, Sendable {
  @Argument(help: "A function of the interface, or a signature as in 'balanceOf(address)(uint256)'.")
  var function: String
  @Argument(help: "The function's arguments.") var arguments: [String] = []
  @OptionGroup var interface: InterfaceOptions

  /// - Throws: `abi.notFound`, `abi.ambiguous`, `abi.invalidSignature`; `abi.countMismatch`, `abi.invalidValue` and
  ///   their like for the arguments.
  func read(in context: CommandContext) async throws -> TypedCall {
    let given = try interface.artifact(in: context)?.abi
    let function = try CommandFailure.typed {
      try FunctionName.find(self.function, in: given, argumentCount: arguments.count)
    }
    let words = try await context.names.resolved(arguments, as: function.inputs.map(\.type))
    return try CommandFailure.typed {
      TypedCall(function: function, arguments: try function.arguments(parsing: words), abi: given ?? LectureMarket.abi)
    }
  }
}

/// A function with its arguments.
struct TypedCall: Sendable {
  let function: ABIFunction
  let arguments: [ABIValue]
  /// The interface it is looked at with: for errors and events.
  let abi: ContractABI

  /// For people: `purchaseLecture(lectureNumber: 0)`.
  var readable: String { function.readable(arguments) }

  func calldata() throws -> Bytes { try function.encodeCall(arguments) }
}

/// Finds a function by its name or signature.
enum FunctionName {
  /// - Parameters:
  ///   - text: A name, or a signature with or without results.
  ///   - abi: The interface given; nil looks names up in the lecture contract's and takes any signature.
  ///   - argumentCount: the number of arguments, which distinguishes overloads.
  static func find(_ text: String, in abi: ContractABI?, argumentCount: Int?) throws -> ABIFunction {
    let isSignature = text.contains("(")
    if let abi {
      guard isSignature else { return try abi.function(text, argumentCount: argumentCount) }
      let wanted = try ABIFunction(parsing: text)
      return try abi.function(wanted.signature)
    }
    guard isSignature else {
      do throws(ContractABIError) {
        return try LectureMarket.abi.function(text, argumentCount: argumentCount)
      } catch {
        guard error.code == .notFound else { throw error }
        throw CommandFailure.typed(error).advisingAlso(FunctionAdvice(name: PlainText.escaped(text)))
      }
    }
    let function = try ABIFunction(parsing: text)
    // A bare signature has no results; if the lecture contract has that very function, they are known.
    guard function.outputs.isEmpty, let known = try? LectureMarket.abi.function(function.signature) else {
      return function
    }
    return known
  }
}

/// The advice where the lecture contract has no function of a name.
private struct FunctionAdvice: Phrase {
  let name: String

  var english: String { "For another contract give --abi FILE, or write the signature, as in '\(name)(uint256)'." }

  var korean: String { "다른 계약이면 `--abi FILE`로 인터페이스를 주거나 시그니처를 쓰십시오. 예: `\(name)(uint256)`" }

  var ukrainian: String {
    "Для іншого контракту вкажіть `--abi FILE` або напишіть сигнатуру, як-от `\(name)(uint256)`."
  }
}
