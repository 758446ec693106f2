import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { handle } from '#server/context.ts'
import { backgroundTask, cancelTask, enqueueTask } from '#server/jobs/background-task.ts'
import { cqaScheme, schemeStages } from '../../schemes/model/scheme.ts'
import { calculateSheets, cancelCalculation } from '../model/actions.ts'
import { cqaSheet } from '../model/sheet.ts'
import { calculate } from './calculate.ts'

export const CALCULATION = 'cqa.calculation'
const start = handle(calculateSheets, async ({ db, refuse }, { schemeId, classId }) => {
  const scheme = await db.visibleFor(cqaScheme, 'cqa:cqaScheme:list').lock(schemeId)
  if (!scheme.publishedAt) refuse('draft', { scheme: scheme.name })
  if (scheme.stage !== 'scoring') throw refusalOf(cqaSheet, 'locked', { scheme: scheme.name, stage: { text: schemeStages.labels[scheme.stage] } })
  if (scheme.calculatingSince) refuse('running', { scheme: scheme.name, since: schoolTimeText(scheme.calculatingSince) })
  if (classId) {
    await db.visible(stuClass).one(classId)
    return { changed: await calculate(db, scheme, sql`and t.class_id = ${classId}`), isQueued: false }
  }
  await db.update(cqaScheme, schemeId, { calculatingSince: new Date().toISOString() })
  await enqueueTask(db, CALCULATION, schemeId, {})
  return { changed: null, isQueued: true }
})
const cancel = handle(cancelCalculation, async ({ db }, { schemeId }) => {
  await db.visibleFor(cqaScheme, 'cqa:cqaScheme:list').lock(schemeId)
  await cancelTask(db, schemeId)
  await db.update(cqaScheme, schemeId, { calculatingSince: null })
})
const job = backgroundTask<object>(CALCULATION, {
  atOnce: 1,
  run:
    async (_db, { id }) =>
    async tx => {
      const scheme = await tx.unscoped(cqaScheme).lock(id) // its task
      if (scheme.stage === 'scoring') await calculate(tx, scheme)
      await tx.update(cqaScheme, id, { calculatingSince: null, calculatedAt: new Date().toISOString() })
    },
  failed: async (db, { id }) => void (await db.updateWhere(cqaScheme, { id }, { calculatingSince: null })),
})
export default [start, cancel, job]
