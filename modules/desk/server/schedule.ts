import { schoolDate } from '#model/school-time.ts'
import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import { type ActionCtx, type Ctx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { repeatOf } from '../model/repeat.ts'
import { removeEvent, SOURCES, saveEvent, scheduleEvent, scheduleRange } from '../model/schedule.ts'
import { entriesOf, type Source } from './schedule-entries.ts'

const MOST_DAYS = 62
const LONGEST_DAYS = 31
const LONGEST_REPEAT_DAYS = 5 * 366
const isSource = (s: string): s is Source => s in SOURCES

const range = handle(scheduleRange, async ({ db, me, lang, refuse }, { from, to, sources }) => {
  if (daysBetween(from, to) > MOST_DAYS) refuse('span', { most: MOST_DAYS })
  const wanted = sources ? sources.split(',').filter(isSource) : (Object.keys(SOURCES) as Source[])
  return entriesOf(db, me, from, to, new Set(wanted), lang)
})
/** P5: overlaps with lessons and appointments are reported, never refused. */
async function conflictsOf({ db, me }: Ctx, id: string, begin: string, end: string) {
  const day = schoolDate(begin)
  const around = await entriesOf(db, me, addDays(day, -1), schoolDate(end), new Set<Source>(['own', 'business', 'lesson']))
  return around
    .filter(e => e.eventId !== id && !e.allDay && Date.parse(e.begin) < Date.parse(end) && Date.parse(begin) < Date.parse(e.end))
    .map(e => ({ title: e.title, begin: e.begin, end: e.end }))
}
type Save = ActionCtx<typeof saveEvent>
function check({ refuse }: Save, begin: string, end: string, rule: string | null | undefined): void {
  if (Date.parse(end) <= Date.parse(begin)) refuse('reversed', {}, 'end')
  if (daysBetween(schoolDate(begin), schoolDate(end)) > LONGEST_DAYS) refuse('endless', {}, 'end')
  const repeat = rule ? repeatOf(rule) : undefined
  if (rule && !repeat) refuse('repeatForm', { rule }, 'repeatRule')
  if (repeat?.until && daysBetween(schoolDate(begin), repeat.until) > LONGEST_REPEAT_DAYS) refuse('endless', {}, 'repeatRule')
}
/** Only own entries; those settled by a module are read-only. */
async function own(ctx: Ctx, id: string) {
  const row = await ctx.db.unscoped(scheduleEvent).find({ id, userId: ctx.me.userId }) // the filter names the owner
  if (!row) throw notFound()
  return row
}
const save = handle(saveEvent, async (ctx, { id, version, ...given }) => {
  const { db, me, refuse } = ctx
  check(ctx, given.begin, given.end, given.repeatRule)
  const values = { ...given, allDay: given.allDay ?? false, remindedAt: null }
  const before = id ? await own(ctx, id) : undefined
  if (before?.sourceType) refuse('readOnly', { title: before.title })
  const row = before ? await db.update(scheduleEvent, before.id, values, version ?? before.version) : await db.insert(scheduleEvent, { userId: me.userId, ...values })
  return { id: row.id, version: row.version, conflicts: given.allDay ? [] : await conflictsOf(ctx, row.id, given.begin, given.end) }
})
const drop = handle(removeEvent, async (ctx, { id }) => {
  const row = await own(ctx, id)
  if (row.sourceType) ctx.refuse('readOnly', { title: row.title })
  await ctx.db.removeWhere(scheduleEvent, { id: row.id, userId: ctx.me.userId })
})
export default [range, save, drop]
