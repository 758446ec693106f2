import { type Issue, Refusal, type Row, type StoredRow } from '#model'
import { addressesIn } from '#model/return-path.ts'
import type { Identity } from '#server/identity/index.ts'
import type { identitySource, SourceExtra } from '../model/sso.ts'

export type SourceRow = Row<typeof identitySource>
/** With its secret, for asking the other system. */
export type KeyedSource = StoredRow<typeof identitySource>
/** What a school has set about its doors. */
export interface DoorSettings {
  /** Origins this product is reached under; the first is the one others are told. */
  sites: readonly string[]
  redirectAllow: readonly string[]
  /** WeCom contacts that are no members may bind an account. */
  allowExternal: boolean
}
export async function doorSettings(identity: Identity, tenantId: string): Promise<DoorSettings> {
  const [login, wecom] = await Promise.all([identity.deps.params(tenantId, 'login'), identity.deps.params(tenantId, 'wecom')])
  return {
    sites: addressesIn(login.siteUrl).flatMap(a => (/^https?:\/\//i.test(a) && URL.canParse(a) ? [new URL(a).origin] : [])),
    redirectAllow: addressesIn(login.redirectAllow),
    allowExternal: wecom.allowExternal === true,
  }
}
export const extraOf = (source: SourceRow): SourceExtra => (source.extra ?? {}) as SourceExtra

/** Somebody of another system, as that system says. */
export interface External {
  id: string
  name: string | null
  /** What was answered, without credentials; shown by the test button. */
  raw: unknown
  /** Not to be matched by the number: only a binding says who it is. */
  onlyBound?: boolean
  /** What a session it opens is tied to. */
  tie?: string
}
export const doorRefusal = (code: 400 | 403 | 404 | 422, rule: string, text: string, values: Issue['values'] = {}, data: unknown = null): Refusal =>
  new Refusal(code, [{ rule: `identity.door.${rule}`, text, values }], data)

/** Every door out of this product is answered under an address that the school has written down; what a request calls us is not asked. */
export function siteOf(settings: DoorSettings, host?: string): string {
  const site = settings.sites.find(s => host !== undefined && new URL(s).host === host) ?? settings.sites[0]
  if (!site) throw doorRefusal(422, 'noSite', '请先由管理员在系统参数中填写“平台网址”，其他系统才能跳转回来')
  return site
}
