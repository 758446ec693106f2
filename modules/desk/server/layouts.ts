import sql from 'sql-template-tag'
import { allModules, type Widget } from '#model'
import { role } from '#modules/system/model/role.ts'
import { type Ctx, handle } from '#server/context.ts'
import { desktops } from '#server/extensions/desk-parts.ts'
import { translate } from '#server/i18n/translate.ts'
import { COLUMNS, compact, merged, type Place } from '../model/grid.ts'
import { desktopLayout, myLayout, resetLayout, resetRoleLayout, roleLayout, STANDARD, type StoredPlace, saveLayout, saveRoleLayout } from '../model/layout.ts'

type Terminal = 'web' | 'mobile' | 'welcome' | 'exam'
interface Stored {
  widgets: StoredPlace[]
  locked: boolean
}
const all = (): Map<string, Widget> => new Map(allModules().flatMap(m => m.widgets.map(w => [w.code, w] as const)))
const kindOf = (ctx: Ctx): 'staff' | 'student' => (ctx.me.userType === 2 ? 'student' : 'staff')
/** Widgets available to the caller: for their kind, and permitted. */
const offeredTo = (ctx: Ctx): Map<string, Widget> =>
  new Map([...all()].filter(([, w]) => (!w.for || w.for === kindOf(ctx)) && (!w.permission || ctx.me.permissions.has(w.permission))))

const stored = async ({ db, me }: Ctx, ownerType: 'role' | 'user', ownerId: string, terminal: Terminal): Promise<Stored | undefined> =>
  (
    await db.query<Stored>(
      sql`select widgets, locked from desktop_layout where tenant_id = ${me.tenantId} and owner_type = ${ownerType} and owner_id = ${ownerId} and terminal = ${terminal}`,
    )
  )[0]
/** With several roles that have a layout, the first role in order wins. */
async function ofMyRoles(ctx: Ctx, terminal: Terminal): Promise<Stored | undefined> {
  const mine = [...(await ctx.db.cached(role)).values()].filter(r => ctx.me.roles.includes(r.code)).map(r => r.id)
  const [found] = await ctx.db.query<Stored>(sql`select l.widgets, l.locked from desktop_layout l join role r on r.tenant_id = l.tenant_id and r.id::text = l.owner_id
    where l.tenant_id = ${ctx.me.tenantId} and l.owner_type = 'role' and l.owner_id = any(${mine}::text[]) and l.terminal = ${terminal} order by r.sort, r.code limit 1`)
  return found
}
const answer = (ctx: Ctx, offered: ReadonlyMap<string, Widget>, places: ReadonlyArray<StoredPlace>, source: 'own' | 'role' | 'standard', isLocked: boolean) => {
  // drop widgets no longer available and compact the grid
  const known = places.filter(p => offered.has(p.widget))
  const locked = new Set(known.filter(p => p.isLocked).map(p => p.widget))
  return {
    widgets: compact(known, locked).map(p => ({
      ...p,
      isLocked: p.isLocked ?? false,
      title: translate(ctx.lang, offered.get(p.widget)?.title ?? ''),
      component: offered.get(p.widget)?.component ?? '',
    })),
    offered: [...offered.values()].map(w => ({
      widget: w.code,
      title: translate(ctx.lang, w.title),
      component: w.component,
      w: w.size[0],
      h: w.size[1],
      leastW: w.least[0],
      leastH: w.least[1],
    })),
    source,
    isLocked,
  }
}
const mine = handle(myLayout, async (ctx, { terminal }) => {
  const at = terminal ?? 'web'
  const ofRole = await ofMyRoles(ctx, at)
  const own = ofRole?.locked ? undefined : await stored(ctx, 'user', ctx.me.userId, at)
  const places = merged(ofRole?.widgets ?? STANDARD[kindOf(ctx)], own?.widgets)
  return answer(ctx, offeredTo(ctx), places, own ? 'own' : ofRole ? 'role' : 'standard', ofRole?.locked ?? false)
})

