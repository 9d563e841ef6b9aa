/// The 200 bytes that Keccak works on, as 25 words: word `x + 5 y` is the lane at column `x`, row `y`.
struct KeccakState {
  var a0: UInt64 = 0
  var a1: UInt64 = 0
  var a2: UInt64 = 0
  var a3: UInt64 = 0
  var a4: UInt64 = 0
  var a5: UInt64 = 0
  var a6: UInt64 = 0
  var a7: UInt64 = 0
  var a8: UInt64 = 0
  var a9: UInt64 = 0
  var a10: UInt64 = 0
  var a11: UInt64 = 0
  var a12: UInt64 = 0
  var a13: UInt64 = 0
  var a14: UInt64 = 0
  var a15: UInt64 = 0
  var a16: UInt64 = 0
  var a17: UInt64 = 0
  var a18: UInt64 = 0
  var a19: UInt64 = 0
  var a20: UInt64 = 0
  var a21: UInt64 = 0
  var a22: UInt64 = 0
  var a23: UInt64 = 0
  var a24: UInt64 = 0
}

/// The round constants of Keccak-f[1600].
private let roundConstants:
  (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
  ) = (
    0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
    0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
    0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
    0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
    0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
    0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008
  )

@inline(__always)
private func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
  word &<< count | word &>> (64 &- count)
}

