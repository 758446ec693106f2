import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { TakenWay } from '../model/ways.ts'

export interface LastSign {
  studentId: string
  way: TakenWay
  at: string
  name: string
}
/** Who has signed on these dates, of tasks of the day. */
export const signersOf = async (db: Db, occurrenceIds: readonly string[]): Promise<string[]> =>
  (
    await db.query<{ id: string }>(sql`select distinct l.student_id as id from sign_line l
        join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id
      where l.tenant_id = ${db.me.tenantId} and l.occurrence_id = any(${[...occurrenceIds]}::uuid[]) and t.kind <> 'dorm' and l.signed_at is not null`)
  ).map(l => l.id)
/** The last signature of each student and way, since a day, on tasks of the day that have closed; those of the night belong to the nights. */
export const lastSigns = (db: Db, since: string, now: string, studentIds: readonly string[]): Promise<LastSign[]> =>
  db.query<LastSign>(sql`select distinct on (l.student_id, l.way) l.student_id as "studentId", l.way, l.signed_at as at, t.name from sign_line l
      join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id
    where l.tenant_id = ${db.me.tenantId} and l.student_id = any(${[...studentIds]}::uuid[]) and l.date >= ${since}::date and t.kind <> 'dorm' and o.state in ('closed', 'settled')
      and l.state in ('signed', 'late') and l.way is not null and l.signed_at <= ${now} order by l.student_id, l.way, l.signed_at desc`)
