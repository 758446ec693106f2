import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { calendarOf, currentOf, holderOf, holdersOn } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translateIfKnown } from '#server/i18n/translate.ts'
import { warningRule } from '../model/warning-rule.ts'
import { warningSignal } from '../model/warning-signal.ts'
import { applyPlan, editRules, replayPlan, weightPlan } from '../model/weight-plan.ts'
import { type Entries, entriesUnder } from './replay.ts'
import { lockList } from './score-set.ts'
import { lookAtAllSoon } from './touched.ts'

const rulesOf = async (db: Db) => (await db.unscoped(warningRule).all()).toSorted((a, b) => (a.code < b.code ? -1 : 1)) // the school's own, for everybody
const edit = handle(editRules, async ({ db, lang }) => ({
  rules: (await rulesOf(db)).map(({ id, title, points, decayDays, maxCount, isEnabled }) => ({ id, title: translateIfKnown(lang, title), points, decayDays, maxCount, isEnabled })),
}))
/** The term before the running one. */
async function lastTerm(db: Db): Promise<{ startDate: string; endDate: string } | undefined> {
  const book = await calendarOf(db)
  const running = currentOf(book)
  const day = running?.startDate ?? today()
  return book.terms.findLast(t => t.endDate < day)
}
const sumOf = (rows: readonly Entries[], of: 'entries' | 'judged' | 'falseAlarms'): number => rows.reduce((sum, row) => sum + row[of], 0)
const sums = (rows: readonly Entries[]) => ({ entries: sumOf(rows, 'entries'), judged: sumOf(rows, 'judged'), falseAlarms: sumOf(rows, 'falseAlarms') })
const replay = handle(replayPlan, async ({ db, refuse }, given) => {
  const term = await lastTerm(db)
  if (!term) return refuse('noTerm')
  const known = new Map((await rulesOf(db)).map(r => [r.id, r]))
  const wanted = new Map(given.rules.flatMap(r => (r ? [[r.ruleId, r] as const] : [])))
  if ([...wanted.keys()].some(id => !known.has(id))) throw notFound()
  // what is not named stays as it is
  const rules = [...known.values()].map(({ id, points, decayDays, maxCount, isEnabled }) => ({ ruleId: id, points, decayDays, maxCount, isEnabled, ...wanted.get(id) }))
  const { startDate: from, endDate: to } = term
  const planned = await entriesUnder(
    db,
    rules.filter(r => r.isEnabled),
    from,
    to,
  )
  const now = await entriesUnder(
    db,
    [...known.values()].filter(r => r.isEnabled).map(r => ({ ...r, ruleId: r.id })),
    from,
    to,
  )
  const basedOn = Object.fromEntries([...known.values()].map(r => [r.id, r.version]))
  const { id } = await db.insert(weightPlan, { rules, basedOn, entries: sumOf(planned, 'entries'), entriesNow: sumOf(now, 'entries') })
  const weeks = Math.ceil((Date.parse(to) - Date.parse(from)) / (7 * DAY_MS))
  const both = [
    { plan: 'now' as const, ...sums(now) },
    { plan: 'planned' as const, ...sums(planned) },
  ]
  return { id, from, to, weeks, sums: both, counsellors: await byCounsellor(db, now, planned, to, weeks) }
})
/** By college and the counsellor whose classes they were at the end of the span. */
async function byCounsellor(db: Db, now: readonly Entries[], planned: readonly Entries[], to: string, weeks: number) {
  const [held, departments] = [await holdersOn(db, to), await db.cached(department)]
  const teacherOf = ({ classId }: Entries): string => (classId && holderOf(held, classId, 'fdy')?.teacherId) || ''
  const teachers = await db.unscoped(teacher).all({ id: [...new Set([...now, ...planned].map(teacherOf).filter(Boolean))] }) // names of counsellors of the classes counted
  const nameOf = new Map(teachers.map(t => [t.id, t.name]))
  const keyOf = (row: Entries): string => `${row.departmentId} ${teacherOf(row)}`
  const [before, after] = [Map.groupBy(now, keyOf), Map.groupBy(planned, keyOf)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .map(key => {
      const [departmentId = '', teacherId = ''] = key.split(' ')
      const own = after.get(key) ?? []
      const entries = sumOf(own, 'entries')
      const byWeek = [...Map.groupBy(own, row => row.week).values()].map(rows => sumOf(rows, 'entries'))
      return {
        ...{ departmentName: departments.get(departmentId)?.name ?? null, counsellorName: nameOf.get(teacherId) ?? null },
        ...{ now: sumOf(before.get(key) ?? [], 'entries'), planned: entries, perWeek: Math.round((entries * 10) / weeks) / 10, mostInWeek: Math.max(0, ...byWeek) },
      }
    })
    .toSorted((a, b) => b.planned - a.planned || b.now - a.now)
}
/** 60-EW8: only what was replayed takes effect, and only on the rules it was replayed against. Signals that count still count by the new weights. */
const apply = handle(applyPlan, async ({ db, me, refuse }, { id }) => {
  await lockList(db)
  const plan = await db.unscoped(weightPlan).lock(id) // weights of the whole school; the permission says who
  if (plan.appliedAt) refuse('applied')
  const locked = await db.query<{ id: string; version: number }>(sql`select id, version from warning_rule where tenant_id = ${me.tenantId} order by id for update`)
  const basedOn = plan.basedOn ?? {}
  if (locked.length !== Object.keys(basedOn).length || locked.some(r => basedOn[r.id] !== r.version)) refuse('changed')
  await db.updateMany(
    warningRule,
    plan.rules.flatMap(r => (r ? [{ id: r.ruleId, points: r.points, decayDays: r.decayDays, maxCount: r.maxCount, isEnabled: r.isEnabled }] : [])),
  )
  await db.updateWhere(
    warningSignal,
    sql`r.tenant_id = t.tenant_id and r.id = t.rule_id and r.points <> t.points and t.occurred_at > now() - make_interval(days => r.decay_days + 1)`,
    { points: sql`r.points` },
    { from: sql`warning_rule r`, history: false, bookkeeping: true },
  )
  await db.update(weightPlan, id, { appliedAt: new Date().toISOString(), appliedById: me.userId })
  await lookAtAllSoon(db)
})
export default [edit, replay, apply]
