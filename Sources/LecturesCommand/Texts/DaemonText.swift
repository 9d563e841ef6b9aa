import Localization

/// The words for the one daemon that runs all the others.
enum DaemonText: Phrase {
  /// A part that watches, by name.
  case part(String)
  /// A part that has nothing to do yet.
  case idle(String)
  /// A part that cannot begin yet, and why.
  case delayed(String, String)
  case ending, partTitle, state, rests, absent
  /// Alerts on networks that no setting defines.
  case otherNetworks(String)
  /// A node did not answer within this time.
  case silentNode(String)

  var english: String {
    switch self {
    case .part(let name): "It watches: \(name)."
    case .idle(let name): "Nothing is configured for \(name); it is looked for every minute."
    case .delayed(let name, let reason): "\(name) cannot begin yet: \(reason)"
    case .ending: "Ctrl-C ends it; how it does:"
    case .partTitle: "Part"
    case .state: "State"
    case .rests: "nothing to do"
    case .absent: "does not run"
    case .otherNetworks(let names):
      "No setting defines these networks, so alerts on their gas are not watched: \(names)."
    case .silentNode(let time): "A node did not answer within \(time); shown is what was kept."
    }
  }

  var korean: String {
    switch self {
    case .part(let name): "감시 중: \(name)"
    case .idle(let name): "\(name)에 설정된 것이 없습니다. 1분마다 확인합니다."
    case .delayed(let name, let reason): "\(name) 감시를 아직 시작할 수 없습니다: \(reason)"
    case .ending: "Ctrl-C로 끝냅니다. 상태 보기:"
    case .partTitle: "부분"
    case .state: "상태"
    case .rests: "할 일 없음"
    case .absent: "실행 중이 아님"
    case .otherNetworks(let names): "설정에 없는 네트워크라서 가스 알림을 감시하지 않습니다: \(names)"
    case .silentNode(let time): "노드가 \(time) 안에 답하지 않아 저장된 내용을 보여 줍니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .part(let name): "Стежить: \(name)."
    case .idle(let name): "Для \(name) нічого не налаштовано; перевіряється щохвилини."
    case .delayed(let name, let reason): "Ще не вдається почати \(name): \(reason)"
    case .ending: "Ctrl-C завершує; стан:"
    case .partTitle: "Частина"
    case .state: "Стан"
    case .rests: "немає роботи"
    case .absent: "не працює"
    case .otherNetworks(let names):
      "Цих мереж немає в налаштуваннях, тож сповіщення про їхній газ не пильнуються: \(names)."
    case .silentNode(let time): "Вузол не відповів за \(time); показано збережене."
    }
  }
}
