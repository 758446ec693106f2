import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { subjectText } from '../../entry/model/dictionaries.ts'
import type { Seated } from '../model/arrange.ts'
import { examSeat } from '../model/seat.ts'
import { examSeating } from '../model/seating.ts'
import { examSession } from '../model/session.ts'
import type { Applicant } from './sitters.ts'

/** Each subject that somebody sits has a session. */
export async function checkSessions(db: Db, batchId: string, sitters: readonly Applicant[]): Promise<void> {
  const there = new Set((await db.unscoped(examSession).all({ batchId })).map(s => s.subject)) // of the batch in the caller's scope
  const lacking = new Map<string, number>()
  for (const { subjects } of sitters) for (const s of subjects) if (!there.has(s)) lacking.set(s, (lacking.get(s) ?? 0) + 1)
  const [first] = lacking
  if (first) throw refusalOf(examSeating, 'noSession', { subject: subjectText(first[0]), count: first[1] })
}
/** One row for each person and session. */
export async function write(db: Db, batchId: string, seated: readonly Seated[], subjects: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const places = JSON.stringify(seated.map(({ id, roomId, seatNo }) => ({ id, room: roomId, seat: seatNo, subjects: subjects.get(id) ?? [] })))
  const from = sql`jsonb_to_recordset(${places}::jsonb) p(id uuid, room uuid, seat int, subjects jsonb)
    join exam_session s on s.tenant_id = ${db.me.tenantId} and s.batch_id = ${batchId}::uuid and p.subjects ? s.subject`
  await db.insertFrom(examSeat, { batchId: sql`s.batch_id`, sessionId: sql`s.id`, roomId: sql`p.room`, seatNo: sql`p.seat`, applicationId: sql`p.id` }, from, { history: false })
}
