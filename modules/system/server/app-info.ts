import sql from 'sql-template-tag'
import { isUrl, Refusal, refusalOf } from '#model'
import { isInnerHost } from '#server/base/outbound.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { appInfo, getAppInfo } from '../model/app.ts'

const DEFAULT_TITLE = '智慧校园综合服务平台'

/** Branding of the school of `db`, shown before sign-in. Phone pages (1) fall back to the web's settings. */
export async function brandingOf(db: Db, appType: string | null | undefined) {
  const wanted = /^[0-3]$/.test(appType ?? '0') ? Number(appType ?? '0') : 0
  const [school] = await db.query<{ code: string; schoolName: string }>(sql`select code, school_name as "schoolName" from tenant where id = ${db.me.tenantId}`)
  if (!school) throw new Refusal(404, [{ rule: 'system.openApi.unknown', text: '没有找到这所学校' }])
  const rows = [...(await db.cached(appInfo)).values()]
  const row = rows.find(r => r.appType === wanted) ?? (wanted === 1 ? rows.find(r => r.appType === 0) : undefined)
  return {
    tenantId: school.code,
    schoolName: school.schoolName,
    appType: wanted,
    ssoType: row?.ssoType ?? '',
    ssoLoginUrl: row?.ssoLoginUrl ?? '',
    ssoLogoutUrl: row?.ssoLogoutUrl ?? '',
    isWartermark: row?.isWartermark ?? false,
    wartermarkText: row?.wartermarkText ?? '',
    globalTitle: row?.globalTitle ?? DEFAULT_TITLE,
    globalViceTitle: row?.globalViceTitle ?? '',
    ureportUrl: row?.ureportUrl ?? '',
    loginTips: row?.loginTips ?? '',
    showLogin: row?.showLogin ?? 1,
    logo: row?.logo ?? null,
    loginBackground: row?.loginBackground ?? null,
    languages: row?.languages ?? ['zh-cn', 'zh-tw', 'en'],
    recordNo: row?.recordNo ?? null,
    theme: row?.theme ?? null,
  }
}
const info = handle(getAppInfo, ({ db }, { appType }) => brandingOf(db, appType))
/** The school's single sign-on is mostly an internal host: internal URLs are accepted where the installation allows the host. */
async function checkAddresses(draft: Readonly<Record<string, unknown>>): Promise<void> {
  const isFit = (address: string): boolean => isUrl(address) || (/^https?:\/\//i.test(address) && URL.canParse(address) && isInnerHost(new URL(address)))
  for (const name of ['ssoLoginUrl', 'ssoLogoutUrl'] as const) {
    const address = draft[name]
    if (typeof address === 'string' && address && !isFit(address)) throw refusalOf(appInfo, 'address', { label: appInfo.fields[name].label }, name)
  }
}
const reachable = rules(appInfo, { add: (_ctx, draft) => checkAddresses(draft), update: (_ctx, _row, patch) => checkAddresses(patch) })
export default [info, reachable]
