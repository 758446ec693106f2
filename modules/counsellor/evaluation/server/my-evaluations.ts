import sql from 'sql-template-tag'
import { teacher } from '#modules/campus/model/people.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { markAnswered, mustTakePart } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { fdyEvalScheme } from '../model/scheme.ts'
import { answerEvaluation, fdyEvalTurnout, myEvaluations } from '../model/turnout.ts'

const MINE = 50
const mine = handle(myEvaluations, async ({ db, me }) => {
  const asked = await db.unscoped(fdyEvalTurnout).all({ studentId: ownStudentId(me) }, { sort: ['-createdAt'], limit: MINE }) // the caller's own
  const rounds = await db.unscoped(fdyEvalScheme).all({ id: asked.map(a => a.schemeId), state: ['published', 'paused', 'closed'] }) // that ask the caller
  const teachers = await db.cached(teacher)
  return asked
    .flatMap(({ schemeId, teacherId, usedOn }) => {
      const row = rounds.find(r => r.id === schemeId)
      if (!row) return []
      const { id, name, endTime } = row
      return [{ id, name, endTime, counsellor: teachers.get(teacherId)?.name ?? '', indicators: row.indicators ?? [], isOpen: isOpen(row), isAnswered: usedOn !== null }]
    })
    .sort((a, b) => Number(b.isOpen && !b.isAnswered) - Number(a.isOpen && !a.isAnswered) || b.endTime.localeCompare(a.endTime))
})
/** 50-CW7: turnout and answer are written in one transaction and share no value but the round and the counsellor. */
const answer = handle(answerEvaluation, async ({ db, me, refuse }, { id, scores }) => {
  const studentId = ownStudentId(me)
  const row = await db.unscoped(fdyEvalScheme).one(id) // whose audience is checked next
  await mustTakePart(db, fdyEvalScheme, row)
  if (scores.length !== row.indicators?.length) refuse('scores', { n: row.indicators?.length ?? 0 })
  // of two tabs one finds it unused; bookkeeping leaves neither moment nor author in the row
  const match = { schemeId: id, studentId, 'usedOn.isNull': true } as const
  const [taken] = await db.updateWhere(fdyEvalTurnout, match, { usedOn: today() }, { bookkeeping: true, returning: ['teacherId'] })
  if (!taken) throw refuse('answered')
  await db.query(
    sql`insert into fdy_eval_answer (tenant_id, scheme_id, teacher_id, scores) values (${db.me.tenantId}, ${id}, ${taken.teacherId}, ${JSON.stringify(scores)}::jsonb)`,
  )
  await markAnswered(db, fdyEvalScheme, row, [me.userId])
})
export default [mine, answer]
