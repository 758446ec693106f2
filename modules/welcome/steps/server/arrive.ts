import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { welcomeMember } from '../model/step-state.ts'

/** 30-WS8: these people are here: the first step on site that is done says since when; the time never moves later. */
export async function arrive(db: Db, batchId: string, studentIds: readonly string[], at: string): Promise<void> {
  const here = await db.updateWhere(
    welcomeMember,
    sql`t.batch_id = ${batchId} and t.student_id = any(${[...studentIds]}::uuid[]) and (t.arrived_at is null or t.arrived_at > ${at}::timestamptz)`,
    { arrivedAt: at },
    { history: false, returning: ['studentId'] },
  )
  await db.emitMany(
    'welcome.arrived',
    here.map(({ studentId }) => ({ studentId, at })),
  )
}
/** The only step on site that was done has been undone: somebody else was meant. */
export async function leave(db: Db, batchId: string, studentId: string): Promise<void> {
  const gone = await db.updateWhere(
    welcomeMember,
    sql`t.batch_id = ${batchId} and t.student_id = ${studentId} and t.arrived_at is not null and not exists (select from welcome_step_state d
      join welcome_step s on s.tenant_id = d.tenant_id and s.batch_id = d.batch_id and s.code = d.step_code and s.phase = 'site'
      where d.tenant_id = t.tenant_id and d.batch_id = t.batch_id and d.student_id = t.student_id and d.state = 'done')`,
    { arrivedAt: null },
    { history: false },
  )
  if (gone.length) await db.emit('welcome.arrived', { studentId, at: null })
}