/** What somebody asks to have on their desktop stands below what is there. */
const shown = desktops.make({
  async show(ctx, widget) {
    const [ofRole, own, offered] = [await ofMyRoles(ctx, 'web'), await stored(ctx, 'user', ctx.me.userId, 'web'), offeredTo(ctx).get(widget)]
    const places = merged(ofRole?.widgets ?? STANDARD[kindOf(ctx)], own?.widgets)
    if (ofRole?.locked || !offered || places.some(p => p.widget === widget)) return
    const [w, h] = offered.size
    const end = Math.max(0, ...places.map(p => p.y + p.h))
    await keep(ctx, 'user', ctx.me.userId, 'web', { widgets: [...places.filter(p => !p.isLocked), { widget, x: 0, y: end, w, h }], locked: false })
  },
})

type Refuse = (key: 'unknownWidget' | 'twice' | 'outside', values: Record<string, unknown>) => never
/** Refuses invalid places, naming the widget. */
function check(places: readonly Place[], offered: ReadonlyMap<string, Widget>, refuse: Refuse): void {
  const seen = new Set<string>()
  for (const p of places) {
    const known = offered.get(p.widget)
    if (!known) refuse('unknownWidget', { widget: p.widget })
    if (seen.has(p.widget)) refuse('twice', { widget: known?.title })
    if (p.x + p.w > COLUMNS) refuse('outside', { widget: known?.title })
    seen.add(p.widget)
  }
}
async function keep({ db }: Ctx, ownerType: 'role' | 'user', ownerId: string, terminal: Terminal, { widgets, locked }: Stored): Promise<void> {
  await db.upsert(desktopLayout, ['ownerType', 'ownerId', 'terminal'], [{ ownerType, ownerId, terminal, widgets, locked }])
}
const drop = ({ db }: Ctx, ownerType: 'role' | 'user', ownerId: string, terminal: Terminal): Promise<unknown> => db.removeWhere(desktopLayout, { ownerType, ownerId, terminal })

/** Keeps the user's changes only where the role has not locked the widget. */
const save = handle(saveLayout, async (ctx, { terminal, widgets }) => {
  const at = terminal ?? 'web'
  const ofRole = await ofMyRoles(ctx, at)
  if (ofRole?.locked) ctx.refuse('allLocked')
  check(widgets, offeredTo(ctx), ctx.refuse)
  const locked = new Set((ofRole?.widgets ?? []).filter(p => p.isLocked).map(p => p.widget))
  await keep(ctx, 'user', ctx.me.userId, at, { widgets: widgets.filter(p => !locked.has(p.widget)), locked: false })
})
const reset = handle(resetLayout, async (ctx, { terminal }) => {
  if ((await ofMyRoles(ctx, terminal ?? 'web'))?.locked) ctx.refuse('allLocked')
  await drop(ctx, 'user', ctx.me.userId, terminal ?? 'web')
})

/** All widgets of the role's kind: its holders may have further permissions. */
async function offeredToRole(ctx: Ctx, roleId: string): Promise<{ offered: Map<string, Widget>; kind: 'staff' | 'student' }> {
  const found = await ctx.db.visibleFor(role, 'desk:desktopLayout:role').one(roleId)
  const kind = found.code === 'student' || found.code === 'alumnus' ? 'student' : 'staff'
  return { offered: new Map([...all()].filter(([, w]) => !w.for || w.for === kind)), kind }
}
const ofRole = handle(roleLayout, async (ctx, { roleId, terminal }) => {
  const { offered, kind } = await offeredToRole(ctx, roleId)
  const own = await stored(ctx, 'role', roleId, terminal ?? 'web')
  return answer(ctx, offered, own?.widgets ?? STANDARD[kind], own ? 'role' : 'standard', own?.locked ?? false)
})
const saveOfRole = handle(saveRoleLayout, async (ctx, { roleId, terminal, widgets, isLocked }) => {
  const { offered } = await offeredToRole(ctx, roleId)
  check(widgets, offered, ctx.refuse)
  await keep(ctx, 'role', roleId, terminal ?? 'web', { widgets, locked: isLocked })
})
const resetOfRole = handle(resetRoleLayout, async (ctx, { roleId, terminal }) => {
  await offeredToRole(ctx, roleId)
  await drop(ctx, 'role', roleId, terminal ?? 'web')
})
export default [shown, mine, save, reset, ofRole, saveOfRole, resetOfRole]
