import type { Db } from '#server/context.ts'
import { moment } from '#server/demo/days.ts'
import { attentionCase } from '../../attention/model/attention-case.ts'
import { attentionHandover } from '../model/handover.ts'

/** The case of level 4 has just got another counsellor. */
export async function demoHandovers(db: Db): Promise<void> {
  const [row] = await db.updateWhere(attentionCase, { level: '4', state: 'open' }, { state: 'handover' }, { returning: ['id', 'studentId'] })
  if (row) await db.insertMany(attentionHandover, [{ caseId: row.id, studentId: row.studentId, reason: 'counsellor', at: moment(-1, '09:30') }], { history: false })
}
