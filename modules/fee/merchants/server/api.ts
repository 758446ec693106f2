/** What other parts may call. */
export { sandboxKeys } from './key-facts.ts'
export { accountOf, merchantOf, openMerchants, siteOf } from './merchant.ts'
export { type Ack, type Adapter, type Headers, type Merchant, NoticeRefusal, ProviderDown, ProviderRefusal, StatementFault } from './providers/adapter.ts'
export { adapterOf } from './providers/index.ts'
export { sandboxHeaders } from './providers/sandbox.ts'
export { newTxnNo } from './sandbox-provider.ts'
