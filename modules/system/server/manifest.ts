import sql from 'sql-template-tag'
import { allModules, type MenuItem } from '#model'
import { DEFAULT_PRIMARY } from '#model/theme.ts'
import type { Db, Lang } from '#server/context.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { translate } from '#server/i18n/translate.ts'
import { appName } from '../model/app.ts'
import { brandingOf } from './app-info.ts'

/** Where the installed app of a realm opens, by the customer's appType. */
const HOMES: Readonly<Record<string, string>> = { 1: '/index', 2: '/welcome/index', 3: '/dzks/exame/index' }
const OWN_ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]
const CACHE_SECONDS = 300

/** Makes the platform installable under the name, icon and colour of the school. A browser asks for it without cookies, so school and realm stand in the address. */
export default customRoutes((app, { identity }) => {
  app.get('/api/base/openApi/manifest', { config: { open: 'a browser reads the manifest without cookies; it says what the sign-in page says' } }, async (request, reply) => {
    const { tenantId, appType } = request.query as Record<string, unknown>
    const school = await identity.schools.byCode(typeof tenantId === 'string' ? tenantId : '')
    const db = identity.deps.gateOf(school.id) as Db
    const manifest = await manifestOf(db, request.lang, typeof appType === 'string' && HOMES[appType] ? appType : '1')
    return reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`).header('vary', 'accept-language').type('application/manifest+json; charset=utf-8').send(manifest)
  })
})
async function manifestOf(db: Db, lang: Lang, appType: string): Promise<string> {
  const info = await brandingOf(db, appType)
  const [school] = await db.query<{ shortName: string | null }>(sql`select short_name as "shortName" from tenant where id = ${db.me.tenantId}`)
  const at = (path: string, query: Record<string, string> = {}): string => `${path}?${new URLSearchParams({ tenantId: info.tenantId, ...query })}`
  const shortcuts =
    appType === '1'
      ? [{ name: translate(lang, '扫一扫'), url: at('/index', { open: 'scan' }) }, ...(await shortcutsOf(db, lang)).map(({ name, path }) => ({ name, url: at(path) }))]
      : []
  return JSON.stringify({
    name: [info.schoolName, info.globalTitle].filter(Boolean).join(' '),
    short_name: school?.shortName || info.schoolName,
    lang: { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en' }[lang],
    id: at(HOMES[appType] as string),
    start_url: at(HOMES[appType] as string),
    scope: '/',
    display: 'standalone',
    background_color: '#f3f6f9',
    theme_color: info.theme?.primary ?? DEFAULT_PRIMARY,
    // a logo of any size comes first where it is large enough to be an icon; the browser takes one of ours otherwise
    icons: [...(info.logo ? [{ src: info.logo, sizes: 'any' }] : []), ...OWN_ICONS],
    shortcuts,
  })
}
const pagesOf = (items: readonly MenuItem[]): MenuItem[] => items.flatMap(item => [item, ...pagesOf(item.children ?? [])])

/** Tiles that modules declare as shortcuts, under the name the school gave them; one that it has closed is none. */
async function shortcutsOf(db: Db, lang: Lang): Promise<Array<{ name: string; path: string }>> {
  const tiles = new Map([...(await db.cached(appName)).values()].map(tile => [tile.url, tile]))
  const shown = pagesOf(allModules().flatMap(module => module.menus)).flatMap(({ path, service }) => {
    const tile = path && service?.isShortcut ? tiles.get(path) : undefined
    return path && tile?.isEnabled ? [{ path, tile }] : []
  })
  return shown
    .sort((a, b) => (a.tile.sort ?? 0) - (b.tile.sort ?? 0))
    .map(({ path, tile }) => ({ name: { 'zh-cn': null, 'zh-tw': tile.nameTw, en: tile.nameEn }[lang] ?? translate(lang, tile.name), path }))
}
