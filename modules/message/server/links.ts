import { allModules } from '#model'
import { menu } from '#modules/system/model/menu.ts'
import { mayOpen } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'

/** Converts `/student/:id` to a regular expression; a star matches the rest. */
const asPattern = (path: string): RegExp => new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, c => (c === '*' ? '.*' : `\\${c}`)).replace(/:\w+/g, '[^/]+')}$`)

const pathOf = (link: string): string => link.split(/[?#]/)[0] as string
const AREAS = { admin: '/', welcome: '/welcome/', exam: '/dzks/' } as const
/** Where a link leads its reader: pages of the main realm do not answer new students and applicants, but some stand in their area as well. */
export function inRealm(db: Db, link: string): string | null {
  const area = AREAS[db.me.realm]
  if (link.startsWith(area)) return link
  const path = pathOf(link)
  const pages = allModules().flatMap(m => m.pages)
  const page = pages.find(p => asPattern(p.path).test(path))
  const own = page && pages.find(p => p.component === page.component && p.path.startsWith(area))
  return own ? own.path + link.slice(path.length) : null
}
/** Whether a user can open an internal link: a public page, or one in their menus. External links are not checked. */
export async function mayFollow(db: Db, link: string): Promise<boolean> {
  if (!link.startsWith('/')) return true
  const path = pathOf(link)
  if (path === '/index' || allModules().some(m => m.pages.some(p => asPattern(p.path).test(path)))) return true
  const named = [...(await db.cached(menu)).values()].filter(m => m.path && asPattern(m.path).test(path))
  return named.some(mayOpen(db.me))
}
