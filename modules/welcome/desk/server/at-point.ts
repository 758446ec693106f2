import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { roundStates } from '#modules/workflow/rounds/model/round.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import type { Ctx } from '#server/context.ts'
import { welcomeBatch } from '../../steps/model/batch.ts'
import { welcomePoint } from '../../steps/model/point.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import type { Batch } from '../../steps/server/api.ts'
import { welcomeScan } from '../model/scan.ts'
import { type Read, readCode } from './codes.ts'

export type Point = Row<typeof welcomePoint>
/** How far back a scan without a network may lie. */
const HOURS = 24
const HOUR_MS = 3_600_000
interface Who {
  pointId: string
  code?: string | null
  name?: string | null
  last4?: string | null
}
/** 30-WS5: the point, where the caller works and that is open, of a running batch. */
export async function pointOf({ db, me }: Ctx, pointId: string): Promise<{ point: Point; batch: Batch }> {
  const point = await db.unscoped(welcomePoint).one(pointId) // its staff are named in it, which is checked next
  if (!point.staff.includes(me.userId)) throw refusalOf(welcomeScan, 'notStaff', { point: point.name })
  if (!point.isOpen) throw refusalOf(welcomeScan, 'pointClosed', { point: point.name })
  const batch = await db.unscoped(welcomeBatch).one(point.batchId) // as above
  if (batch.state !== 'published') throw refusalOf(welcomeScan, 'batchOver', { batch: batch.name, state: { text: roundStates.labels[batch.state] } })
  return { point, batch }
}
/** Who stands at the point. */
export async function personAt(ctx: Ctx, batch: Batch, { pointId, code, name, last4 }: Who, offlineAt?: string | null): Promise<Read> {
  const { db } = ctx
  const at = offlineAt ? Date.parse(offlineAt) : Date.now()
  if (offlineAt && (at > Date.now() + HOUR_MS / 12 || at < Date.now() - HOURS * HOUR_MS)) throw refusalOf(welcomeScan, 'deviceTime', { at: offlineAt, hours: HOURS }, 'at')
  const read = code ? await readCode(db, code, { at, isLater: Boolean(offlineAt), pointId }) : await byName(ctx, batch, name ?? '', last4 ?? '')
  if (read.member.batchId !== batch.id) {
    const who = await studentOf(db, read.member.studentId)
    throw refusalOf(welcomeScan, 'otherBatch', { name: who?.name ?? '', batch: batch.name }, 'code')
  }
  return read
}
/** Without a code: name and last four characters of the document, which lies on the desk. */
async function byName({ db, me }: Ctx, batch: Batch, name: string, last4: string): Promise<Read> {
  countTriedNumbers(me, 1)
  const named = await db.query<{ id: string; studentId: string }>(sql`select m.id, m.student_id as "studentId" from welcome_member m
    join student s on s.tenant_id = m.tenant_id and s.id = m.student_id where m.tenant_id = ${db.me.tenantId} and m.batch_id = ${batch.id} and s.name = ${name.trim()}`)
  const people = named.length ? await db.unscoped(student).all({ id: named.map(n => n.studentId) }) : [] // members of the batch that is scanned at the point; numbers are stored encrypted
  const like = new Set(people.filter(p => last4.length === 4 && p.idNo.toUpperCase().endsWith(last4.toUpperCase())).map(p => p.id))
  const found = named.filter(n => like.has(n.studentId))
  const [one] = found
  if (!one) throw refusalOf(welcomeScan, 'nobody', { name, last4 }, 'name')
  if (found.length > 1) throw refusalOf(welcomeScan, 'several', { count: found.length }, 'name')
  return { member: await db.unscoped(welcomeMember).one(one.id), isForDay: true } // named by whoever works at the point
}
