import { mustAllow, refusalOf } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { backgroundTask, enqueueTask } from '#server/jobs/background-task.ts'
import { levelOrder } from '../../levels/server/api.ts'
import { compareScores, rescore } from '../model/actions.ts'
import { aidBatch } from '../model/batch.ts'
import { indexModel } from '../model/index-model.ts'
import { aidRecognition } from '../model/recognition.ts'
import { mustBeOpenBatch } from './propose.ts'
import { type IndexModel, listedGroups, modelOf, type Recognition, scoresOf, wholeModel } from './scores.ts'

const QUEUE = 'hardship.rescore'
const STATES = ['pending', 'returned', 'approved'] as const
const PAGE = 1000
const titleOf = ({ name, edition }: Pick<IndexModel, 'name' | 'edition'>): string => `${name} V${edition}`
const earlierOf = (model: IndexModel, { indexScore, finalScore, suggestedLevel }: Recognition) => ({
  model: titleOf(model),
  indexScore,
  finalScore,
  suggestedLevel,
  at: new Date().toISOString(),
})

/** 40-D1: scores a batch by a model, a page of rows in one statement, and keeps the scores before. Equal input gives equal scores, however often it runs. */
export async function scoreBatch(db: Db, batchId: string, before: IndexModel): Promise<number> {
  const batch = await db.unscoped(aidBatch).one(batchId) // its task
  const [order, model] = await Promise.all([levelOrder(db), modelOf(db, batch)])
  const rows = await db.unscoped(aidRecognition).all({ batchId, state: [...STATES] }, { sort: ['createdAt'] }) // of the whole batch
  for (let n = 0; n < rows.length; n += PAGE) {
    const page = rows.slice(n, n + PAGE)
    const listed = await listedGroups(
      db,
      page.map(r => r.studentId),
    )
    const scored = page.map(row => {
      const groups = listed.get(row.studentId) ?? []
      return { id: row.id, groups, earlier: earlierOf(before, row), ...scoresOf(order, model, { ...row, groups }) }
    })
    await db.updateMany(aidRecognition, scored, { history: false })
  }
  return rows.length
}
const start = handle(rescore, async ({ db }, { id, modelId }) => {
  await db.visible(aidBatch).one(id)
  const batch = await mustBeOpenBatch(db, id)
  mustAllow(aidBatch, batch, 'rescore')
  const count = await db.unscoped(aidRecognition).count({ batchId: id, state: [...STATES] }) // of the whole batch
  if (!count) throw refusalOf(rescore, 'nobody', { name: batch.name })
  if (modelId) await db.update(indexModel, modelId, { isFrozen: true })
  await db.update(aidBatch, id, { stage: 'scoring', ...(modelId ? { modelId } : {}) })
  await enqueueTask(db, QUEUE, id, { before: batch.modelId })
  return { count }
})
const back = (db: Db, id: string) => db.update(aidBatch, id, { stage: 'applying' })
const MOST_SHOWN = 500
const compare = handle(compareScores, async ({ db }, { id }) => {
  await db.visible(aidBatch).one(id)
  const rows = (await db.visibleFor(aidRecognition, 'hardship:aidRecognition:list').all({ batchId: id })).filter(r => r.earlier)
  const changed = rows.filter(r => r.earlier?.finalScore !== r.finalScore || r.earlier?.suggestedLevel !== r.suggestedLevel)
  const people = await studentsOf(
    db,
    changed.slice(0, MOST_SHOWN).map(r => r.studentId),
  )
  return {
    ...{ total: rows.length, changed: changed.length, levelChanged: rows.filter(r => r.earlier?.suggestedLevel !== r.suggestedLevel).length },
    rows: changed.slice(0, MOST_SHOWN).map(({ recognitionNo, studentId, earlier, indexScore, finalScore, suggestedLevel }) => ({
      ...{ recognitionNo, name: people.get(studentId)?.name ?? '', model: earlier?.model ?? '' },
      ...{ indexBefore: earlier?.indexScore ?? null, indexAfter: indexScore, finalBefore: earlier?.finalScore ?? null, finalAfter: finalScore },
      ...{ levelBefore: earlier?.suggestedLevel ?? null, levelAfter: suggestedLevel },
    })),
  }
})
export default [
  start,
  compare,
  backgroundTask<{ before: string }>(QUEUE, {
    atOnce: 1,
    async run(db, { id, payload }) {
      const before = wholeModel(await db.unscoped(indexModel).one(payload.before)) // the model that scored so far
      return async tx => {
        await scoreBatch(tx, id, before)
        await back(tx, id)
      }
    },
    failed: async (db, { id }) => void (await back(db, id)),
  }),
]
