import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { addDays, addMonths } from '#modules/campus/model/days.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { type Cause, OPEN, societyDissolution } from '../model/dissolution.ts'
import type { Review } from '../model/review.ts'
import { closeRectification, LIVE, planRectification, type Society, society } from '../model/society.ts'
import { tellKeepers } from './notify.ts'
import { askLeague } from './notify-dissolution.ts'
import { settingsOf } from './settings.ts'

/** 60-SO14: puts societies before the league, unless their end is under way already. `which`: a condition on `s`. */
async function propose(db: Db, cause: Cause, reason: string, which: Sql): Promise<number> {
  const from = sql`society s where s.tenant_id = ${db.me.tenantId} and s.state = any(${[...LIVE]}::text[]) and ${which}
    and not exists (select from society_dissolution d where d.tenant_id = s.tenant_id and d.society_id = s.id
      and d.state = any(${[...OPEN]}::text[]))`
  const made = await db.insertFrom(societyDissolution, { societyId: sql`s.id`, cause, reason, state: 'proposed', ayes: 0, noes: 0, thingsBack: false, archived: false }, from, {
    skipExisting: true,
  })
  await askLeague(
    db,
    made.map(m => m.id),
  )
  return made.length
}
const proposeAll = (db: Db, ids: readonly string[], reason: string): Promise<number> => propose(db, 'review', reason, sql`s.id = any(${[...ids]}::uuid[])`)
interface Outcome {
  patch: Pick<Society, 'state' | 'probationUntil' | 'probationProlonged' | 'rectifyUntil' | 'rectifyPlan' | 'resumesAs'>
  ends: boolean
}
/** 60-SO3, SO11: what a grade means to a society as it stands. */
function outcomeOf(of: Society, grade: Review['grade'], { years, months }: { years: number; months: number }): Outcome {
  const { state, probationUntil, probationProlonged, rectifyUntil, rectifyPlan, resumesAs } = of
  const same = { state, probationUntil, probationProlonged, rectifyUntil, rectifyPlan, resumesAs }
  const isOnTrial = state === 'probation' || (state === 'suspended' && resumesAs === 'probation')
  if (grade !== 'fail') {
    const over = { ...same, rectifyUntil: null, rectifyPlan: null }
    if (!isOnTrial) return { patch: over, ends: false }
    return { patch: { ...over, probationUntil: null, ...(state === 'probation' ? { state: 'active' as const } : { resumesAs: 'active' as const }) }, ends: false }
  }
  if (isOnTrial) {
    if (probationProlonged) return { patch: same, ends: true }
    return { patch: { ...same, probationProlonged: true, probationUntil: addMonths(today(), years * 12) }, ends: false }
  }
  const isAgain = rectifyUntil !== null || of.lastGrade === 'fail'
  return { patch: { ...same, rectifyUntil: addMonths(today(), months) }, ends: isAgain }
}
/** Results that hold, as societies feel them: star and grade, the end of a trial, a time to mend, or a case. One write for all. */
export async function followResults(db: Db, rows: readonly Review[]): Promise<void> {
  const { probationYears: years, rectifyMonths: months } = await settingsOf(db)
  const grades = new Map(rows.map(r => [r.societyId, r]))
  const living = (await db.unscoped(society).lockAll([...grades.keys()])).filter(s => s.state !== 'dissolved' && s.state !== 'liquidating') // of these results
  const all = living.map(of => ({ of, row: grades.get(of.id), ...outcomeOf(of, grades.get(of.id)?.grade ?? null, { years, months }) }))
  if (!all.length) return
  await db.updateMany(
    society,
    all.map(({ of, row, patch }) => ({ id: of.id, lastGrade: row?.grade ?? null, star: row?.star ?? 0, ...patch })),
  )
  await proposeAll(
    db,
    all.flatMap(a => (a.ends ? [a.of.id] : [])),
    '年审再次不合格',
  )
  for (const { of, patch, ends } of all)
    if (!ends && patch.rectifyUntil && patch.rectifyUntil !== of.rectifyUntil) await tellKeepers(db, 'rectifying', of, { until: patch.rectifyUntil })
}
/** 60-SO11: refuses an activity that the plan of a society in rectification does not name. */
export async function mustBePlanned(db: Db, societyId: string, title: string): Promise<void> {
  const { name, rectifyUntil, rectifyPlan } = await db.unscoped(society).one(societyId) // the society an activity is proposed for
  if (!rectifyUntil) return
  const plan = (rectifyPlan ?? []).flatMap(p => p?.trim() ?? [])
  if (!plan.includes(title.trim())) throw refusalOf(society, 'rectifying', { society: name, plan: plan.join('、') || { text: '没有' } }, 'title')
}
async function lockRectifying(db: Db, id: string): Promise<Society> {
  const of = await db.visible(society).lock(id)
  if (!of.rectifyUntil) throw refusalOf(society, 'notRectifying', { society: of.name })
  return of
}
const NOBODY_LEADS = sql`not exists (select from society_member m where m.tenant_id = t.tenant_id and m.society_id = t.id and m.state = 'active' and m.role = 'head')`
const LIVES = sql`t.state = any(${[...LIVE]}::text[])`
const fewerThan = (least: number): Sql => sql`(select count(*) from society_member m where m.tenant_id = t.tenant_id and m.society_id = t.id and m.state = 'active') < ${least}`
/** 60-SO14: notes since when societies lack a head or members, and puts those before the league that have for long enough: so many days, a whole term. */
export async function findCauses(db: Db, day = today()): Promise<number> {
  const { headlessDays, reviewMembers } = await settingsOf(db)
  const few = fewerThan(reviewMembers)
  await db.updateWhere(society, sql`${LIVES} and t.headless_since is null and ${NOBODY_LEADS}`, { headlessSince: day }, { bookkeeping: true })
  await db.updateWhere(society, sql`t.headless_since is not null and not ${NOBODY_LEADS}`, { headlessSince: null }, { bookkeeping: true })
  await db.updateWhere(society, sql`${LIVES} and t.few_since is null and ${few}`, { fewSince: day }, { bookkeeping: true })
  await db.updateWhere(society, sql`t.few_since is not null and not ${few}`, { fewSince: null }, { bookkeeping: true })
  const headless = await propose(db, 'noHead', '长期没有负责人', sql`s.headless_since <= ${addDays(day, -headlessDays)}::date`)
  const term = (await calendarOf(db)).terms.filter(t => t.endDate < day).toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))[0]
  return headless + (term ? await propose(db, 'fewMembers', '成员整学期不足', sql`s.few_since <= ${term.startDate}::date`) : 0)
}
export default [
  handle(planRectification, async ({ db }, { id, activities }) => {
    await lockRectifying(db, id)
    await db.update(society, id, { rectifyPlan: (activities ?? []).flatMap(a => a ?? []) })
  }),
  handle(closeRectification, async ({ db }, { id, outcome, reason }) => {
    await lockRectifying(db, id)
    if (outcome === 'passed') return void (await db.update(society, id, { rectifyUntil: null, rectifyPlan: null }))
    await proposeAll(db, [id], reason)
  }),
  scheduledJob('society.causes', '社团注销情形', '40 3 * * *', db => findCauses(db)),
]
