import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translate } from '#server/i18n/translate.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { nightAt } from '../../places/model/night.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { type AlertState, type AlertType, accessAlert, EXPLANATIONS, type Explanation } from '../model/access-alert.ts'
import { closeAlerts, recompute, takeAlerts } from '../model/alert-actions.ts'
import { readable } from './desk.ts'
import { judgeNight, recordedHours } from './judge-nights.ts'

const RECOMPUTE_DAYS = 7
interface Held {
  id: string
  name: string
  studentId: string
  type: AlertType
  state: AlertState
  explainedBy: Explanation | null
  by: string | null
}
type Refuse = (key: 'closed' | 'explained', values: Record<string, unknown>) => never
/** Alerts readable to the caller, locked in id order; a settled one is refused, naming who or what settled it. */
async function held({ db, lang }: Pick<Ctx, 'db' | 'lang'>, ids: readonly string[], refuse: Refuse): Promise<Held[]> {
  const wanted = [...new Set(ids)]
  await db.query(sql`select 1 from access_alert where tenant_id = ${db.me.tenantId} and id = any(${wanted}::uuid[]) order by id for update`)
  const rows = await db.query<Held>(sql`select a.id, s.name, a.student_id as "studentId", a.type, a.state, a.explained_by as "explainedBy", u.nick_name as by
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
  const { db, me } = ctx
  const rows = (await held(ctx, ids, ctx.refuse)).filter(r => r.state === 'open')
  const patch = { state: 'handling' as const, handledBy: me.userId, handledAt: sql`now()`, trace: stepOf('taken', me.nickName) }
  await db.updateWhere(accessAlert, { id: rows.map(r => r.id) }, patch, { history: false }) // the row's trace records the steps
  return { taken: rows.length }
})
const closed = handle(closeAlerts, async (ctx, { ids, result, note }) => {
  const { db, me, refuse } = ctx
  if (result === 'other' && !note?.trim()) refuse('note', {}, 'note')
  const rows = await held(ctx, ids, refuse)
  const own = rows.map(r => r.id)
  const end = { state: 'closed' as const, result, note: note ?? null, handledBy: me.userId, handledAt: sql`coalesce(handled_at, now())`, closedAt: sql`now()` }
  await db.updateWhere(accessAlert, { id: own }, { ...end, trace: stepOf('closed', me.nickName, note ?? null) }, { history: false })
  await closeTodos(db, { bizType: 'accessAlert', bizId: own }, 'done', '已处理')
  await db.emitMany(
    'dormitory.alertClosed',
    rows.map(r => ({ alertId: r.id, studentId: r.studentId, type: r.type })),
  )
  return { closed: own.length }
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
