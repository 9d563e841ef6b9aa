import ArgumentParser

/// All groups that commands share: their options may stand before the name of the command, too.
struct AllSharedOptions: ParsableArguments, Sendable {
  @OptionGroup var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup var node: NodeOptions
  @OptionGroup var contract: ContractOptions
  @OptionGroup var account: AccountOptions
  @OptionGroup var spending: SpendingOptions
  @OptionGroup var priceLimit: PriceLimitOptions
  @OptionGroup var tracking: TrackingOptions
  @OptionGroup var rates: RatesOptions
}
