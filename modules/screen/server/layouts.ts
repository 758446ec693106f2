import type { BigScreen, ScreenTile } from '#model'
import { accountNames } from '#server/access/accounts.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { faultOf, type Placed, publishLayout, readLayout, rollBackLayout, saveLayout, screenLayout } from '../model/layout.ts'
import { allScreens, screenNamed } from './declared-screens.ts'

/** All tiles of the installation by code, each with the screen it is made for: whose permission and scope it is read with. */
export const tileCatalogue = (): ReadonlyMap<string, ScreenTile & { home: BigScreen }> =>
  new Map(allScreens().flatMap(home => home.tiles.map(tile => [tile.code, { ...tile, home }] as const)))
/** The layout of a screen that is published, or its draft; undefined where the screen is shown as it is made. */
export async function layoutOf(db: Db, screen: string, { isDraft }: { isDraft: boolean }): Promise<readonly Placed[] | undefined> {
  const own = [...(await db.cached(screenLayout)).values()].filter(l => l.screen === screen)
  const shown = (isDraft ? own.find(l => l.state === 'draft') : undefined) ?? own.find(l => l.state === 'published')
  return shown?.tiles
}
type Writing = Pick<ActionCtx<typeof saveLayout>, 'me' | 'refuse'>
/** The screen, once the caller may put all of these tiles on it: nobody shows what they do not see. */
function mustFit({ me, refuse }: Writing, code: string, placed: readonly Placed[]): void {
  if (!screenNamed(code)) refuse('unknownScreen', { screen: code }, 'screen')
  if (!placed.length) refuse('nothing', {}, 'tiles')
  const known = tileCatalogue()
  const fault = faultOf(placed, known)
  if (fault) refuse(fault.key, fault.values, 'tiles')
  const foreign = placed.flatMap(p => known.get(p.tile) ?? []).find(tile => !me.permissions.has(tile.home.permission))
  if (foreign) refuse('notYours', { tile: foreign.title, screen: foreign.home.title }, 'tiles')
}
const versionsOf = (db: Db, screen: string) => db.unscoped(screenLayout).all({ screen }, { sort: ['-no'] }) // layouts hold no data
/** Writes the draft of a screen, or a new one after all versions there are. */
async function draft(db: Db, screen: string, tiles: readonly Placed[]): Promise<{ id: string; no: number }> {
  const all = await versionsOf(db, screen)
  const own = all.find(l => l.state === 'draft')
  if (own) return db.update(screenLayout, own.id, { tiles })
  return db.insert(screenLayout, { screen, no: (all[0]?.no ?? 0) + 1, tiles, state: 'draft' })
}
async function retire(db: Db, screen: string): Promise<void> {
  const published = (await versionsOf(db, screen)).find(l => l.state === 'published')
  if (published) await db.update(screenLayout, published.id, { state: 'former' })
}
type Given = Omit<Placed, 'title'> & { title?: string | null }
const placedOf = (tiles: ReadonlyArray<Given | null>): Placed[] => tiles.flatMap(p => (p ? { tile: p.tile, x: p.x, y: p.y, w: p.w, h: p.h, title: p.title?.trim() || null } : []))

export default [
  handle(readLayout, async ({ db, me, refuse }, { screen: code }) => {
    const screen = screenNamed(code)
    if (!screen) return refuse('unknownScreen', { screen: code }, 'screen')
    const all = await versionsOf(db, code)
    const made = screen.tiles.map(({ code: tile, at: [x, y, w, h] }) => ({ tile, x, y, w, h, title: null }))
    const names = await accountNames(
      db,
      all.map(l => l.publishedBy),
    )
    const isMade = !all.some(l => l.state === 'published')
    return {
      ...{ title: screen.title, path: screen.path },
      tiles: placedOf(all.find(l => l.state === 'draft')?.tiles ?? all.find(l => l.state === 'published')?.tiles ?? made),
      catalogue: [...tileCatalogue().values()].flatMap(({ code: tile, title, measures, at: [, , leastW, leastH], home }) =>
        me.permissions.has(home.permission) ? { tile, title, screen: home.title, definition: measures[0]?.definition ?? '', leastW, leastH } : [],
      ),
      versions: [
        ...all.map(l => ({ no: l.no, state: l.state, at: l.publishedAt, by: names.get(l.publishedBy ?? '') ?? null })),
        { no: 0, state: isMade ? ('published' as const) : ('former' as const), at: null, by: null },
      ],
    }
  }),
  handle(saveLayout, async (ctx, { screen, tiles }) => {
    const placed = placedOf(tiles)
    mustFit(ctx, screen, placed)
    await draft(ctx.db, screen, placed)
  }),
  handle(publishLayout, async (ctx, { screen, tiles }) => {
    const { db, me } = ctx
    const placed = placedOf(tiles)
    mustFit(ctx, screen, placed)
    const { id, no } = await draft(db, screen, placed)
    await retire(db, screen)
    await db.update(screenLayout, id, { state: 'published', publishedAt: new Date().toISOString(), publishedBy: me.userId })
    return { no }
  }),
  handle(rollBackLayout, async ({ db, me, refuse }, { screen: code, no }) => {
    const screen = screenNamed(code)
    if (!screen) return refuse('unknownScreen', { screen: code }, 'screen')
    const target = no ? (await versionsOf(db, code)).find(l => l.no === no && l.state !== 'draft') : undefined
    if (no && !target) return refuse('noVersion', { screen: screen.title, no }, 'no')
    if (target?.state === 'published') return
    await retire(db, code)
    if (target) await db.update(screenLayout, target.id, { state: 'published', publishedAt: new Date().toISOString(), publishedBy: me.userId })
  }),
]
