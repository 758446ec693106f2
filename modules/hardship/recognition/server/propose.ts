import { mustAllow, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { levelNames, levelOrder } from '../../levels/server/api.ts'
import { acceptGroups, confirmJumps, proposeLevel } from '../model/actions.ts'
import { aidBatch } from '../model/batch.ts'
import { specialGroup } from '../model/dictionaries.ts'
import { aidRecognition } from '../model/recognition.ts'
import { rankOf, suggestedLevel } from '../model/scoring.ts'
import { type Batch, groupsOf, modelOf, type Recognition, scoreAgain } from './scores.ts'

/** Nobody changes what is confirmed; whoever comes too late is told by whom and when. The batch is locked, so that a confirmation and a proposal follow each other. */
export async function mustBeOpenBatch(db: Db, batchId: string): Promise<Batch> {
  const batch = await db.unscoped(aidBatch).lock(batchId) // of an application in the caller's scope
  if (!batch.confirmedAt) return batch
  const by = await accountNamer(db, [batch.confirmedById])
  throw refusalOf(aidBatch, 'confirmed', { name: batch.name, by: by(batch.confirmedById), at: schoolTimeText(batch.confirmedAt) })
}
/** 40-D3: a group on a list, or accepted, gives at least its floor. */
async function mustReachFloor(db: Db, batch: Batch, row: Recognition, level: string | null): Promise<void> {
  const [order, model] = await Promise.all([levelOrder(db), modelOf(db, batch)])
  const groups = groupsOf(row)
  const least = suggestedLevel(order, { thresholds: [], floors: model.floors }, 0, groups)
  if (rankOf(order, level) <= rankOf(order, least)) return
  const [nameOf, groupOf, who] = [await levelNames(db), await labelsOf(db, specialGroup), await studentOf(db, row.studentId)]
  const group = model.floors.find(f => f.level === least && groups.has(f.group))?.group ?? ''
  throw refusalOf(aidRecognition, 'below', { name: who?.name ?? '', group: { text: groupOf(group) }, level: nameOf(least) }, 'level')
}
const propose = handle(proposeLevel, async ({ db, me }, { id, level, reason }) => {
  const batch = await mustBeOpenBatch(db, (await db.visible(aidRecognition).one(id)).batchId)
  const row = await db.visible(aidRecognition).lock(id, 'propose')
  if (level && !batch.levels.includes(level)) throw refusalOf(aidRecognition, 'notUsed', { batch: batch.name, level: (await levelNames(db))(level) }, 'level')
  const isOther = (level ?? null) !== row.suggestedLevel
  if (isOther && !reason?.trim()) throw refusalOf(aidRecognition, 'reasonMissing', {}, 'reason')
  await mustReachFloor(db, batch, row, level ?? null)
  await db.update(aidRecognition, id, { proposedLevel: level ?? null, isProposed: true, adjustReason: reason ?? null, proposedById: me.userId, jumpConfirmedById: null })
})
const jumps = handle(confirmJumps, async ({ db, me }, { ids }) => {
  const rows = await db.visible(aidRecognition).lockAll(
    ids.flatMap(i => i ?? []),
    'propose',
  )
  await db.updateMany(
    aidRecognition,
    rows.map(({ id }) => ({ id, jumpConfirmedById: me.userId })),
  )
  return { done: rows.length }
})
const accept = handle(acceptGroups, async ({ db }, { id, groups }) => {
  const batch = await mustBeOpenBatch(db, (await db.visible(aidRecognition).one(id)).batchId)
  const row = await db.visible(aidRecognition).lock(id, 'acceptGroups')
  mustAllow(aidRecognition, row, 'acceptGroups')
  await scoreAgain(db, batch, [{ ...row, acceptedGroups: (groups ?? []).flatMap(g => g ?? []) }])
  return { suggestedLevel: (await db.visible(aidRecognition).one(id)).suggestedLevel }
})
export default [propose, jumps, accept]
