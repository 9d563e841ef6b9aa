import ArgumentParser

/// `lectures contract`
struct ContractCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "contract", "Use any contract: calls, deployment, events.",
    examples: [
      "lectures contract deploy LectureMarket --from owner": "the lecture contract; its address is kept",
      "lectures contract call lectureCount": "of the lecture contract in use",
      "lectures contract call 'balanceOf(address)(uint256)' 0x5cbD… --contract 0xdAC1…": "of any other",
      "lectures contract send transfer 0x5cbD… 100 --abi Token.json --contract 0xdAC1… --from owner": "",
      "lectures contract events PurchasingLecture": "",
      "lectures contract encode 'transfer(address,uint256)' 0x5cbD… 100": "calldata, without a node",
    ],
    after: """
      Name a function, or write its signature; its interface is that of --abi, else that of the lecture contract. \
      Write arguments as numbers, 0x…, true, text, [1, 2] for arrays, (1, 0x…) for tuples. An argument that begins \
      with a minus sign goes after --, as in: lectures contract encode 'f(int256)' -- -5
      """,
    subcommands: [
      ContractDeploy.self, ContractCallCommand.self, ContractSend.self, ContractEvents.self, ContractEncode.self,
      ContractDecode.self,
    ])
}
