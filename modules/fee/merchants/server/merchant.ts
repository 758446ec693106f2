import { LRUCache } from 'lru-cache'
import { type Row, refusalOf, type StoredRow } from '#model'
import { addressesIn } from '#model/return-path.ts'
import { callOut } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import { merchantAccount } from '../model/merchant-account.ts'
import type { Merchant } from './providers/adapter.ts'
import { contractOf } from './providers/contract.ts'
import { sandboxServer } from './sandbox-provider.ts'

type Account = Row<typeof merchantAccount>
export const KEYS = ['privateKey', 'certificate', 'providerKey', 'apiKey', 'appSecret'] as const
/** Path of an account's notices, without a query. */
export const noticePath = ({ provider, id }: Pick<Account, 'provider' | 'id'>): string => `/api/flySource-fee/openApi/pay/notify/${provider}/${id}`
/** The school's own address, to which providers send notices and browsers return; empty where none is set. */
export const siteOf = async (db: Db): Promise<string> => (addressesIn((await db.params('login')).siteUrl)[0] ?? '').replace(/\/+$/, '')

/** An account without its keys. Whoever has an order or a day knows where its money landed. */
export const accountOf = async (db: Db, id: string): Promise<Account> => (await db.cached(merchantAccount)).get(id) ?? db.unscoped(merchantAccount).one(id) // a setting of the school
/** An account with its keys in the clear, for the adapters alone. */
export async function merchantOf(db: Db, id: string): Promise<Merchant> {
  const row = await accountOf(db, id)
  return merchantFrom(db, { ...row, ...(await keysOf(db, row)) }, await siteOf(db))
}
type Keys = Pick<StoredRow<typeof merchantAccount>, (typeof KEYS)[number]>
/** Keys in the clear by account and version: a notice comes some hundred times a second, and keys change once in years. */
const opened = new LRUCache<string, Keys>({ max: 200 })
async function keysOf(db: Db, { id, version }: Account): Promise<Keys> {
  const at = `${db.me.tenantId} ${id} ${version}`
  const known = opened.get(at)
  if (known) return known
  const row = await db
    .unscoped(merchantAccount)
    .with(...KEYS)
    .one(id)
  opened.set(at, row)
  return row
}
function merchantFrom(db: Db, row: Account & Keys, site: string): Merchant {
  const { id, provider, name, merchantNo } = row
  const words = { appId: row.appId ?? '', gateway: row.gateway ?? '', providerKeyId: row.providerKeyId ?? '' }
  const keys = {
    privateKey: row.privateKey ?? '',
    certificate: row.certificate ?? '',
    providerKey: row.providerKey ?? '',
    apiKey: row.apiKey ?? '',
    appSecret: row.appSecret ?? '',
  }
  const contract = row.contract && provider === 'unified' ? contractOf(row.contract) : null
  const send = provider === 'sandbox' ? sandboxServer(db, { id, privateKey: keys.privateKey, auto: row.contract === 'auto' }) : callOut
  return { id, provider, name, merchantNo, ...words, ...keys, isTest: row.mode === 'test', scenes: row.scenes ?? [], contract, noticeUrl: `${site}${noticePath(row)}`, send }
}
/** Enabled accounts that take money now: while a live one is enabled, test accounts take none (40-F19). */
export async function openMerchants(db: Db): Promise<Account[]> {
  const all = [...(await db.cached(merchantAccount)).values()].filter(m => m.isEnabled)
  const live = all.filter(m => m.mode === 'live')
  return live.length ? live : all
}
export const refuseAddress = (address: string) => refusalOf(merchantAccount, 'address', { address: address.slice(0, 80) }, 'gateway')
