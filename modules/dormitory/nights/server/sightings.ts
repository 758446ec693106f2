import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { NightWay, Says } from '../model/evidence.ts'

/** What somebody saw or reported of a student in a night. */
export interface NightSighting {
  studentId: string
  dormId: string
  way: Exclude<NightWay, 'gate'>
  says: Says
  at: string
}
/** The last observation of each kind in the nights since a date, for students of whom there is any; gate records are asked of the doors. */
export const nightSightings = (db: Db, since: string, now: string, studentIds: readonly string[]): Promise<NightSighting[]> =>
  db.query<NightSighting>(sql`select distinct on (l.student_id, e.way) l.student_id as "studentId", l.dorm_id as "dormId", e.way, e.says, e.at
    from night_line l cross join lateral jsonb_to_recordset(coalesce(l.evidence, '[]')) e(way text, says text, at timestamptz)
    where l.tenant_id = ${db.me.tenantId} and l.student_id = any(${[...studentIds]}::uuid[]) and l.night_date >= ${since}::date and e.way <> 'gate' and e.at <= ${now}
    order by l.student_id, e.way, e.at desc`)
