import sql, { type Sql } from 'sql-template-tag'
import { factsIn } from '#flow/index.ts'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { knownFacts, roundQualify, task } from '#modules/workflow/server/api.ts'
import { type Ctx, rules } from '#server/context.ts'
import { registrationTask } from '../model/actions.ts'
import { batchActions, batchPreview, DEFAULT_CONDITIONS, registrationBatch } from '../model/batch.ts'
import { REGISTRATION_MESSAGES } from '../model/messages.ts'
import { registrationRecord } from '../model/record.ts'
import { LINK } from './notify.ts'
import { AWAY, type Batch } from './register.ts'
import { settingsOf } from './settings.ts'
import { standIn } from './stand-in.ts'

const STAFF = '/standing/registrations'
/** Who has gone or come back while it was closed is exempt now, or no longer: it heard nothing of that then. */
async function reopened({ db }: Ctx, batch: Batch): Promise<void> {
  const from = sql`student s`
  const those = (states: readonly string[], statuses: readonly string[]): Sql => sql`t.batch_id = ${batch.id} and t.state = any(${[...states]}::text[])
    and s.tenant_id = t.tenant_id and s.id = t.student_id and s.status = any(${[...statuses]}::text[])`
  await db.updateWhere(registrationRecord, those(['unregistered', 'deferred'], AWAY), { state: 'exempt', deferUntil: null }, { from })
  await db.updateWhere(registrationRecord, those(['exempt'], ['active']), { state: 'unregistered' }, { from })
  await standIn(db, batch)
}
async function check({ db }: Ctx, { id, xn, xqM }: Batch): Promise<void> {
  if (!xn || !xqM) throw refusalOf(registrationBatch, 'termMissing', {}, xn ? 'xqM' : 'xn')
  const others = await db.unscoped(registrationBatch).all({ xn, xqM, state: ['published', 'paused', 'closed', 'archived'] }) // one a term, whoever published it
  const other = others.find(b => b.id !== id)
  if (other) throw refusalOf(registrationBatch, 'termTaken', { xn, xqM, name: other.name })
}
interface Counted {
  label: string
  count: number
}
interface Recurring {
  studentId: string
  name: string
  className: string | null
  terms: number
  deferrals: number
}
/** What keeps students from registering, how many registered on each day, and who of the batch has been deferred again and again, in the reader's scope. */
async function more({ db }: Ctx, { id }: Batch) {
  const rows = db.visible(registrationRecord).rows()
  const [byReason, byDay, recurring] = await Promise.all([
    db.query<Counted>(sql`select r.blocked_by as label, count(*)::int as count from ${rows} r where r.batch_id = ${id} and r.state = 'unregistered' and r.blocked_by is not null
      group by 1 order by 2 desc, 1 limit 20`),
    db.query<Counted>(
      sql`select (r.at at time zone 'Asia/Shanghai')::date::text as label, count(*)::int as count from ${rows} r where r.batch_id = ${id} and r.at is not null group by 1 order by 1`,
    ),
    db.query<Recurring>(sql`select r.student_id as "studentId", s.name, k.name as "className", count(*)::int as terms, sum(r.deferrals)::int as deferrals
      from ${rows} r join student s on s.tenant_id = r.tenant_id and s.id = r.student_id left join stu_class k on k.tenant_id = s.tenant_id and k.id = s.class_id
      where r.deferrals > 0 group by 1, 2, 3 having sum(r.deferrals) > 1 and bool_or(r.batch_id = ${id}) order by 5 desc, 2, 1 limit 50`),
  ])
  return { byReason, byDay, recurring }
}
const batchRules = rules(registrationBatch, {
  async add({ db }, draft) {
    const known = new Set((await knownFacts(db)).map(f => f.name))
    draft.conditions ??= DEFAULT_CONDITIONS.filter(c => factsIn(c.when).every(f => known.has(f)))
  },
})
export default [
  task(registrationBatch, batchActions, registrationTask, {
    processType: 'registration',
    audience: 'live',
    check,
    published: async ({ db }, batch) => void (await standIn(db, batch)),
    reopened,
    // 30-SG5: also who joined in its last hour is listed; nobody is withdrawn by the system
    closed: async (db, batch) => void (await standIn(db, batch)),
    answers: { entity: registrationRecord, round: 'batchId', isAnswered: sql`a.state in ('registered', 'deferred', 'exempt')` },
    asks: {
      todo: ({ name }) => ({ text: '完成“{name}”', values: { name } }),
      done: '已注册',
      link: LINK,
      staffLink: STAFF,
      remind: batch => ({ event: REGISTRATION_MESSAGES.remind, values: { batch: batch.name, endTime: schoolTimeText(batch.endTime) } }),
      remindHours: async db => (await settingsOf(db))['registration.remindHours'],
    },
    counts: {
      registered: sql`count(*) filter (where a.state = 'registered')::int`,
      deferred: sql`count(*) filter (where a.state = 'deferred')::int`,
      exempt: sql`count(*) filter (where a.state = 'exempt')::int`,
      blocked: sql`count(*) filter (where a.state = 'unregistered' and a.tried_at is not null)::int`,
    },
    more,
  }),
  batchRules,
  roundQualify(registrationBatch, batchPreview),
]
