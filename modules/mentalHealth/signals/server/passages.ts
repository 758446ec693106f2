import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { nightAt } from '#modules/dormitory/places/model/night.ts'
import { expectedPresence, lastPassages, recordingDorms } from '#modules/dormitory/server/api.ts'
import type { Db } from '#server/context.ts'
import { settingsOf } from './settings.ts'
import { takeFacts } from './take-facts.ts'

/**
 * Of students in a begun case: the last record is an entry and there has been none for so many hours, where the doors record both ways and none is silent. The same is told of others after
 * a longer time (20-DA5); that the time is shorter for somebody is known here only.
 */
export async function judgePassages(db: Db, now = Date.now()): Promise<number> {
  const { noPassageHours } = await settingsOf(db)
  const cases = await db.query<{ studentId: string }>(
    sql`select student_id as "studentId" from attention_case where tenant_id = ${db.me.tenantId} and opened_at is not null and state <> 'closed' order by 1`,
  )
  if (!cases.length) return 0
  const at = new Date(now).toISOString()
  const people = await expectedPresence(db, nightAt(at), { studentIds: cases.map(c => c.studentId) })
  const dorms = await recordingDorms(db, now)
  const there = [...people.values()].filter(p => p.expected === 'expected' && p.dormId && dorms.has(p.dormId))
  const last = await lastPassages(
    db,
    at,
    there.map(p => p.studentId),
  )
  const facts = last.flatMap(({ studentId, direction, at: since }) => {
    const hours = Math.floor((now - Date.parse(since)) / HOUR_MS)
    return direction === 'in' && hours >= noPassageHours ? [{ studentId, signal: 'noPassage', occurredAt: at, value: hours, sourceId: since }] : []
  })
  return takeFacts(db, facts)
}
