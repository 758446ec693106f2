import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { ownStudentId, studentsOf } from '#modules/student/server/api.ts'
import { isOpen, phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { markAnswered, mustTakePart } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { orgEvalResult, orgEvalTurnout, orgEvaluation } from '../model/evaluation.ts'
import { answerOrgEvaluation, myOrgEvaluations, reportOnPost } from '../model/evaluation-actions.ts'
import { studentOrg } from '../model/org.ts'
import { orgPost } from '../model/post.ts'

const MINE = 50
const mine = handle(myOrgEvaluations, async ({ db, me }) => {
  const self = ownStudentId(me)
  const asked = await db.unscoped(orgEvalTurnout).all({ studentId: self }, { sort: ['-createdAt'], limit: MINE }) // the caller's own
  const own = await db.unscoped(orgEvalResult).all({ studentId: self }, { sort: ['-createdAt'], limit: MINE }) // as above
  const ids = [...new Set([...asked, ...own].map(a => a.evaluationId))]
  const rounds = await db.unscoped(orgEvaluation).all({ id: ids, state: ['published', 'paused', 'closed', 'archived'] }) // that ask the caller
  const results = await db.unscoped(orgEvalResult).all({ evaluationId: rounds.map(r => r.id) }, { sort: ['id'] }) // as above
  const orgs = new Map((await db.unscoped(studentOrg).all({ id: rounds.map(r => r.orgId) })).map(o => [o.id, o.name])) // as above
  const posts = new Map((await db.unscoped(orgPost).all({ id: [...new Set(results.map(r => r.postId))] })).map(p => [p.id, p.name])) // as above
  const people = await studentsOf(
    db,
    results.map(r => r.studentId),
  )
  return rounds
    .map(row => {
      const turnout = asked.find(a => a.evaluationId === row.id)
      return {
        ...{ id: row.id, name: row.name, org: orgs.get(row.orgId) ?? '', endTime: row.endTime, isOpen: isOpen(row) },
        ...{ isAsked: turnout !== undefined, isAnswered: turnout?.usedOn != null },
        people: results
          .filter(r => r.evaluationId === row.id)
          .map(({ id, studentId, postId, report, state, grade, total }) => {
            const [isMine, isKnown] = [studentId === self, studentId === self && state === 'final']
            return { id, name: people.get(studentId)?.name ?? '', post: posts.get(postId) ?? '', report, isMine, grade: isKnown ? grade : null, total: isKnown ? total : null }
          }),
      }
    })
    .toSorted((a, b) => Number(b.isOpen && b.isAsked && !b.isAnswered) - Number(a.isOpen && a.isAsked && !a.isAnswered) || b.endTime.localeCompare(a.endTime))
})
/** 60-OG8: everybody but the judge is judged, in one go. Mark and answers are written in one transaction and share no value but the evaluation. */
const answer = handle(answerOrgEvaluation, async ({ db, me, refuse }, { id, marks }) => {
  const studentId = ownStudentId(me)
  const row = await db.unscoped(orgEvaluation).one(id) // whose audience is checked next
  await mustTakePart(db, orgEvaluation, row)
  const judged = (await db.unscoped(orgEvalResult).all({ evaluationId: id })).filter(r => r.studentId !== studentId) // of an evaluation that asks the caller
  const given = new Map(marks.flatMap(m => (m ? [[m.resultId, m.mark] as const] : [])))
  if (given.size !== marks.length || given.size !== judged.length || judged.some(r => !given.has(r.id))) refuse('marks', { n: judged.length }, 'marks')
  // of two devices one finds it unused; bookkeeping leaves neither moment nor author in the row
  const match = { evaluationId: id, studentId, 'usedOn.isNull': true } as const
  const [taken] = await db.updateWhere(orgEvalTurnout, match, { usedOn: today() }, { bookkeeping: true, returning: ['isColleague'] })
  if (!taken) throw refuse('answered')
  await db.query(sql`insert into org_eval_answer (tenant_id, evaluation_id, result_id, is_colleague, mark)
    select ${db.me.tenantId}, ${id}, x.id, ${taken.isColleague}, x.mark from unnest(${[...given.keys()]}::uuid[], ${[...given.values()]}::int[]) as x(id, mark) order by random()`)
  await markAnswered(db, orgEvaluation, row, [me.userId])
})
/** A holder reports while the evaluation runs, so that whoever judges later reads it. */
const report = handle(reportOnPost, async ({ db, me }, { id, report: said }) => {
  const { studentId } = await db.unscoped(orgEvalResult).one(id) // whose it is, is asked next
  if (studentId !== ownStudentId(me)) throw notFound()
  const row = await db.unscoped(orgEvalResult).lock(id, 'report') // the caller's own
  const evaluation = await db.unscoped(orgEvaluation).one(row.evaluationId) // of the caller's own post
  if (!['upcoming', 'open'].includes(phaseOf(evaluation))) throw refusalOf(orgEvalResult, 'closed', { name: evaluation.name })
  await db.update(orgEvalResult, id, { report: said })
})
export default [mine, answer, report]
