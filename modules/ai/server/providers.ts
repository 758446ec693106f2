import sql from 'sql-template-tag'
import type { Row } from '#model'
import { refusalOf } from '#model'
import { chat, setting } from '#modules/system/server/api.ts'
import { isInnerHost } from '#server/base/outbound.ts'
import { type Db, handle } from '#server/context.ts'
import { aiProvider, testAiProvider } from '../model/provider.ts'
import type { aiUse } from '../model/use.ts'
import { record } from './record.ts'
import { answeringVersions, CITING, versionKey, versionOf } from './versions.ts'

/** Who answers a call, and for what price per million tokens. */
export interface Provider {
  name: string
  baseUrl: string
  model: string
  apiKey: string | null
  timeoutMs: number
  priceIn: number
  priceOut: number
}
const isUsable = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url !== undefined && !url.username && !url.password && (url.protocol === 'https:' || (url.protocol === 'http:' && isInnerHost(url)))
}
/** An address that may be called, or a refusal. */
export const checkAddress = (address: string | undefined): void => {
  if (address !== undefined && !isUsable(address)) throw refusalOf(aiProvider, 'address', { url: address.slice(0, 80) }, 'baseUrl')
}
/** The provider of the parameter group `ai`, if it is complete. */
async function firstProvider(db: Db): Promise<Provider | undefined> {
  const [baseUrl, model, apiKey, timeout] = await Promise.all([
    setting<string>(db, 'ai', 'baseUrl'),
    setting<string>(db, 'ai', 'model'),
    setting<string | null>(db, 'ai', 'apiKey'),
    setting<number>(db, 'ai', 'timeout'),
  ])
  return isUsable(baseUrl) && model ? { name: 'AI', baseUrl, model, apiKey, timeoutMs: timeout * 1000, priceIn: 0, priceOut: 0 } : undefined
}
const providerOf = (row: Row<typeof aiProvider> & { apiKey: string | null }): Provider => ({
  name: row.name,
  baseUrl: row.baseUrl,
  model: row.model,
  apiKey: row.apiKey,
  timeoutMs: row.timeout * 1000,
  priceIn: Number(row.priceIn ?? 0),
  priceOut: Number(row.priceOut ?? 0),
})
/** Providers that are switched on, in the order in which a use tries them: its own, the first one, then by priority. */
export async function enteredFor(db: Db, use: Pick<Row<typeof aiUse>, 'providerId'>): Promise<Provider[]> {
  const rows = await db
    .unscoped(aiProvider)
    .with('apiKey')
    .all({ isEnabled: true }, { sort: ['priority', 'name'] }) // the program calls them; nobody sees them here
  const own = rows.filter(row => row.id === use.providerId)
  const first = await firstProvider(db)
  return [...own.map(providerOf), ...(first ? [first] : []), ...rows.filter(row => row.id !== use.providerId).map(providerOf)].filter(p => isUsable(p.baseUrl))
}
/** Those of them that may answer: a use with citations asks only versions that its test set let through (60-AI14). */
export async function providersFor(db: Db, use: Row<typeof aiUse>): Promise<Provider[]> {
  const entered = await enteredFor(db, use)
  if (use.code !== CITING || !entered.length) return entered
  const answering = await answeringVersions(db)
  return entered.filter(p => answering.has(versionKey(versionOf(p))))
}
/** 60-AI13: leaves out providers that failed too often within the last minute, as all processes saw it. */
export async function working(db: Db, providers: readonly Provider[]): Promise<Provider | undefined> {
  const most = await setting<number>(db, 'ai', 'failures')
  const failed = await db.query<{ provider: string }>(sql`select provider from ai_call where tenant_id = ${db.me.tenantId} and at > now() - interval '1 minute'
    and result in ('error', 'timeout') and provider is not null and use not in ('test', 'testSet') group by provider having count(*) >= ${most}`)
  const open = new Set(failed.map(f => f.provider))
  return providers.find(p => !open.has(p.name))
}
const MOST = 200
const GREETING = '你好' // verbatim
const test = handle(testAiProvider, async ({ db, refuse }, { id }) => {
  await db.visible(aiProvider).one(id)
  const provider = providerOf(await db.unscoped(aiProvider).with('apiKey').one(id)) // found in scope above
  checkAddress(provider.baseUrl)
  const answer = await chat({ ...provider, messages: [{ role: 'user', content: GREETING }], maxTokens: 16 }).catch((error: Error) => {
    if ('issues' in error) throw error
    return { status: 0, reason: error.message.slice(0, MOST), text: undefined, tokensIn: undefined, tokensOut: undefined, ms: 0 }
  })
  const isGood = answer.status === 200 && answer.text !== undefined
  await record(db, { use: 'test', provider, answer, result: isGood ? 'ok' : 'error' })
  if (!isGood) refuse('failed', { reason: `${answer.status || ''} ${answer.reason}`.trim() || '—' })
  return { ms: answer.ms, answer: String(answer.text).slice(0, MOST) }
})
export default test
