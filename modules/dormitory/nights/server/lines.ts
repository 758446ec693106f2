import sql, { empty } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { nightHistories } from '../../access/server/api.ts'
import type { NightResult } from '../model/evidence.ts'

/** A student's night, for other modules. */
export interface NightOf {
  studentId: string
  nightDate: string
  dormId: string
  result: NightResult
  /** Time of the decisive evidence. */
  seenAt: string | null
}
const COLUMNS = sql`l.student_id as "studentId", l.night_date::text as "nightDate", l.dorm_id as "dormId", l.result, l.seen_at as "seenAt"`

/** Results of a night `YYYY-MM-DD`, of some students or all. The caller has checked access. */
export async function nightResults(db: Db, nightDate: string, studentIds?: readonly string[]): Promise<Map<string, NightOf>> {
  const rows = await db.query<NightOf>(sql`select ${COLUMNS} from night_line l where l.tenant_id = ${db.me.tenantId} and l.night_date = ${nightDate}::date
    ${studentIds ? sql`and l.student_id = any(${[...studentIds]}::uuid[])` : empty}`)
  return new Map(rows.map(r => [r.studentId, r]))
}
/** Late returns and nights out of students in a date range, inclusive, oldest first. */
export async function latesAndOuts(db: Db, studentIds: readonly string[], since: string, until = '9999-12-31'): Promise<Map<string, { lates: NightOf[]; outs: NightOf[] }>> {
  const rows = await db.query<NightOf>(sql`select ${COLUMNS} from night_line l where l.tenant_id = ${db.me.tenantId} and l.student_id = any(${[...studentIds]}::uuid[])
    and l.night_date between ${since}::date and ${until}::date and l.result in ('late', 'absent') order by l.night_date`)
  return new Map(
    [...Map.groupBy(rows, r => r.studentId)].map(([id, those]) => [id, { lates: those.filter(r => r.result === 'late'), outs: those.filter(r => r.result === 'absent') }]),
  )
}
export default nightHistories.make({
  async latesAndOuts(db, studentId, since) {
    return (await latesAndOuts(db, [studentId], since)).get(studentId) ?? { lates: [], outs: [] }
  },
})
