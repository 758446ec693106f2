import sql, { type Sql } from 'sql-template-tag'
import { student } from '#modules/student/model/student.ts'
import { roundAccounts } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { claimRound } from '../model/round.ts'
import type { WaveGroup } from '../model/waves.ts'
import type { Round } from './facts.ts'

/** Audience of a round, as rows of `student`; `isScoped`: within the reader's scope only. */
export async function studentsFor(db: Db, round: Round, isScoped: boolean): Promise<Sql> {
  const all = isScoped ? db.visibleFor(student, 'student:student:list').rows() : sql`(select * from student where tenant_id = ${db.me.tenantId} and deleted_at is null)`
  return sql`(select s.* from ${all} s where s.id in (select a.student_id from ${await roundAccounts(db, claimRound, round)} a where a.student_id is not null))`
}
/** Condition on students `s`: have an open lasting bed on the round's move-in day. */
export const hasBed = (
  db: Db,
  round: Round,
  also: Sql = sql`true`,
): Sql => sql`exists (select 1 from dorm_stay y where y.tenant_id = ${db.me.tenantId} and y.student_id = s.id and y.is_open and y.kind = 'main'
  and (y.state <> 'held' or y.hold_until > now()) and y.period && daterange(${round.moveIn}::date, null) and ${also})`
/** Condition on students `s` in a wave: the SQL version of `isOfWave`. */
export const ofGroup = ({ departmentIds, classIds, grades, genderCode }: WaveGroup): Sql =>
  sql`(${departmentIds ?? null}::uuid[] is null or s.department_id = any(${departmentIds ?? null}::uuid[])) and (${classIds ?? null}::uuid[] is null or s.class_id = any(${classIds ?? null}::uuid[]))
    and (${grades ?? null}::int[] is null or s.grade = any(${grades ?? null}::int[])) and (${genderCode ?? null}::text is null or s.gender_code = ${genderCode ?? null})`
