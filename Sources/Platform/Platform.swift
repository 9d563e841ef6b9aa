// The C library of the system that it is built for, under one name: `import Platform` is what every file with a system call
// has in place of a choice of three.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
