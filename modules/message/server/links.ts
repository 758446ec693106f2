import { allModules } from '#model'
import { menu } from '#modules/system/model/menu.ts'
import { mayOpen } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'

/** Converts `/student/:id` to a regular expression; a star matches the rest. */
const asPattern = (path: string): RegExp => new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, c => (c === '*' ? '.*' : `\\${c}`)).replace(/:\w+/g, '[^/]+')}$`)

/** Whether a user can open an internal link: a public page, or one in their menus. External links are not checked. */
export async function mayFollow(db: Db, link: string): Promise<boolean> {
  if (!link.startsWith('/')) return true
  const path = link.split(/[?#]/)[0] as string
  if (path === '/index' || allModules().some(m => m.pages.some(p => asPattern(p.path).test(path)))) return true
  const named = [...(await db.cached(menu)).values()].filter(m => m.path && asPattern(m.path).test(path))
  return named.some(mayOpen(db.me))
}
