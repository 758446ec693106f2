import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { phaseOf, roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { publishNotice } from '#modules/workflow/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { firstOf, firstPeople } from '#server/i18n/wording.ts'
import { levelNames, levelOrder } from '../../levels/server/api.ts'
import { confirmLevels } from '../model/actions.ts'
import { aidBatch } from '../model/batch.ts'
import type { Threshold } from '../model/index-model.ts'
import { aidRecognition } from '../model/recognition.ts'
import { stepsBetween } from '../model/scoring.ts'
import { classReviews } from './class-reviews.ts'
import { effectRows } from './effect.ts'
import { tellNotRecognised } from './notify.ts'
import { type Batch, modelOf, type Recognition } from './scores.ts'
import { checkLines, given, levelBy } from './simulate.ts'

const MOST_NAMED = 5
/** Nothing may be open: the batch is over, every application decided and reviewed, and each jump confirmed by the college. */
async function mustBeReady(db: Db, batch: Batch, rows: readonly Recognition[], levels: ReadonlyMap<string, string | null>): Promise<void> {
  const { name } = batch
  const phase = phaseOf(batch)
  if (phase !== 'closed') throw refusalOf(aidBatch, 'stillOpen', { name, phase: roundPhases.labels[phase] })
  const waiting = await db.unscoped(aidRecognition).count({ batchId: batch.id, state: ['pending', 'returned'] }) // of the whole batch
  if (waiting) throw refusalOf(aidBatch, 'waiting', { count: waiting })
  if (!rows.length) throw refusalOf(aidBatch, 'nobody', { name })
  await mustBeReviewed(db, batch)
  const order = await levelOrder(db)
  const jumps = rows.filter(r => r.isProposed && !r.jumpConfirmedById && stepsBetween(order, r.suggestedLevel, levels.get(r.id) ?? null) > 1)
  if (!jumps.length) return
  const people = await studentsOf(
    db,
    jumps.map(r => r.studentId),
  )
  const names = jumps.map(r => people.get(r.studentId)?.name ?? '')
  throw refusalOf(aidBatch, 'jumps', { count: jumps.length, names: firstPeople(names, MOST_NAMED) })
}
/** Each application has a result of its class review, except in classes where the college did without one. */
async function mustBeReviewed(db: Db, batch: Batch): Promise<void> {
  const { reviewWeight } = await modelOf(db, batch)
  if (!reviewWeight) return
  const open = (await classReviews.of(db)?.unreviewed(db, batch)) ?? []
  if (!open.length) return
  const classes = firstOf(
    open.map(o => o.name),
    MOST_NAMED,
  )
  throw refusalOf(aidBatch, 'unreviewed', { count: open.reduce((sum, o) => sum + o.count, 0), classes })
}
/** 40-D9: at most name, class and level. */
async function publicise(db: Db, batch: Batch, rows: readonly Recognition[], levels: ReadonlyMap<string, string | null>): Promise<string | null> {
  if (!rows.length) return null
  const nameOf = await levelNames(db)
  const columns = (batch.noticeColumns ?? []).flatMap(c => c ?? [])
  const lines = rows.map(({ id, studentId }) => ({ bizId: id, studentId, values: { level: nameOf(levels.get(id) ?? null).text } }))
  const notice = await publishNotice(
    { db },
    { round: batch, roundOf: aidBatch, of: aidRecognition, level: batch.noticeLevel ?? 'college', columns: columns.length ? columns : ['name', 'className', 'level'], lines },
  )
  return notice.endAt
}
async function decide(db: Db, rows: readonly Recognition[], levels: ReadonlyMap<string, string | null>): Promise<void> {
  const decidedAt = new Date().toISOString()
  await db.updateMany(
    aidRecognition,
    rows.map(({ id }) => {
      const level = levels.get(id) ?? null
      return { id, level, decidedAt, state: level ? ('publicised' as const) : ('rejected' as const), isBelow: !level }
    }),
  )
}
async function levelsBy(db: Db, batch: Batch, lines: readonly Threshold[], rows: readonly Recognition[]) {
  const [order, model] = await Promise.all([levelOrder(db), modelOf(db, batch)])
  checkLines(order, batch, lines)
  return new Map(rows.map(row => [row.id, levelBy(order, model, lines.length ? lines : model.thresholds, row)]))
}
export default handle(confirmLevels, async ({ db, me }, { id, thresholds }) => {
  const batch = await db.visible(aidBatch).lock(id)
  if (batch.confirmedAt) {
    const by = await accountNamer(db, [batch.confirmedById])
    throw refusalOf(aidBatch, 'confirmed', { name: batch.name, by: by(batch.confirmedById), at: schoolTimeText(batch.confirmedAt) })
  }
  const rows = await db.unscoped(aidRecognition).all({ batchId: id, state: 'approved' }) // of the whole batch
  const lines = given(thresholds)
  const levels = await levelsBy(db, batch, lines, rows)
  await mustBeReady(db, batch, rows, levels)
  await decide(db, rows, levels)
  const [recognised, below] = [rows.filter(r => levels.get(r.id)), rows.filter(r => !levels.get(r.id))]
  const confirmed = { confirmedAt: new Date().toISOString(), confirmedById: me.userId, thresholds: lines.length ? lines : null }
  const after = await db.update(aidBatch, id, { ...confirmed, stage: 'publicised' })
  await tellNotRecognised(db, after, below)
  const isCounted = batch.noticeShows === 'count'
  const endAt = isCounted ? null : await publicise(db, after, recognised, levels)
  if (!endAt) await effectRows(db, after, await db.unscoped(aidRecognition).all({ id: recognised.map(r => r.id) })) // just confirmed
  return { recognised: recognised.length, below: below.length, endAt }
})
