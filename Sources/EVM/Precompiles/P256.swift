import COpenSSL
import Primitives

/// ECDSA over the curve P-256 (FIPS 186-5), by OpenSSL.
enum P256 {
  /// Whether r ‖ s is a signature over a digest by the key x ‖ y, both of 64 bytes.
  ///
  /// OpenSSL refuses a point that is not on the curve or has a coordinate of p or more, and an r or s that is not in
  /// 1 ..< order.
  static func verify(digest: ArraySlice<UInt8>, signature: ArraySlice<UInt8>, key: ArraySlice<UInt8>) -> Bool {
    let key = publicKey([4] + key)
    let context = EVP_PKEY_CTX_new(key, nil)
    defer {
      EVP_PKEY_CTX_free(context)
      EVP_PKEY_free(key)
      ERR_clear_error()
    }
    guard key != nil, context != nil, EVP_PKEY_verify_init(context) == 1 else { return false }
    let numbers = integer(signature.prefix(32)) + integer(signature.dropFirst(32))
    // A DER sequence of two integers, of at most 70 bytes.
    let encoded = [0x30, UInt8(numbers.count)] + numbers
    return EVP_PKEY_verify(context, encoded, encoded.count, Bytes(digest), digest.count) == 1
  }

  /// The key at an uncompressed point (SEC 1); nil if the point isn't one of the curve.
  private static func publicKey(_ point: Bytes) -> OpaquePointer? {
    let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
    defer { EVP_PKEY_CTX_free(context) }
    guard context != nil, EVP_PKEY_fromdata_init(context) == 1 else { return nil }
    // Parameters keep pointers to their names and values: all must live until the key is made.
    var groupName = OSSL_PKEY_PARAM_GROUP_NAME.utf8CString
    var group = "prime256v1".utf8CString
    var pointName = OSSL_PKEY_PARAM_PUB_KEY.utf8CString
    var point = point
    var key: OpaquePointer?
    let selection = OSSL_KEYMGMT_SELECT_ALL_PARAMETERS | OSSL_KEYMGMT_SELECT_PUBLIC_KEY
    groupName.withUnsafeMutableBufferPointer { groupName in
      group.withUnsafeMutableBufferPointer { group in
        pointName.withUnsafeMutableBufferPointer { pointName in
          point.withUnsafeMutableBytes { point in
            var parameters = [
              OSSL_PARAM_construct_utf8_string(groupName.baseAddress, group.baseAddress, 0),
              OSSL_PARAM_construct_octet_string(pointName.baseAddress, point.baseAddress, point.count),
              OSSL_PARAM_construct_end(),
            ]
            if EVP_PKEY_fromdata(context, &key, selection, &parameters) != 1 { key = nil }
          }
        }
      }
    }
    return key
  }

  /// A big-endian number as a DER integer: without leading zeros but for one that keeps it from being negative.
  private static func integer(_ bytes: ArraySlice<UInt8>) -> Bytes {
    var number = Bytes(bytes.drop { $0 == 0 })
    if number.first ?? 0x80 >= 0x80 { number.insert(0, at: 0) }
    return [2, UInt8(number.count)] + number
  }
}
