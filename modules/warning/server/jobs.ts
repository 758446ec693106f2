import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { warningCase } from '../model/warning-case.ts'
import { warningMark } from '../model/warning-mark.ts'
import { warningSignal } from '../model/warning-signal.ts'
import { lookAgain } from './score-set.ts'
import { settingsOf } from './settings.ts'
import { AT_ONCE } from './touched.ts'

/** 60-EW1: everybody with a school record, and those who have left one behind, in portions, each in a transaction of its own. */
export async function lookAtAll(db: Db, now?: number): Promise<number> {
  let looked = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.query<{ id: string }>(sql`select f.id from (select id from student where tenant_id = ${db.me.tenantId} and has_record and deleted_at is null
        union select student_id from warning_case where tenant_id = ${db.me.tenantId} and state = 'open') f
      where f.id > ${after}::uuid order by f.id limit ${AT_ONCE}`)
    await lookAgain(
      db,
      rows.map(r => r.id),
      now,
    )
    looked += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return looked
    after = last.id
  }
}
/** 60-EW7: closed cases are erased after a year, signals once they count nothing and no case of that time can be replayed. */
export async function forget(db: Db): Promise<number> {
  const { keepDays } = await settingsOf(db)
  const cases = await db.removeWhere(warningCase, sql`t.closed_at < now() - make_interval(days => ${keepDays})`, { history: false })
  const signals = await db.removeWhere(warningSignal, sql`t.occurred_at < now() - make_interval(days => ${Math.max(keepDays, 365)})`, { history: false })
  const marks = await db.removeWhere(warningMark, sql`t.created_at < now() - make_interval(days => ${keepDays})`, { history: false })
  return cases.length + signals.length + marks.length
}
export default [
  scheduledJob('warning.all', '学生预警每日计算', '0 6 * * *', db => lookAtAll(db), { isWhole: false }),
  scheduledJob('warning.forget', '学生预警到期删除', '40 3 * * *', forget, {
    due: 'select from warning_case where tenant_id = $1 and closed_at is not null union all select from warning_signal where tenant_id = $1',
  }),
]