extension KeccakState {
  /// Keccak-f[1600], 24 rounds.
  ///
  /// Written out with one local variable for each lane and two rounds for each turn of the loop: so the lanes stay in
  /// registers as far as they go, and no copy is needed between rounds. Six lanes are held complemented, which by De
  /// Morgan's laws saves most of the negations of a round ("Keccak implementation overview", section 2.2).
  mutating func permute() {
    var a0 = self.a0
    var a1 = ~self.a1
    var a2 = ~self.a2
    var a3 = self.a3
    var a4 = self.a4
    var a5 = self.a5
    var a6 = self.a6
    var a7 = self.a7
    var a8 = ~self.a8
    var a9 = self.a9
    var a10 = self.a10
    var a11 = self.a11
    var a12 = ~self.a12
    var a13 = self.a13
    var a14 = self.a14
    var a15 = self.a15
    var a16 = self.a16
    var a17 = ~self.a17
    var a18 = self.a18
    var a19 = self.a19
    var a20 = ~self.a20
    var a21 = self.a21
    var a22 = self.a22
    var a23 = self.a23
    var a24 = self.a24
    withUnsafeBytes(of: roundConstants) { constants in
      var round = 0
      while round < 192 {
        let even = constants.loadUnaligned(fromByteOffset: round, as: UInt64.self)
        let odd = constants.loadUnaligned(fromByteOffset: round &+ 8, as: UInt64.self)

        let fc0 = a0 ^ a5 ^ a10 ^ a15 ^ a20
        let fc1 = a1 ^ a6 ^ a11 ^ a16 ^ a21
        let fc2 = a2 ^ a7 ^ a12 ^ a17 ^ a22
        let fc3 = a3 ^ a8 ^ a13 ^ a18 ^ a23
        let fc4 = a4 ^ a9 ^ a14 ^ a19 ^ a24
        let fd0 = fc4 ^ rotate(fc1, 1)
        let fd1 = fc0 ^ rotate(fc2, 1)
        let fd2 = fc1 ^ rotate(fc3, 1)
        let fd3 = fc2 ^ rotate(fc4, 1)
        let fd4 = fc3 ^ rotate(fc0, 1)
        let fp0 = a0 ^ fd0
        let fp1 = rotate(a6 ^ fd1, 44)
        let fp2 = rotate(a12 ^ fd2, 43)
        let fp3 = rotate(a18 ^ fd3, 21)
        let fp4 = rotate(a24 ^ fd4, 14)
        let e0 = fp0 ^ (fp1 | fp2) ^ even
        let e1 = fp1 ^ (~fp2 | fp3)
        let e2 = fp2 ^ (fp3 & fp4)
        let e3 = fp3 ^ (fp4 | fp0)
        let e4 = fp4 ^ (fp0 & fp1)
        let fq0 = rotate(a3 ^ fd3, 28)
        let fq1 = rotate(a9 ^ fd4, 20)
        let fq2 = rotate(a10 ^ fd0, 3)
        let fq3 = rotate(a16 ^ fd1, 45)
        let fq4 = rotate(a22 ^ fd2, 61)
        let e5 = fq0 ^ (fq1 | fq2)
        let e6 = fq1 ^ (fq2 & fq3)
        let e7 = fq2 ^ (fq3 | ~fq4)
        let e8 = fq3 ^ (fq4 | fq0)
        let e9 = fq4 ^ (fq0 & fq1)
        let fr0 = rotate(a1 ^ fd1, 1)
        let fr1 = rotate(a7 ^ fd2, 6)
        let fr2 = rotate(a13 ^ fd3, 25)
        let fr3 = rotate(a19 ^ fd4, 8)
        let fr4 = rotate(a20 ^ fd0, 18)
        let e10 = fr0 ^ (fr1 | fr2)
        let e11 = fr1 ^ (fr2 & fr3)
        let e12 = fr2 ^ (~fr3 & fr4)
        let e13 = ~fr3 ^ (fr4 | fr0)
        let e14 = fr4 ^ (fr0 & fr1)
        let fs0 = rotate(a4 ^ fd4, 27)
        let fs1 = rotate(a5 ^ fd0, 36)
        let fs2 = rotate(a11 ^ fd1, 10)
        let fs3 = rotate(a17 ^ fd2, 15)
        let fs4 = rotate(a23 ^ fd3, 56)
        let e15 = fs0 ^ (fs1 & fs2)
        let e16 = fs1 ^ (fs2 | fs3)
        let e17 = fs2 ^ (~fs3 | fs4)
        let e18 = ~fs3 ^ (fs4 & fs0)
        let e19 = fs4 ^ (fs0 | fs1)
        let ft0 = rotate(a2 ^ fd2, 62)
        let ft1 = rotate(a8 ^ fd3, 55)
        let ft2 = rotate(a14 ^ fd4, 39)
        let ft3 = rotate(a15 ^ fd0, 41)
        let ft4 = rotate(a21 ^ fd1, 2)
        let e20 = ft0 ^ (~ft1 & ft2)
        let e21 = ~ft1 ^ (ft2 | ft3)
        let e22 = ft2 ^ (ft3 & ft4)
        let e23 = ft3 ^ (ft4 | ft0)
        let e24 = ft4 ^ (ft0 & ft1)

        let gc0 = e0 ^ e5 ^ e10 ^ e15 ^ e20
        let gc1 = e1 ^ e6 ^ e11 ^ e16 ^ e21
        let gc2 = e2 ^ e7 ^ e12 ^ e17 ^ e22
        let gc3 = e3 ^ e8 ^ e13 ^ e18 ^ e23
        let gc4 = e4 ^ e9 ^ e14 ^ e19 ^ e24
        let gd0 = gc4 ^ rotate(gc1, 1)
        let gd1 = gc0 ^ rotate(gc2, 1)
        let gd2 = gc1 ^ rotate(gc3, 1)
        let gd3 = gc2 ^ rotate(gc4, 1)
        let gd4 = gc3 ^ rotate(gc0, 1)
        let gp0 = e0 ^ gd0
        let gp1 = rotate(e6 ^ gd1, 44)
        let gp2 = rotate(e12 ^ gd2, 43)
        let gp3 = rotate(e18 ^ gd3, 21)
        let gp4 = rotate(e24 ^ gd4, 14)
        a0 = gp0 ^ (gp1 | gp2) ^ odd
        a1 = gp1 ^ (~gp2 | gp3)
        a2 = gp2 ^ (gp3 & gp4)
        a3 = gp3 ^ (gp4 | gp0)
        a4 = gp4 ^ (gp0 & gp1)
        let gq0 = rotate(e3 ^ gd3, 28)
        let gq1 = rotate(e9 ^ gd4, 20)
        let gq2 = rotate(e10 ^ gd0, 3)
        let gq3 = rotate(e16 ^ gd1, 45)
        let gq4 = rotate(e22 ^ gd2, 61)
        a5 = gq0 ^ (gq1 | gq2)
        a6 = gq1 ^ (gq2 & gq3)
        a7 = gq2 ^ (gq3 | ~gq4)
        a8 = gq3 ^ (gq4 | gq0)
        a9 = gq4 ^ (gq0 & gq1)
        let gr0 = rotate(e1 ^ gd1, 1)
        let gr1 = rotate(e7 ^ gd2, 6)
        let gr2 = rotate(e13 ^ gd3, 25)
        let gr3 = rotate(e19 ^ gd4, 8)
        let gr4 = rotate(e20 ^ gd0, 18)
        a10 = gr0 ^ (gr1 | gr2)
        a11 = gr1 ^ (gr2 & gr3)
        a12 = gr2 ^ (~gr3 & gr4)
        a13 = ~gr3 ^ (gr4 | gr0)
        a14 = gr4 ^ (gr0 & gr1)
        let gs0 = rotate(e4 ^ gd4, 27)
        let gs1 = rotate(e5 ^ gd0, 36)
        let gs2 = rotate(e11 ^ gd1, 10)
        let gs3 = rotate(e17 ^ gd2, 15)
        let gs4 = rotate(e23 ^ gd3, 56)
        a15 = gs0 ^ (gs1 & gs2)
        a16 = gs1 ^ (gs2 | gs3)
        a17 = gs2 ^ (~gs3 | gs4)
        a18 = ~gs3 ^ (gs4 & gs0)
        a19 = gs4 ^ (gs0 | gs1)
        let gt0 = rotate(e2 ^ gd2, 62)
        let gt1 = rotate(e8 ^ gd3, 55)
        let gt2 = rotate(e14 ^ gd4, 39)
        let gt3 = rotate(e15 ^ gd0, 41)
        let gt4 = rotate(e21 ^ gd1, 2)
        a20 = gt0 ^ (~gt1 & gt2)
        a21 = ~gt1 ^ (gt2 | gt3)
        a22 = gt2 ^ (gt3 & gt4)
        a23 = gt3 ^ (gt4 | gt0)
        a24 = gt4 ^ (gt0 & gt1)
        round &+= 16
      }
    }
    self.a0 = a0
    self.a1 = ~a1
    self.a2 = ~a2
    self.a3 = a3
    self.a4 = a4
    self.a5 = a5
    self.a6 = a6
    self.a7 = a7
    self.a8 = ~a8
    self.a9 = a9
    self.a10 = a10
    self.a11 = a11
    self.a12 = ~a12
    self.a13 = a13
    self.a14 = a14
    self.a15 = a15
    self.a16 = a16
    self.a17 = ~a17
    self.a18 = a18
    self.a19 = a19
    self.a20 = ~a20
    self.a21 = a21
    self.a22 = a22
    self.a23 = a23
    self.a24 = a24
  }
}
