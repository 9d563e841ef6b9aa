import Foundation

/// The nearest folder above this file, or above where it really lies, that holds a package with sources.
func packageRoot() -> URL? {
  let here = URL(fileURLWithPath: #filePath)
  for start in [here, here.resolvingSymlinksInPath()] {
    var folder = start.deletingLastPathComponent()
    while folder.path != "/" {
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) { return folder }
      folder = folder.deletingLastPathComponent()
    }
  }
  return nil
}
