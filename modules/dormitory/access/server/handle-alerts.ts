import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translate } from '#server/i18n/translate.ts'
import { nightAt } from '../../places/model/night.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { type AlertState, type AlertType, accessAlert, EXPLANATIONS, type Explanation } from '../model/access-alert.ts'
import { closeAlerts, recompute, takeAlerts } from '../model/alert-actions.ts'
import { readable } from './desk.ts'
import { judgeNight, recordedHours } from './judge-nights.ts'
import { alertTodos } from './notify-alerts.ts'

const RECOMPUTE_DAYS = 7
interface Held {
  id: string
  name: string
  studentId: string
  type: AlertType
  nightDate: string
  state: AlertState
  explainedBy: Explanation | null
  by: string | null
}
type Refuse = (key: 'closed' | 'explained', values: Record<string, unknown>) => never
/** Alerts readable to the caller, locked in id order; a settled one is refused, naming who or what settled it. */
async function held({ db, lang }: Pick<Ctx, 'db' | 'lang'>, ids: readonly string[], refuse: Refuse): Promise<Held[]> {
  const wanted = [...new Set(ids)]
  await db.query(sql`select 1 from access_alert where tenant_id = ${db.me.tenantId} and id = any(${wanted}::uuid[]) order by id for update`)
  const rows =
    await db.query<Held>(sql`select a.id, s.name, a.student_id as "studentId", a.type, a.night_date::text as "nightDate", a.state, a.explained_by as "explainedBy", u.nick_name as by
    from ${await readable(db)} a join student s on s.tenant_id = a.tenant_id and s.id = a.student_id left join sys_user u on u.tenant_id = a.tenant_id and u.id = a.handled_by
    where a.id = any(${wanted}::uuid[]) order by a.id`)
  if (rows.length < wanted.length) throw notFound()
  for (const r of rows) {
    if (r.state === 'closed') refuse('closed', { name: r.name, by: r.by })
    if (r.state === 'autoClosed') refuse('explained', { name: r.name, why: translate(lang, EXPLANATIONS[r.explainedBy ?? 'record']) })
  }
  return rows
}
const stepOf = (what: string, by: string, note: string | null = null) =>
  sql`trace || jsonb_build_object('at', now(), 'what', ${what}::text, 'type', type, 'by', ${by}::text, 'note', ${note}::text)`
const taken = handle(takeAlerts, async (ctx, { ids }) => {
  const { db } = ctx
  const rows = (await held(ctx, ids, ctx.refuse)).filter(r => r.state === 'open')
  await take(db, rows)
  return { taken: rows.length }
})
type Ended = Pick<Held, 'id' | 'studentId' | 'type' | 'nightDate'>
const take = (db: Db, rows: readonly Ended[]): Promise<unknown> =>
  db.updateWhere(
    accessAlert,
    { id: rows.map(r => r.id), state: 'open' },
    { state: 'handling', handledBy: db.me.userId, handledAt: sql`now()`, trace: stepOf('taken', db.me.nickName) },
    { history: false }, // the row's trace records the steps
  )
interface End {
  result: string
  note: string | null
}
async function end(db: Db, rows: readonly Ended[], { result, note }: End): Promise<void> {
  const { userId, nickName } = db.me
  const own = rows.map(r => r.id)
  const ended = { state: 'closed' as const, result, note, handledBy: userId, handledAt: sql`coalesce(handled_at, now())`, closedAt: sql`now()` }
  await db.updateWhere(accessAlert, { id: own }, { ...ended, trace: stepOf('closed', nickName, note) }, { history: false })
  await alertTodos.follow(
    db,
    own.map(id => ({ id, state: 'closed' as const })),
  )
  await db.emitMany(
    'dormitory.alertClosed',
    rows.map(r => ({ alertId: r.id, studentId: r.studentId, type: r.type, nightDate: r.nightDate, result, note, by: userId })),
  )
}
/** What became of students who were out that night, from the other desk that asks after them; without a result somebody is still looking for them. */
export async function settleAbsences(db: Db, night: string, studentIds: readonly string[], how: End | null): Promise<void> {
  const rows = await db.query<Ended>(sql`select id, student_id as "studentId", type, night_date::text as "nightDate" from access_alert where tenant_id = ${db.me.tenantId}
    and night_date = ${night}::date and student_id = any(${[...studentIds]}::uuid[]) and type in ('nightOut', 'notSeen') and state in ('open', 'handling') order by id for update`)
  if (rows.length) await (how ? end(db, rows, how) : take(db, rows))
}
const closed = handle(closeAlerts, async (ctx, { ids, result, note }) => {
  const { db, refuse } = ctx
  if (result === 'other' && !note?.trim()) refuse('note', {}, 'note')
  const rows = await held(ctx, ids, refuse)
  await end(db, rows, { result, note: note ?? null })
  return { closed: rows.length }
})
/** One building or all in the reader's scope; manually closed alerts stay closed. */
const again = handle(recompute, async ({ db, refuse }, { night, dormId }) => {
  const tonight = nightAt(new Date().toISOString())
  if (night < addDays(tonight, -RECOMPUTE_DAYS)) refuse('old', { night, days: RECOMPUTE_DAYS }, 'night')
  const one = dormId ? await db.visibleFor(dormBuilding, recompute.permission).one(dormId) : undefined
  if (one && !one.isEnabled) refuse('off', { dorm: one.name }, 'dormId')
  if (one && one.gateMode !== 'events') refuse('noDoors', { dorm: one.name }, 'dormId')
  const own = one ? [one.id] : await ownDorms(db)
  const begunHouses = await Promise.all(own.map(async id => ({ id, hours: await recordedHours(db, id, night) })))
  const judged = begunHouses.filter(({ hours }) => hours && Date.parse(hours.curfew) <= Date.now()).map(h => h.id)
  if (night > tonight || (dormId && !judged.length)) refuse('future', { night }, 'night')
  return { changed: judged.length ? await judgeNight(db, { night, dormIds: judged }) : 0 }
})
const ownDorms = async (db: Db): Promise<string[]> => (await db.visibleFor(dormBuilding, recompute.permission).all({ isEnabled: true })).map(d => d.id)
export default [taken, closed, again]
