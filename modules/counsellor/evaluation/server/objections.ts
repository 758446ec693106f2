import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { type EvalResult, fdyEvalResult } from '../model/result.ts'
import { answerResultObjection, myResults, objectResult } from '../model/result-actions.ts'
import { fdyEvalScheme, type PartKind } from '../model/scheme.ts'
import { marksOf, partsOf } from './marks.ts'
import { nameOf, resultTodos, tellAnswer } from './notify-results.ts'
import { heldOf, ownResult } from './scoring.ts'

const isOver = ({ noticeUntil }: Pick<EvalResult, 'noticeUntil'>): boolean => !noticeUntil || Date.parse(noticeUntil) <= Date.now()
const SHOWN: readonly string[] = ['publicised', 'final']
const MINE = 50
const mine = handle(myResults, async ({ db, me }) => {
  if (!me.teacherId) return []
  const own = await db.unscoped(fdyEvalResult).all({ teacherId: me.teacherId }, { sort: ['-createdAt'], limit: MINE }) // the caller's own
  const schemes = new Map((await db.unscoped(fdyEvalScheme).all({ id: own.map(r => r.schemeId), state: ['published', 'paused', 'closed', 'archived'] })).map(s => [s.id, s])) // of them
  return own.flatMap(row => {
    const scheme = schemes.get(row.schemeId)
    if (!scheme) return []
    const { name, stage, periodFrom, periodTo } = scheme
    const isShown = SHOWN.includes(row.state)
    const marks = marksOf(row)
    const shown = isShown ? partsOf(scheme, row).flatMap(({ kind, weight }) => ({ part: kind as PartKind, weight, mark: marks[kind] ?? 0 })) : []
    const { id, state, selfMark, total, grade, noticeUntil, objection, objectionState, objectionAnswer } = row
    return [
      {
        ...{ id, name, stage, state, selfMark, periodFrom, periodTo, marks: shown, objection, objectionState, objectionAnswer },
        asksSelf: state === 'open' && stage !== 'locked' && partsOf(scheme, row).some(p => p.kind === 'self'),
        ...(isShown ? { total, grade, noticeUntil } : { total: null, grade: null, noticeUntil: null }),
        canObject: state === 'publicised' && objectionState === null && !isOver(row),
      },
    ]
  })
})
const object = handle(objectResult, async (ctx, { id, grounds }) => {
  const { db, refuse } = ctx
  const { row } = await heldOf(db, await ownResult(ctx, id), 'object')
  if (isOver(row)) refuse('noticeOver', { until: schoolTimeText(row.noticeUntil ?? '') })
  if (row.objectionState) refuse('once')
  const after = await db.update(fdyEvalResult, id, { objection: grounds, objectionState: 'open', objectionAnswer: null })
  await resultTodos.open(db, 'answer', [{ row: after, to: await officersOf(db), more: { counsellor: await nameOf(db, row), grounds } }])
})
/** Upheld, the result goes back to its college and on notice again; dismissed, it holds once its notice is over. */
const answer = handle(answerResultObjection, async ({ db, refuse }, { id, ruling, answer: words }) => {
  const found = await db.visible(fdyEvalResult).one(id)
  await db.unscoped(fdyEvalScheme).lock(found.schemeId) // before its results, as everywhere
  const row = await db.visible(fdyEvalResult).lock(id)
  if (row.objectionState !== 'open') refuse('noObjection')
  const after = await db.update(fdyEvalResult, id, {
    ...{ objectionState: ruling, objectionAnswer: words },
    ...(ruling === 'upheld' ? { state: 'open' as const, noticeUntil: null, gradeReason: null } : {}),
  })
  await resultTodos.follow(db, [after])
  await tellAnswer(db, after, ruling, words)
})
/** Results whose notice is over hold, those with an open objection once it is answered; with the last of them the round is closed for good. */
export const finishResults = whenDue(fdyEvalResult, {
  when: `t.state = 'publicised' and t.objection_state is distinct from 'open'`,
  at: 'noticeUntil',
  set: { state: 'final' },
  act: (db, rows) => lockDone(db, [...new Set(rows.map(r => r.schemeId))]),
})
async function lockDone(db: Db, schemeIds: readonly string[]): Promise<void> {
  await db.updateWhere(
    fdyEvalScheme,
    sql`t.id = any(${[...schemeIds]}::uuid[]) and t.stage = 'publicised'
      and not exists (select from fdy_eval_result r where r.tenant_id = t.tenant_id and r.scheme_id = t.id and r.state <> 'final')`,
    { stage: 'locked' },
  )
}
export default [mine, object, answer, deadlines('counsellor.results', '辅导员考核公示到期', '*/10 * * * *', [finishResults])]
