import sql from 'sql-template-tag'
import { compute } from '#server/context.ts'
import type { PresenceSource } from '../../stays/model/presence.ts'
import { nightLine } from '../model/night-line.ts'
import { mayKnowWhy } from './reason-permission.ts'

interface RecordRow {
  id: string
  studentNo: string | null
  source: PresenceSource | null
}
/** Student numbers, and for permitted readers the reason of an excuse. */
export default compute(nightLine, ['studentNo', 'why'], async ({ db, me }, rows) => {
  const known =
    await db.query<RecordRow>(sql`select l.id, s.student_no as "studentNo", l.source from night_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
    where l.tenant_id = ${me.tenantId} and l.id = any(${rows.map(r => r.id)}::uuid[])`)
  const byId = new Map(known.map(k => [k.id, k]))
  for (const row of rows) {
    row.studentNo = byId.get(row.id)?.studentNo ?? null
    row.why = mayKnowWhy(me) ? (byId.get(row.id)?.source ?? null) : null
  }
})
