import Foundation
import PackagePlugin

/// Turns each contract artifact into Swift: those in the target's own `ABI` folder, or, if it has none, those in the
/// package's.
@main
struct ContractBindings: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    let generator = try context.tool(named: "BindingsGenerator").url
    let artifacts = try artifacts(of: target, in: context.package)
    guard !artifacts.isEmpty else {
      Diagnostics.warning("\(target.name): there is no ABI/*.json in the target's directory or the package's root")
      return []
    }
    return artifacts.map { input in
      let name = input.deletingPathExtension().lastPathComponent
      let output = context.pluginWorkDirectoryURL.appending(path: "\(name)Bindings.swift")
      return .buildCommand(
        displayName: "Generating bindings of \(name)", executable: generator, arguments: [input.path, output.path],
        inputFiles: [input], outputFiles: [output])
    }
  }

  private func artifacts(of target: any Target, in package: Package) throws -> [URL] {
    for folder in [target.directoryURL, package.directoryURL] {
      let directory = folder.appending(path: "ABI")
      guard FileManager.default.fileExists(atPath: directory.path) else { continue }
      let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
      let artifacts = files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
      if !artifacts.isEmpty { return artifacts }
    }
    return []
  }
}
