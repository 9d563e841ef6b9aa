import COpenSSL
import Keys
import Primitives

/// The ciphers of key files and backups, by OpenSSL.
enum AES {
  /// AES-128-CTR, either way; `key` has 16 bytes, `iv` 16, `output` as many as `input`. False: OpenSSL refused.
  static func counterMode(
    key: UnsafeRawBufferPointer, iv: Bytes, input: UnsafeRawBufferPointer, output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    precondition(key.count == 16 && iv.count == 16 && output.count == input.count && input.count < 1 << 30)
    return withContext { context in
      var written: Int32 = 0
      return EVP_EncryptInit_ex2(context, EVP_aes_128_ctr(), bytes(key), iv, nil) == 1
        && EVP_EncryptUpdate(context, bytes(output), &written, bytes(input), Int32(input.count)) == 1
        && Int(written) == input.count
    }
  }

  /// AES-128-CBC, decrypting whole blocks and leaving the padding; sizes as in ``counterMode(key:iv:input:output:)``.
  static func decryptChained(
    key: UnsafeRawBufferPointer, iv: Bytes, input: UnsafeRawBufferPointer, output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    precondition(key.count == 16 && iv.count == 16 && output.count == input.count)
    precondition(input.count % 16 == 0 && input.count < 1 << 30)
    return withContext { context in
      var written: Int32 = 0
      return EVP_DecryptInit_ex2(context, EVP_aes_128_cbc(), bytes(key), iv, nil) == 1
        && EVP_CIPHER_CTX_set_padding(context, 0) == 1
        && EVP_DecryptUpdate(context, bytes(output), &written, bytes(input), Int32(input.count)) == 1
        && Int(written) == input.count
    }
  }

  /// AES-256-GCM: the cipher text with its tag of 16 bytes behind it, or nil when OpenSSL refused.
  static func seal(_ plain: Bytes, key: SecretBytes, nonce: Bytes, authenticating header: Bytes) -> Bytes? {
    precondition(key.count == 32 && nonce.count == 12 && plain.count < 1 << 30 && header.count < 1 << 20)
    var output = Bytes(repeating: 0, count: plain.count + 16)
    let done = key.withUnsafeBytes { key in
      output.withUnsafeMutableBytes { output in
        withContext { context in
          var written: Int32 = 0
          let out = bytes(output)
          return EVP_EncryptInit_ex2(context, EVP_aes_256_gcm(), bytes(key), nonce, nil) == 1
            && EVP_EncryptUpdate(context, nil, &written, header, Int32(header.count)) == 1
            && EVP_EncryptUpdate(context, out, &written, plain, Int32(plain.count)) == 1
            && Int(written) == plain.count
            && EVP_EncryptFinal_ex(context, out.map { $0 + plain.count }, &written) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, out.map { $0 + plain.count }) == 1
        }
      }
    }
    return done ? output : nil
  }

  /// The plain text of ``seal(_:key:nonce:authenticating:)``, or nil when the tag does not fit: nothing unproven leaves.
  static func open(_ sealed: Bytes, key: SecretBytes, nonce: Bytes, authenticating header: Bytes) -> Bytes? {
    precondition(key.count == 32 && nonce.count == 12 && sealed.count < 1 << 30 && header.count < 1 << 20)
    guard sealed.count >= 16 else { return nil }
    let count = sealed.count - 16
    var tag = Bytes(sealed[count...])
    var output = Bytes(repeating: 0, count: count + 16)
    let proven = key.withUnsafeBytes { key in
      output.withUnsafeMutableBytes { output in
        withContext { context in
          var written: Int32 = 0
          let out = bytes(output)
          return EVP_DecryptInit_ex2(context, EVP_aes_256_gcm(), bytes(key), nonce, nil) == 1
            && EVP_DecryptUpdate(context, nil, &written, header, Int32(header.count)) == 1
            && EVP_DecryptUpdate(context, out, &written, sealed, Int32(count)) == 1
            && Int(written) == count
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1
            && EVP_DecryptFinal_ex(context, out.map { $0 + count }, &written) == 1
        }
      }
    }
    guard proven else {
      output.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
      return nil
    }
    output.removeLast(16)
    return output
  }

  private static func withContext(_ body: (OpaquePointer) -> Bool) -> Bool {
    guard let context = EVP_CIPHER_CTX_new() else { return false }
    defer { EVP_CIPHER_CTX_free(context) }
    let done = body(context)
    // A refusal must not stay in OpenSSL's queue, where another call of this thread would find it.
    if !done { ERR_clear_error() }
    return done
  }

  private static func bytes(_ buffer: UnsafeRawBufferPointer) -> UnsafePointer<UInt8>? {
    buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
  }

  private static func bytes(_ buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<UInt8>? {
    buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}
