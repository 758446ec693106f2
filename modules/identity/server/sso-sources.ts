import sql from 'sql-template-tag'
import { isPrivateHost, refusalOf } from '#model'
import { isInnerHost } from '#server/base/outbound.ts'
import { rules, seed } from '#server/context.ts'
import { HIDDEN_SECRET, identitySource, type Protocol, type SourceExtra } from '../model/sso.ts'
import { limitAfter } from './sso-confirm.ts'
import type { KeyedSource, SourceRow } from './sso-settings.ts'

const ADDRESSES = ['authorizeUrl', 'tokenUrl', 'userInfoUrl', 'validateUrl', 'logoutUrl', 'jwksUrl'] as const
const ALGORITHMS: readonly unknown[] = ['RS256', 'ES256', 'HS256']
/** A shared secret shorter than its hash can be brute-forced from one token (RFC 7518 §3.2). */
const SECRET_LEAST = 32
const EXTRA_KINDS: Readonly<Record<keyof SourceExtra, 'string' | 'number' | 'boolean'>> = {
  scope: 'string',
  issuer: 'string',
  audience: 'string',
  algorithm: 'string',
  clockSkew: 'number',
  noPkce: 'boolean',
  basicAuth: 'boolean',
  takesAccessToken: 'boolean',
  corpId: 'string',
  agentId: 'string',
  qrUrl: 'string',
}
type Draft = Partial<KeyedSource> & Record<string, unknown>

/** Validates a source when it is saved; addresses are validated again when called. */
function check(draft: Draft): void {
  for (const name of ADDRESSES) checkAddress(name, identitySource.fields[name].label, draft[name])
  const extra = (draft.extra ?? {}) as Record<string, unknown>
  for (const [key, value] of Object.entries(extra)) {
    const kind = (EXTRA_KINDS as Record<string, string>)[key]
    const isFit = typeof value === kind && (typeof value !== 'string' || value.length <= 500)
    if (!isFit) throw refusalOf(identitySource, 'extra', { key: key.slice(0, 40) }, 'extra')
  }
  if (typeof extra.clockSkew === 'number' && !(extra.clockSkew >= 0 && extra.clockSkew <= 120)) throw refusalOf(identitySource, 'extra', { key: 'clockSkew' }, 'extra')
  checkAddress('extra', '扫码页地址', extra.qrUrl)
  if (extra.algorithm !== undefined && !ALGORITHMS.includes(extra.algorithm)) throw refusalOf(identitySource, 'algorithm', {}, 'extra')
  if (extra.algorithm === 'HS256' && typeof draft.clientSecret === 'string' && draft.clientSecret.length < SECRET_LEAST)
    throw refusalOf(identitySource, 'shortSecret', { least: SECRET_LEAST }, 'clientSecret')
  if (draft.isEnabled) for (const [field, label] of missing(draft)) throw refusalOf(identitySource, 'missing', { label }, field)
}
/** https, or an internal host the installation allows: the server itself calls these (SSRF). */
function checkAddress(field: string, label: string, address: unknown): void {
  if (address === null || address === undefined || address === '') return
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined
  const isFit = url && !url.username && !url.password && (isInnerHost(url) ? /^https?:$/.test(url.protocol) : url.protocol === 'https:' && !isPrivateHost(url.hostname))
  if (!isFit) throw refusalOf(identitySource, 'notHttps', { label }, field)
}
/** Required fields of each protocol. */
function missing(draft: Draft): Array<[field: string, label: string]> {
  const extra = (draft.extra ?? {}) as SourceExtra
  const label = (name: keyof typeof identitySource.fields): [string, string] => [name, identitySource.fields[name].label]
  const needs: Record<Protocol, Array<[unknown, [string, string]]>> = {
    oauth2: [
      [draft.authorizeUrl, label('authorizeUrl')],
      [draft.tokenUrl, label('tokenUrl')],
      [draft.clientId, label('clientId')],
      [draft.userInfoUrl || draft.jwksUrl, label('userInfoUrl')],
    ],
    cas: [[draft.validateUrl, label('validateUrl')]],
    jwt: [
      [extra.algorithm, ['extra', '算法']],
      [extra.algorithm === 'HS256' ? draft.clientSecret : draft.jwksUrl, label(extra.algorithm === 'HS256' ? 'clientSecret' : 'jwksUrl')],
    ],
    wecom: [
      [extra.corpId, ['extra', '企业编号']],
      [extra.agentId, ['extra', '应用编号']],
      [draft.clientSecret, label('clientSecret')],
    ],
    scan: [],
  }
  return needs[draft.protocol as Protocol].filter(([value]) => !value).map(([, named]) => named)
}
/** Forms send every field back; keep only changed values. */
const changesOf = (row: SourceRow, patch: Draft): Draft =>
  Object.fromEntries(Object.entries(patch).filter(([field, value]) => JSON.stringify(value ?? null) !== JSON.stringify((row as Draft)[field] ?? null)))
const ofSources = rules(identitySource, {
  async add(ctx, draft) {
    if (draft.clientSecret === HIDDEN_SECRET) draft.clientSecret = null
    check(draft)
    draft.setBy = await limitAfter(ctx, draft)
  },
  async update(ctx, row, patch) {
    if (patch.clientSecret === HIDDEN_SECRET) delete patch.clientSecret
    const kept = await ctx.db.unscoped(identitySource).with('clientSecret').one(row.id) // the row being saved
    check({ ...kept, ...patch })
    patch.setBy = await limitAfter(ctx, changesOf(row, patch), row.setBy)
  },
  async remove({ db }, row) {
    if (BUILT_IN.some(b => b.source === row.source)) throw refusalOf(identitySource, 'builtIn')
    const [bound] = await db.query<{ count: number }>(sql`select count(*)::int as count from user_binding where tenant_id = ${db.me.tenantId} and source = ${row.source}`)
    if (bound?.count) throw refusalOf(identitySource, 'boundStill', { count: bound.count })
  },
})
/** Built-in sources of a new school, all disabled. */
const BUILT_IN = [
  { source: 'cas', name: '统一身份认证', protocol: 'cas', subjectPath: 'user', matchBy: 'accountNo' },
  { source: 'oauth2', name: '学校账号', protocol: 'oauth2', subjectPath: 'sub', matchBy: 'accountNo' },
  { source: 'jwt', name: '门户登录', protocol: 'jwt', subjectPath: 'sub', matchBy: 'accountNo' },
  { source: 'wecom', name: '企业微信', protocol: 'wecom', subjectPath: 'userid', matchBy: 'accountNo' },
  { source: 'scan', name: '扫码登录', protocol: 'scan', subjectPath: null, matchBy: 'binding' },
] as const
const builtIn = seed('identity.sources', async db => {
  await db.insertMany(
    identitySource,
    BUILT_IN.map((s, at) => ({ ...s, realms: ['admin'], sort: at + 1 })),
    { skipExisting: true },
  )
})
export default [ofSources, builtIn]
