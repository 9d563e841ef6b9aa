import Localization
import Operations
import Terminal

/// The words on new passwords, and on wrong ones.
enum PasswordText: Phrase {
  case weak(PasswordWeakness)
  case takeAllTheSame
  case wrong(left: Int)

  var english: StyledText {
    switch self {
    case .weak(.short(let count)):
      "That password is weak: \(count) characters are soon guessed by trying all; \(PasswordWeakness.fewest) are the least."
    case .weak(.common): "That password is weak: it is one of those that are tried first."
    case .weak(.repetitive): "That password is weak: it repeats few characters."
    case .weak(.sequence):
      "That password is weak: its characters follow one another on the keyboard or in the alphabet."
    case .weak(.digits): "That password is weak: it has digits only."
    case .weak(.name): "That password is weak: it is the account's name."
    case .takeAllTheSame: "Take it all the same? [y/N] "
    case .wrong(let left): "The password is wrong; \(left) \(Plural.english(left, "attempt", "attempts")) left."
    }
  }

  var korean: StyledText {
    switch self {
    case .weak(.short(let count)):
      "약한 비밀번호입니다. \(count)자는 모두 시도해 보면 곧 알아낼 수 있습니다. \(PasswordWeakness.fewest)자 이상으로 정하십시오."
    case .weak(.common): "약한 비밀번호입니다. 가장 먼저 시도되는 것 중 하나입니다."
    case .weak(.repetitive): "약한 비밀번호입니다. 같은 글자가 반복됩니다."
    case .weak(.sequence): "약한 비밀번호입니다. 자판이나 알파벳 순서대로입니다."
    case .weak(.digits): "약한 비밀번호입니다. 숫자뿐입니다."
    case .weak(.name): "약한 비밀번호입니다. 계정 이름입니다."
    case .takeAllTheSame: "그래도 사용하시겠습니까? [예/아니요] "
    case .wrong(let left): "비밀번호가 틀렸습니다. \(left)번 더 시도할 수 있습니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .weak(.short(let count)):
      "Пароль слабкий: \(count) \(Plural.ukrainian(count, "символ", "символи", "символів")) легко перебрати; варто мати щонайменше \(PasswordWeakness.fewest)."
    case .weak(.common): "Пароль слабкий: він серед тих, які пробують першими."
    case .weak(.repetitive): "Пароль слабкий: у ньому повторюються ті самі символи."
    case .weak(.sequence): "Пароль слабкий: символи йдуть поспіль на клавіатурі чи в абетці."
    case .weak(.digits): "Пароль слабкий: у ньому лише цифри."
    case .weak(.name): "Пароль слабкий: це назва рахунку."
    case .takeAllTheSame: "Усе одно взяти його? [т/Н] "
    case .wrong(let left): "Пароль неправильний; лишилося спроб: \(left)."
    }
  }
}
