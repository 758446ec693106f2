import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { welcomeSides, welcomeSources } from '#server/extensions/welcome-steps.ts'
import type { Phase } from '../model/step.ts'
import { welcomeStepState } from '../model/step-state.ts'
import { arrive } from './arrive.ts'
import { follow, isStopped, lockMembers } from './move.ts'

/** 30-WS3: looks anew at the steps that a source settles for these students: what is settled is done, what is not any more is open again. What was waived stays. */
export async function look(db: Db, code: string, studentIds: readonly string[]): Promise<void> {
  const source = db.registered(welcomeSources).find(s => s.code === code)
  if (!source || !studentIds.length) return
  const steps = await db.query<{ batchId: string; code: string; phase: Phase }>(sql`select s.batch_id as "batchId", s.code, s.phase from welcome_step s
    join welcome_batch b on b.tenant_id = s.tenant_id and b.id = s.batch_id and b.state in ('published', 'paused', 'closed') where s.tenant_id = ${db.me.tenantId} and s.auto_source = ${code}`)
  const students = sql`select unnest(${[...studentIds]}::uuid[])`
  for (const { batchId, code: stepCode, phase } of steps) {
    await lockMembers(db, batchId, studentIds)
    const own = sql`t.batch_id = ${batchId} and t.step_code = ${stepCode} and t.student_id in (${students})`
    const now = source.settled(db, students, batchId)
    const done = await db.updateWhere(
      welcomeStepState,
      sql`${own} and t.state in ('locked', 'open', 'submitted', 'returned') and t.student_id in (${now}) and not ${isStopped}`,
      { state: 'done', at: new Date().toISOString(), by: null, channel: 'auto', remark: null },
      { history: false, returning: ['studentId', 'stepCode'] },
    )
    const open = await db.updateWhere(
      welcomeStepState,
      sql`${own} and t.state = 'done' and t.channel = 'auto' and t.student_id not in (${now})`,
      { state: 'open', at: null, channel: null },
      { history: false, returning: ['studentId', 'stepCode'] },
    )
    if (phase === 'site')
      await arrive(
        db,
        batchId,
        done.map(d => d.studentId),
        new Date().toISOString(),
      )
    await follow(db, batchId, [...done.map(m => ({ ...m, state: 'done' as const })), ...open.map(m => ({ ...m, state: 'open' as const }))])
  }
}
export default welcomeSides.make({ look })
