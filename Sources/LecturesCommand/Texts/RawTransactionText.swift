import Localization
import Primitives
import Terminal

/// The values of the fields of a transaction that is not mined: signed, to be signed, or merely written down.
enum RawTransactionText: Phrase {
  // Kinds and parts.
  /// The name of a kind, and its number.
  case kind(String, type: String)
  case unprotected, protected
  case anyChain
  case createsContract
  case accounts(Int)
  /// The account whose code is set, with the chain and the nonce of its authorization.
  case code(Address, chain: UInt256, nonce: UInt64)
  case bytes(Int)

  // Fees.
  case price(most: String, tip: String)
  case tipAboveAll
  case senderPays, feePayerPays
  case sharedFee(percent: UInt8)

  // Signatures.
  case keyOf(Address)
  case nobodySigned
  case payerNotNamed
  case unsigned
  /// The parties whose signatures are missing; none is told of what is complete.
  case incomplete(sender: Bool, feePayer: Bool)
  case outdatedSignature
  case foreignBlob(Int)
  case sidecar(blobs: Int)

  var english: StyledText {
    switch self {
    case .kind(let name, let type): "\(name) (type \(type))"
    case .unprotected: "legacy, without replay protection"
    case .protected: "legacy (EIP-155)"
    case .anyChain: "any: it names none"
    case .createsContract: "creates a contract"
    case .accounts(let count): "\(count) accounts"
    case .code(let address, let chain, let nonce): "of \(address), chain \(chain), nonce \(nonce)"
    case .bytes(let count): "\(count) bytes"
    case .price(let most, let tip): "\(most) at most, \(tip) of it a tip"
    case .tipAboveAll: StyledText("; that is more than all of it, and every chain refuses it", .bad)
    case .senderPays: "the sender"
    case .feePayerPays: "the fee payer"
    case .sharedFee(let percent): "the fee payer \(percent) %, the sender the rest"
    case .keyOf(let address): "the key of \(address)"
    case .nobodySigned: StyledText("nobody: no key can have made the signature", .bad)
    case .payerNotNamed: "not named yet"
    case .unsigned: StyledText("It is not signed.", .warning)
    case .incomplete(let sender, let feePayer):
      StyledText("It is not complete: \(Self.missing(sender: sender, feePayer: feePayer)).", .warning)
    case .outdatedSignature:
      "Its signature is in the form of before Homestead (a high s), which chains refuse today."
    case .foreignBlob(let index):
      "Blob \(index) is another's: its commitment has not the hash in blobVersionedHashes."
    case .sidecar(let blobs):
      "It carries \(blobs) blobs; that the commitments are theirs was not verified by the proofs."
    }
  }

  var korean: StyledText {
    switch self {
    case .kind(let name, let type): "`\(name)` (유형 \(type))"
    case .unprotected: "옛 형식, 재전송 방지 없음"
    case .protected: "옛 형식(EIP-155)"
    case .anyChain: "모든 체인: 지정되지 않음"
    case .createsContract: "계약을 만듦"
    case .accounts(let count): "계정 \(count)개"
    case .code(let address, let chain, let nonce): "\(address)의 코드, 체인 \(chain), 논스 \(nonce)"
    case .bytes(let count): "\(count)바이트"
    case .price(let most, let tip): "최대 \(most), 그중 팁 \(tip)"
    case .tipAboveAll: StyledText(". 팁이 전체보다 많아 모든 체인이 거부합니다", .bad)
    case .senderPays: "보내는 계정"
    case .feePayerPays: "수수료 대납자"
    case .sharedFee(let percent): "수수료 대납자 \(percent)%, 나머지는 보내는 계정"
    case .keyOf(let address): "\(address)의 키"
    case .nobodySigned: StyledText("없음: 어떤 키로도 만들 수 없는 서명", .bad)
    case .payerNotNamed: "아직 정해지지 않음"
    case .unsigned: StyledText("서명되지 않았습니다.", .warning)
    case .incomplete(let sender, let feePayer):
      StyledText(
        "완성되지 않았습니다. 빠진 서명: "
          + [sender ? "보내는 계정" : nil, feePayer ? "수수료 대납자" : nil].compactMap { $0 }.joined(separator: ", ") + ".",
        .warning)
    case .outdatedSignature: "홈스테드 이전 형태(큰 `s` 값)의 서명이라 지금의 체인은 거부합니다."
    case .foreignBlob(let index):
      "\(index)번 블롭은 다른 트랜잭션의 것입니다. 커밋먼트가 `blobVersionedHashes`의 해시와 다릅니다."
    case .sidecar(let blobs): "블롭 \(blobs)개가 들어 있습니다. 커밋먼트가 그 블롭의 것인지는 증명으로 확인하지 않았습니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .kind(let name, let type): "`\(name)` (тип \(type))"
    case .unprotected: "старий, без захисту від повторного надсилання"
    case .protected: "старий (EIP-155)"
    case .anyChain: "будь-яка: не вказано"
    case .createsContract: "створює контракт"
    case .accounts(let count): "рахунків: \(count)"
    case .code(let address, let chain, let nonce): "з \(address), мережа \(chain), лічильник \(nonce)"
    case .bytes(let count): "\(count) \(Plural.ukrainian(count, "байт", "байти", "байтів"))"
    case .price(let most, let tip): "щонайбільше \(most), з них чайові \(tip)"
    case .tipAboveAll: StyledText("; чайові більші за все разом, жодна мережа цього не візьме", .bad)
    case .senderPays: "відправник"
    case .feePayerPays: "платник комісії"
    case .sharedFee(let percent): "платник комісії \(percent) %, решту відправник"
    case .keyOf(let address): "ключ \(address)"
    case .nobodySigned: StyledText("ніхто: жоден ключ не міг зробити такий підпис", .bad)
    case .payerNotNamed: "ще не названо"
    case .unsigned: StyledText("Її не підписано.", .warning)
    case .incomplete(let sender, let feePayer):
      StyledText(
        "Вона неповна. Бракує підписів: "
          + [sender ? "відправника" : nil, feePayer ? "платника комісії" : nil].compactMap { $0 }
          .joined(separator: ", ") + ".", .warning)
    case .outdatedSignature: "Її підпис у формі до оновлення «Хомстед» (велике `s`), якої мережі вже не беруть."
    case .foreignBlob(let index):
      "Блоб \(index) чужий: хеш його зобов’язання не той, що в `blobVersionedHashes`."
    case .sidecar(let blobs): "Блобів: \(blobs); чи зобов’язання справді їхні, за доказами не перевірено."
    }
  }

  /// The missing signatures, in English.
  static func missing(sender: Bool, feePayer: Bool) -> String {
    [sender ? "the sender has not signed" : nil, feePayer ? "the fee payer has not signed" : nil]
      .compactMap { $0 }.joined(separator: ", ")
  }
}
