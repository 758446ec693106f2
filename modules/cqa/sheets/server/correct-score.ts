import sql from 'sql-template-tag'
import { studentNumbers } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { cqaScheme } from '../../schemes/model/scheme.ts'
import { indexesOf } from '../../schemes/server/api.ts'
import { correctScore } from '../model/actions.ts'
import { cqaCorrection } from '../model/correction.ts'
import { cqaItemScore } from '../model/item-score.ts'
import { cqaScore, cqaSheet } from '../model/sheet.ts'
import { calculate } from './calculate.ts'

/** Written as the college's score, the latest one, or into the list: what the result is made of. The scheme is locked before the sheet, as by the public notice. */
const correct = handle(correctScore, async ({ db, me, refuse }, { id, indexCode, score, reason }) => {
  const { schemeId, studentId } = await db.visible(cqaSheet).one(id)
  const scheme = await db.unscoped(cqaScheme).lock(schemeId) // of the sheet in scope
  await db.visible(cqaSheet).lock(id, 'correctScore')
  const index = (await indexesOf(db, schemeId)).find(i => i.code === indexCode)
  if (index?.kind !== 'scored' && index?.kind !== 'imported') return refuse('notGiven', { scheme: scheme.name, code: indexCode }, 'indexCode')
  const min = index.minScore ?? 0
  if (score < min || score > index.maxScore) refuse('range', { index: index.name, min, max: index.maxScore, score }, 'score')
  if (index.kind === 'scored')
    await db.upsert(cqaScore, ['sheetId', 'indexId', 'stage'], [{ sheetId: id, indexId: index.id, stage: 'college', score, reason, scorerId: me.userId }])
  else await db.upsert(cqaItemScore, ['schemeId', 'studentId', 'indexCode'], [{ schemeId, studentId, indexCode, score }])
  if (scheme.stage === 'scoring') await calculate(db, scheme, sql`and t.id = ${id}`)
})
export default [correct, ...studentNumbers(cqaCorrection)]
