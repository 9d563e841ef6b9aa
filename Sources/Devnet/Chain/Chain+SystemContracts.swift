import EVM

extension Chain {
  /// The contracts that a block can't end without (EIP-7002, EIP-7251) and that the state hasn't.
  ///
  /// - Throws: what reading the state throws.
  func missingSystemContracts(at header: BlockHeader) throws -> StateChanges {
    var genesis = Genesis(chainID: chainID, forks: forks)
    genesis.kaia = kaia
    genesis.addSystemContracts(of: fork(of: header))
    var missing = genesis.changes
    let needed = Set(rules(of: header).closingCalls.map(\.target))
    for address in missing.accounts.keys {
      let hash = needed.contains(address) ? try state.account(address)?.codeHash ?? Code.empty.hash : nil
      if hash != Code.empty.hash { missing.accounts[address] = nil }
    }
    return missing
  }

  /// Looks whether blocks can still end after a change of the contracts that they call there (EIP-7002, EIP-7251).
  ///
  /// - Throws: `invalidParameters`.
  func checkSystemContracts(_ changes: StateChanges, _ header: BlockHeader) throws {
    let rules = rules(of: header)
    for call in rules.closingCalls where changes.accounts[call.target] != nil {
      let state = ChangedState(base: self.state, changes: changes)
      let machine = Machine(rules: rules, block: environment(of: header), state: Journal(state))
      do {
        try BlockBoundary(machine).close(call)
      } catch let error as EVMError {
        throw DevnetError(
          .invalidParameters,
          """
          no block could be made with this change, so it was not made:
          \(error.message)
          leave this contract as it is, or take a hardfork before Prague, which has no such calls
          """)
      }
    }
  }
}
