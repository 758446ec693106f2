import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { warningSource } from '#server/extensions/warning-sources.ts'
import { ownCards } from '../model/actions.ts'
import { markStudent, warningMark } from '../model/warning-mark.ts'
import { lookAgain } from './score-set.ts'

const KEPT_DAYS = 30
/** 60-EW: the list shows the student at once. */
const mark = handle(markStudent, async ({ db, me, refuse }, { studentId, reason }) => {
  const who = await db.visibleFor(student, markStudent.permission).find({ id: studentId, hasRecord: true })
  if (!who) return refuse('unknown', {}, 'studentId')
  await db.tx(async tx => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`mark ${studentId} ${me.userId}`}, 0))`)
    const since = new Date(Date.now() - KEPT_DAYS * DAY_MS).toISOString()
    const [own] = await tx.query<{ at: string }>(
      sql`select created_at as at from warning_mark where tenant_id = ${me.tenantId} and student_id = ${studentId} and marked_by_id = ${me.userId} and created_at > ${since} limit 1`,
    )
    if (own) refuse('marked', { name: who.name, date: today(new Date(own.at)) }, 'studentId')
    await tx.insert(warningMark, { studentId, reason, markedById: me.userId })
    await lookAgain(tx, [studentId])
  })
})
interface Said {
  studentId: string
  name: string
  reason: string
  at: string
}
/** What the marks of these students say, the newest first. */
export async function marksOf(db: Db, studentIds: readonly string[]): Promise<Map<string, Said[]>> {
  const rows = await db.query<Said>(sql`select m.student_id as "studentId", u.nick_name as name, m.reason, m.created_at as at from warning_mark m
    join sys_user u on u.tenant_id = m.tenant_id and u.id = m.marked_by_id
    where m.tenant_id = ${db.me.tenantId} and m.student_id = any(${[...studentIds]}::uuid[]) and m.created_at > now() - make_interval(days => ${KEPT_DAYS}) order by m.created_at desc, m.id`)
  return Map.groupBy(rows, r => r.studentId)
}
const source = warningSource({
  ...{ code: 'warning.marked', title: '辅导员', permission: ownCards.permission },
  find: (db, students, from) => sql`select m.student_id as id, m.created_at as at, 1::float8 as value, m.id::text as "sourceId", '/student/profile?id=' || m.student_id as link
    from warning_mark m where m.tenant_id = ${db.me.tenantId} and m.created_at >= ${from}::date and m.student_id in (${students})`,
})
export default [mark, ...source]
