import sql from 'sql-template-tag'
import { type Row, refusalOf, type StoredRow } from '#model'
import { type Db, rules } from '#server/context.ts'
import { type MODES, merchantAccount, PROVIDERS, type Provider, SCENES } from '../model/merchant-account.ts'
import { keyFacts, sandboxKeys } from './key-facts.ts'
import { KEYS, refuseAddress } from './merchant.ts'
import { ContractFault, contractOf } from './providers/contract.ts'
import { adapterOf } from './providers/index.ts'

type Draft = Partial<StoredRow<typeof merchantAccount>>
/** 40-F19: a simulated account never stands beside a live one. One lock for the school, so that two are not enabled at once. */
async function checkNeighbours(db: Db, draft: Draft): Promise<void> {
  if (draft.provider === 'sandbox' && draft.mode !== 'test') throw refusalOf(merchantAccount, 'mode', {}, 'mode')
  if (!draft.isEnabled) return
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`merchants ${db.me.tenantId}`}, 0))`)
  const others = (await db.unscoped(merchantAccount).all({ isEnabled: true })).filter(m => m.id !== draft.id) // a setting of the school
  const other = draft.provider === 'sandbox' ? others.find(m => m.mode === 'live') : draft.mode === 'live' ? others.find(m => m.provider === 'sandbox') : undefined
  if (!other) return
  const [live, name] = draft.provider === 'sandbox' ? [other.name, draft.name] : [draft.name, other.name]
  throw refusalOf(merchantAccount, 'sandbox', { live, name }, 'isEnabled')
}
type Needed = keyof Draft & keyof typeof merchantAccount.fields
/** What an account needs before it takes money. */
const NEEDED: Readonly<Record<Provider, readonly Needed[]>> = {
  alipay: ['appId', 'privateKey', 'providerKey'],
  wechat: ['appId', 'privateKey', 'certificate', 'providerKey', 'apiKey'],
  unionpay: ['privateKey', 'certificate', 'providerKey'],
  unified: ['gateway', 'contract'],
  ...{ bankDebit: [], counter: [], sandbox: [] },
}
function checkSettings(draft: Draft): void {
  const provider = draft.provider ?? 'counter'
  const { gateway, contract } = draft
  if (gateway && !(URL.canParse(gateway) && (gateway.startsWith('https://') || draft.mode === 'test'))) throw refuseAddress(gateway)
  const unknown = draft.scenes?.find(scene => !adapterOf({ provider }).capabilities.scenes.includes(scene))
  if (unknown) throw refusalOf(merchantAccount, 'scene', { provider: { text: PROVIDERS[provider] }, scene: { text: SCENES[unknown] } }, 'scenes')
  if (contract && provider === 'unified') checkContract(contract)
  const missing = draft.isEnabled ? NEEDED[provider].find(name => !draft[name]) : undefined
  if (missing) throw refusalOf(merchantAccount, 'missing', { provider: { text: PROVIDERS[provider] }, label: { text: merchantAccount.fields[missing].label } }, missing)
}
function checkContract(text: string): void {
  try {
    contractOf(text)
  } catch (fault) {
    if (!(fault instanceof ContractFault)) throw fault
    throw refusalOf(merchantAccount, 'badContract', { why: fault.message }, 'contract')
  }
}
async function check(db: Db, draft: Draft): Promise<ReturnType<typeof keyFacts>> {
  checkSettings(draft)
  await checkNeighbours(db, draft)
  return keyFacts(draft)
}
export default rules(merchantAccount, {
  async add({ db }, draft) {
    if (draft.provider === 'sandbox') Object.assign(draft, sandboxKeys())
    Object.assign(draft, await check(db, { mode: 'test' satisfies keyof typeof MODES, ...draft }))
  },
  async update({ db }, row: Row<typeof merchantAccount>, patch) {
    for (const name of KEYS) if (patch[name] === null) delete patch[name] // empty keeps the stored key
    const kept = await db
      .unscoped(merchantAccount) // the row being saved
      .with(...KEYS)
      .one(row.id)
    Object.assign(patch, await check(db, { ...kept, ...patch }))
  },
})
