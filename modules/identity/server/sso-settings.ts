import { type Issue, Refusal, type Row, type StoredRow } from '#model'
import { addressesIn } from '#model/return-path.ts'
import type { Identity } from '#server/identity/index.ts'
import type { identitySource, SourceExtra } from '../model/sso.ts'

export type SourceRow = Row<typeof identitySource>
/** Including the decrypted secret, for calls to the other system. */
export type KeyedSource = StoredRow<typeof identitySource>
/** The school's single sign-on settings. */
export interface DoorSettings {
  /** Origins of this product; the first is used in redirect URIs. */
  sites: readonly string[]
  redirectAllow: readonly string[]
  /** Allows binding for WeCom external contacts. */
  allowExternal: boolean
}
export async function doorSettings(identity: Identity, tenantId: string): Promise<DoorSettings> {
  const [login, wecom] = await Promise.all([identity.deps.params(tenantId, 'login'), identity.deps.params(tenantId, 'wecom')])
  return {
    sites: sitesIn(login.siteUrl),
    redirectAllow: addressesIn(login.redirectAllow),
    allowExternal: wecom.allowExternal === true,
  }
}
/** Origins of the product among the addresses of the parameter. */
export const sitesIn = (siteUrl: unknown): string[] => addressesIn(siteUrl).flatMap(a => (/^https?:\/\//i.test(a) && URL.canParse(a) ? [new URL(a).origin] : []))
export const extraOf = (source: SourceRow): SourceExtra => (source.extra ?? {}) as SourceExtra

/** An external identity as reported by its source. */
export interface External {
  id: string
  name: string | null
  /** The response without credentials, for the test button. */
  raw: unknown
  /** Never matched by number: only a binding identifies it. */
  onlyBound?: boolean
  /** Tie for the session it opens. */
  tie?: string
}
export const doorRefusal = (code: 400 | 403 | 404 | 422, rule: string, text: string, values: Issue['values'] = {}, data: unknown = null): Refusal =>
  new Refusal(code, [{ rule: `identity.door.${rule}`, text, values }], data)

/** Redirects use only a configured site address; the request's Host header is not trusted. */
export function siteOf(settings: DoorSettings, host?: string): string {
  const site = settings.sites.find(s => host !== undefined && new URL(s).host === host) ?? settings.sites[0]
  if (!site) throw doorRefusal(422, 'noSite', '请先由管理员在系统参数中填写“平台网址”，其他系统才能跳转回来')
  return site
}
