import sql, { type Sql } from 'sql-template-tag'
import { silentDorms } from '#modules/dormitory/server/api.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { DIGEST_MESSAGE } from '../model/messages.ts'
import { presenceChange } from '../model/presence-state.ts'
import { reconcileStudents } from './reconcile-set.ts'
import { settingsOf } from './settings.ts'
import { AT_ONCE } from './touched.ts'

/** Goes through students in portions by id, each portion in a transaction and at a time of its own, so that locks are short and nothing that happens meanwhile is lost. */
async function eachPortion(db: Db, of: Sql, given?: string): Promise<number> {
  let changed = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.query<{ id: string }>(sql`select f.id from (${of}) f where f.id > ${after}::uuid order by f.id limit ${AT_ONCE}`)
    changed += await reconcileStudents(
      db,
      rows.map(r => r.id),
      given,
    )
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return changed
    after = last.id
  }
}
/** What the passing of time changes, students who have no state yet, and buildings of which a door has fallen silent or speaks again. */
export async function reconcileDue(db: Db, given?: string): Promise<number> {
  const { tenantId } = db.me
  const now = given ?? new Date().toISOString()
  const silent = [...(await silentDorms(db, Date.parse(now)))]
  return eachPortion(
    db,
    sql`select student_id as id from presence_state where tenant_id = ${tenantId} and next_at <= ${now}
      union select student_id from presence_state where tenant_id = ${tenantId} and is_silent <> (dorm_id is not null and dorm_id = any(${silent}::uuid[]))
      union select s.id from student s where s.tenant_id = ${tenantId} and s.has_record and s.deleted_at is null
        and not exists (select from presence_state p where p.tenant_id = s.tenant_id and p.student_id = s.id)`,
    given,
  )
}
/** 60-PR6: all students anew; where nothing was missed, nothing changes. */
export const reconcileAll = (db: Db, given?: string): Promise<number> =>
  eachPortion(
    db,
    sql`select id from student where tenant_id = ${db.me.tenantId} and has_record and deleted_at is null union select student_id from presence_state where tenant_id = ${db.me.tenantId}`,
    given,
  )
/** 60-PR8: only changes are kept, and those for a while. */
export async function forgetChanges(db: Db): Promise<number> {
  const { keepDays } = await settingsOf(db)
  return (await db.removeWhere(presenceChange, sql`t.at < now() - make_interval(days => ${keepDays})`, { history: false })).length
}
/** Counsellors read once a day how much waits for them; what cannot wait they are told at once. */
async function tellDigest(db: Db): Promise<number> {
  const rows = await db.query<{ studentId: string; n: number }>(sql`select student_id as "studentId", count(*)::int as n from presence_conflict
    where tenant_id = ${db.me.tenantId} and state = 'open' group by 1`)
  const people = await withStudents(db, rows)
  const staff = await staffOfAll(
    db,
    people.map(p => p.who),
    'fdy',
  )
  const counts = new Map<string, number>()
  for (const [at, { row }] of people.entries()) for (const userId of staff[at] ?? []) counts.set(userId, (counts.get(userId) ?? 0) + row.n)
  await notifyEach(
    db,
    DIGEST_MESSAGE,
    [...counts].map(([userId, count]) => ({ to: [userId], values: { count }, link: '/presence/conflicts', mobileLink: '/presence/conflicts' })),
  )
  return counts.size
}
const DUE = `select from presence_state where tenant_id = $1 union all select from student where tenant_id = $1 and has_record`
export default [
  scheduledJob('presence.clock', '在校状态到时核对', '*/5 * * * *', db => reconcileDue(db), { isWhole: false, due: DUE }),
  scheduledJob('presence.all', '在校状态每夜核对', '20 3 * * *', async db => (await reconcileAll(db)) + (await forgetChanges(db)), { isWhole: false }),
  scheduledJob('presence.digest', '状态矛盾汇总', '30 7 * * *', tellDigest, { due: `select from presence_conflict where tenant_id = $1 and state = 'open'` }),
]
