import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { PRESENT } from '../model/sign-line.ts'

export const NIGHT_SIGNED = 'signIn.nightSigned'
/** `signIn.nightSigned`: a signature on a night task was given or withdrawn. Listeners call `nightSigns` for the current ones. */
export async function tellNights(db: Db, lineIds: readonly string[]): Promise<void> {
  const rows = await db.query<{ studentId: string; signedAt: string }>(sql`select l.student_id as "studentId", l.signed_at as "signedAt" from sign_line l
      join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id
    where l.tenant_id = ${db.me.tenantId} and l.id = any(${[...lineIds]}::uuid[]) and t.kind = 'dorm' and l.signed_at is not null`)
  await db.emitMany(
    NIGHT_SIGNED,
    rows.map(({ studentId, signedAt }) => ({ studentId, signedAt })),
  )
}
export interface NightSign {
  lineId: string
  studentId: string
  signedAt: string
  /** Name of the task. */
  name: string
  /** Who signed for the student, if not the student. */
  by: string | null
}
/** Current signatures of students on night tasks in a half-open interval. The caller has checked access to the students. */
export const nightSigns = (db: Db, { from, to, studentIds }: { from: string; to: string; studentIds: readonly string[] }): Promise<NightSign[]> =>
  db.query<NightSign>(sql`select l.id as "lineId", l.student_id as "studentId", l.signed_at as "signedAt", t.name, case when l.way = 'staff' then l.changed_by end as by from sign_line l
      join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id
    where l.tenant_id = ${db.me.tenantId} and l.student_id = any(${[...studentIds]}::uuid[]) and t.kind = 'dorm' and l.state = any(${[...PRESENT]}::text[])
      and l.date between (${from}::timestamptz at time zone 'Asia/Shanghai')::date - 1 and (${to}::timestamptz at time zone 'Asia/Shanghai')::date
      and l.signed_at >= ${from} and l.signed_at < ${to} order by l.signed_at, l.id`)
