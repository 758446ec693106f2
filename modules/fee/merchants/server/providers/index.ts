import type { Provider } from '../../model/merchant-account.ts'
import type { Adapter } from './adapter.ts'
import { alipay } from './alipay.ts'
import { bankDebit, counter } from './by-hand.ts'
import { sandbox } from './sandbox.ts'
import { unified } from './unified.ts'
import { unionpay } from './unionpay.ts'
import { wechat } from './wechat.ts'

const ADAPTERS: Readonly<Record<Provider, Adapter>> = { alipay, wechat, unionpay, unified, bankDebit, counter, sandbox }
export const adapterOf = ({ provider }: { provider: Provider }): Adapter => ADAPTERS[provider]
