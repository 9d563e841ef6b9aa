import StrictJSON

/// What parses, is the same after being written, on one line or indented; bytes and text parse alike.
func fuzzJSON(_ bytes: [UInt8]) {
  do throws(JSONError) {
    let json = try JSON(parsing: bytes)
    require((try? JSON(parsing: json.serializedBytes())) == json, "JSON changes when written")
    require((try? JSON(parsing: json.serialized(prettyIndent: 2))) == json, "JSON changes when indented")
    // It was valid, so it is UTF-8 and nothing of it is lost in a String.
    require((try? JSON(parsing: String(decoding: bytes, as: UTF8.self))) == json, "JSON differs as text")
    require(json.hashValue == (try? JSON(parsing: bytes))?.hashValue, "equal JSON with other hashes")
    if let int = json.int { require(json.numberText.flatMap(Int.init) == int, "the integer \(json)") }
  } catch {
    require((0...bytes.count).contains(error.offset), "an offset outside: \(error)")
    requirePresentable(error, of: "JSON")
  }
}
