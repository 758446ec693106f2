import sql, { empty } from 'sql-template-tag'
import { refusalOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { accountNames } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { shiftAt } from '../model/shift.ts'
import { dutyLog, type dutyStates, type Incident, SHIFTS } from '../model/visitor.ts'
import { dutyLogs, handOver, noteIncident } from '../model/visitor-actions.ts'
import { openIncident } from './duty.ts'

const DAYS = 14
const LEAVES_OFF = 30
interface Stored {
  id: string
  dormId: string
  dormName: string
  dutyDate: string
  shift: keyof typeof SHIFTS
  state: keyof typeof dutyStates.labels
  handover: string | null
  dutyByName: string | null
  handedAt: string | null
  incidents: Incident[]
}
/** Names for the incidents of a page, in two statements. */
async function namesOf(db: Db, rows: readonly Stored[]): Promise<{ students: Map<string, string>; people: Map<string, string> }> {
  const all = rows.flatMap(r => r.incidents)
  const [students, people] = await Promise.all([
    db.query<{ id: string; name: string }>(
      sql`select id, name || coalesce(' ' || student_no, '') as name from student where tenant_id = ${db.me.tenantId} and id = any(${all.flatMap(i => i.studentIds)}::uuid[])`,
    ),
    accountNames(
      db,
      all.map(i => i.by),
    ),
  ])
  return { students: new Map(students.map(s => [s.id, s.name])), people }
}
const shifts = handle(dutyLogs, async ({ db }, { dormId, before }) => {
  const running = shiftAt(new Date().toISOString())
  const until = before ?? addDays(running.dutyDate, 1)
  const rows =
    await db.query<Stored>(sql`select l.id, l.dorm_id as "dormId", b.full_name as "dormName", l.duty_date::text as "dutyDate", l.shift, l.state, l.handover, u.nick_name as "dutyByName", l.handed_at as "handedAt", l.incidents
    from ${db.visible(dutyLog).rows()} l join dorm_building b on b.tenant_id = l.tenant_id and b.id = l.dorm_id left join sys_user u on u.tenant_id = l.tenant_id and u.id = l.duty_by
    where l.duty_date < ${until}::date and l.duty_date >= ${until}::date - ${DAYS}::int ${dormId ? sql`and l.dorm_id = ${dormId}` : empty} order by l.duty_date desc, l.shift desc, b.full_name`)
  const { students, people } = await namesOf(db, rows)
  const from = addDays(until, -DAYS)
  const older = await db.query(
    sql`select 1 from ${db.visible(dutyLog).rows()} l where l.duty_date < ${from}::date and l.duty_date >= ${from}::date - ${LEAVES_OFF}::int ${dormId ? sql`and l.dorm_id = ${dormId}` : empty} limit 1`,
  )
  return {
    running,
    next: older.length ? from : null,
    shifts: rows.map(r => ({
      ...r,
      incidents: r.incidents.map(i => ({ id: i.id, at: i.at, text: i.text, students: i.studentIds.map(s => students.get(s) ?? '—'), by: people.get(i.by ?? '') ?? null })),
    })),
  }
})
const note = handle(noteIncident, async ({ db, refuse }, { dormId, text, studentNos }) => {
  const dorm = await db.visibleFor(dormBuilding, noteIncident.permission).one(dormId)
  const wanted = [...new Set(studentNos?.flatMap(n => n ?? []) ?? [])]
  const found = await db.query<{ id: string; no: string }>(
    sql`select id, student_no as no from student where tenant_id = ${db.me.tenantId} and deleted_at is null and student_no = any(${wanted}::text[])`,
  )
  const unknown = wanted.find(no => !found.some(f => f.no === no))
  if (unknown) refuse('unknownStudent', { studentNo: unknown }, 'studentNos')
  await openIncident(db, { dormId: dorm.id, text, studentIds: found.map(f => f.id) })
})
/** A shift without entries can be handed over as well: "nothing happened" is recorded. */
const handed = handle(handOver, async ({ db, me, lang, refuse }, { dormId, dutyDate, shift, handover }) => {
  const dorm = await db.visibleFor(dormBuilding, handOver.permission).one(dormId)
  const running = shiftAt(new Date().toISOString())
  const words = { dorm: dorm.fullName, date: dutyDate, shift: translate(lang, SHIFTS[shift]) }
  if (dutyDate > running.dutyDate || (dutyDate === running.dutyDate && shift === 'night' && running.shift === 'day')) refuse('notBegun', words)
  const id = await db.getOrCreateId(dutyLog, ['dormId', 'dutyDate', 'shift'], { dormId, dutyDate, shift })
  const row = await db.unscoped(dutyLog).lock(id) // the building is in the caller's scope
  if (row.state === 'handedOver') throw refusalOf(dutyLog, 'handedOver', words)
  await db.update(dutyLog, id, { handover, state: 'handedOver', dutyBy: me.userId, handedAt: new Date().toISOString() })
})
export default [shifts, note, handed]
