import sql, { raw } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { attentionSignal } from '../model/attention-signal.ts'
import { judgePassages } from './passages.ts'
import { settingsOf } from './settings.ts'
import { addUp, type Fact, takeFacts } from './take-facts.ts'

/** Results that wait for a talk and are no signal yet. */
const UNTOLD = `mh_result r join student s on s.tenant_id = r.tenant_id and s.id = r.student_id and s.deleted_at is null
  where r.state = 'toInterview' and not exists (select from attention_signal g where g.tenant_id = r.tenant_id and g.student_id = r.student_id and g.source_id = r.id::text)`
/** Of results that a talk has settled as nothing, signals that still count. */
const SETTLED = `r.tenant_id = t.tenant_id and r.student_id = t.student_id and r.id::text = t.source_id and r.state = 'dismissed' and t.state = 'new'`
const DUE = `select from ${UNTOLD} and r.tenant_id = $1 union all select from attention_signal t, mh_result r where t.tenant_id = $1 and ${SETTLED}`
/** The module's own facts: results of screenings. A signal says that there is one to talk about, and not what it is. */
export async function takeResults(db: Db): Promise<number> {
  const facts = await db.query<Fact>(sql`select r.student_id as "studentId", 'screening' as signal, r.consent_at as "occurredAt", 1::float8 as value, r.id::text as "sourceId"
    from ${raw(UNTOLD)} and r.tenant_id = ${db.me.tenantId}`)
  const settled = await db.updateWhere(attentionSignal, sql`${raw(SETTLED)}`, { state: 'dismissed', reason: '约谈后排除' }, { from: sql`mh_result r`, history: false })
  return (await takeFacts(db, facts)) + settled.length
}
/** Adds up anew what other rules, a case that has ended, or the days have changed; signals of no case do not stay for ever. */
export async function lookAtNight(db: Db): Promise<number> {
  const proposed = await addUp(db)
  const { signalKeepDays } = await settingsOf(db)
  const gone = await db.removeWhere(attentionSignal, sql`t.case_id is null and t.occurred_at < now() - make_interval(days => ${signalKeepDays})`, { history: false })
  return proposed + gone.length
}
export default [
  scheduledJob('mentalHealth.ownSignals', '普查结果记作关注信号', '*/10 * * * *', takeResults, { due: DUE }),
  scheduledJob('mentalHealth.signalNight', '关注信号合计', '40 6 * * *', lookAtNight),
  scheduledJob('mentalHealth.passages', '关注中的学生没有进出', '25 * * * *', db => judgePassages(db), {
    due: `select from attention_case where tenant_id = $1 and opened_at is not null and state <> 'closed'`,
  }),
]
