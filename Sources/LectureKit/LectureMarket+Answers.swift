import ContractClient
import Primitives

extension LectureMarket {
  /// The answer of a view about a lecture; its refusal means that there is no such lecture.
  ///
  /// Some nodes show a refusal as an empty answer; then the count decides.
  func answer<Output>(
    about number: UInt256, _ view: ContractCall<Output>, among count: () async throws -> UInt256
  ) async throws -> Output {
    do {
      return try await view.call()
    } catch let error as ContractError {
      if error.code == .reverted { throw LectureError.unknownLecture(number) }
      if error.code == .unexpectedAnswer, try await count() <= number { throw LectureError.unknownLecture(number) }
      throw error
    }
  }

  /// The answers of a view about each lecture; the first refusal, or empty answer, means that there is no such lecture.
  func answers<Output>(
    about numbers: [UInt256], _ view: (UInt256) -> ContractCall<Output>
  ) async throws -> [Output] {
    let answers = try await connection.results(of: numbers.map(view))
    return try zip(numbers, answers).map { number, answer in
      do {
        return try answer.get()
      } catch let error as ContractError where error.code == .reverted || error.code == .unexpectedAnswer {
        throw LectureError.unknownLecture(number)
      }
    }
  }
}

extension LectureError {
  static func unknownLecture(_ number: UInt256) -> LectureError {
    LectureError(.unknownLecture, "There is no lecture \(number).", reason: "Lectures are numbered from 0.")
  }
}
