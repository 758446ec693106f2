import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { type ExpectedPresence, expectedPresence } from '../../stays/server/api.ts'
import { nightLine } from '../model/night-line.ts'
import { type DormNights, dormNights } from './dorm-nights.ts'
import { gateNews } from './gate-events.ts'
import { signNews } from './sign-in-events.ts'
import { lockLines, settle } from './write.ts'

const AT_ONCE = 5000
/** Creates lines for all residents where a night has begun, once. */
async function addLines(db: Db, date: string, nights: DormNights, presence: Iterable<ExpectedPresence>): Promise<number> {
  const rows = [...presence].filter(p => p.expected !== 'notResident' && p.bedId && nights.has(p.dormId ?? ''))
  let made = 0
  for (let from = 0; from < rows.length; from += AT_ONCE) made += (await insertLines(db, date, rows.slice(from, from + AT_ONCE))).length
  return made
}
const insertLines = (db: Db, date: string, rows: readonly ExpectedPresence[]) =>
  db.insertFrom(
    nightLine,
    {
      nightDate: date,
      studentId: sql`s.id`,
      departmentId: sql`s.department_id`,
      classId: sql`s.class_id`,
      bedId: sql`b.id`,
      roomId: sql`b.room_id`,
      floorId: sql`b.floor_id`,
      dormId: sql`b.dorm_id`,
      expected: sql`x.expected`,
      source: sql`x.source`,
      reason: sql`nullif(x.note, '')`,
      result: sql`case when x.expected = 'expected' then 'pending' else 'excused' end`,
    },
    sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x("studentId" uuid, expected text, source text, note text, "bedId" uuid)
      join student s on s.tenant_id = ${db.me.tenantId} and s.id = x."studentId" join dorm_bed b on b.tenant_id = s.tenant_id and b.id = x."bedId"`,
    { skipExisting: true, history: false }, // a roster of the whole school every night
  )
/** Creates the roster of buildings whose night has begun, from expected presence only. */
export async function makeRoster(db: Db, date: string, dormIds: readonly string[]): Promise<number> {
  if (!dormIds.length) return 0
  const nights = await dormNights(db, date, dormIds)
  return addLines(db, date, nights, (await expectedPresence(db, date, { dormIds })).values())
}
/**
 * Re-evaluates expected presence in a running night: new residents are added, newly excused students are no longer missing, and those whose excuse is gone are
 * expected.
 */
export async function askAgain(db: Db, date: string, studentIds: readonly string[], now = Date.now()): Promise<number> {
  const nights = await dormNights(db, date)
  if (!nights.size || !studentIds.length) return 0
  const presence = await expectedPresence(db, date, { studentIds })
  await addLines(db, date, nights, presence.values())
  const lines = await lockLines(db, date, sql`l.student_id = any(${[...studentIds]}::uuid[])`)
  await settle(db, lines, line => ({ presence: presence.get(line.studentId) ?? { expected: 'notResident', source: 'stay', note: null, bedId: null } }), { now })
  return lines.length
}
/** Rechecks lines decided by missing evidence against gate, signatures and excuses. */
export async function lookAgain(db: Db, date: string, which: Sql, now = Date.now()): Promise<number> {
  const lines = await lockLines(db, date, which)
  const ids = lines.map(l => l.studentId)
  const [presence, gate, signs] = [await expectedPresence(db, date, { studentIds: ids }), await gateNews(db, date, lines, now), await signNews(db, date, lines)]
  await settle(
    db,
    lines,
    line => ({
      presence: presence.get(line.studentId) ?? { expected: 'notResident', source: 'stay', note: null, bedId: null },
      evidence: gate.get(line.studentId) ?? [],
      signs: signs.get(line.studentId) ?? [],
    }),
    { now },
  )
  return lines.length
}
