import { refusalOf } from '#model'
import { ownStudentId } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { cqaScheme } from '../../schemes/model/scheme.ts'
import { indexesOf } from '../../schemes/server/api.ts'
import { cqaScore, cqaSheet } from '../../sheets/model/sheet.ts'
import { ownScores, selfScore, selfSubmit } from '../model/actions.ts'
import { indexFor, isScoredAt, mustBeNow, stateRefusal, writeScore } from './scoring.ts'

async function ownSheet(db: Db, studentId: string, schemeId: string) {
  const sheet = await db.unscoped(cqaSheet).find({ schemeId, studentId }) // the caller's own
  if (!sheet) throw refusalOf(cqaSheet, 'noScheme')
  return sheet
}
async function openSheet(db: Db, studentId: string, schemeId: string) {
  mustBeNow(await db.unscoped(cqaScheme).one(schemeId), 'self') // its windows
  const { id } = await ownSheet(db, studentId, schemeId)
  const sheet = await db.unscoped(cqaSheet).lock(id) // as above
  if (sheet.state !== 'open') throw await stateRefusal(db, sheet, '自评')
  return sheet
}
/** 50-CQ7: a score without the proof it needs is kept, counts 0, and the answer says so. */
const score = handle(selfScore, async ({ db, me }, { schemeId, indexId, proofs, ...given }) => {
  const sheet = await openSheet(db, ownStudentId(me), schemeId)
  const index = await indexFor(db, sheet, indexId, 'self', given.score)
  const row = await writeScore(db, sheet, indexId, 'self', given)
  const files = (proofs ?? []).flatMap(f => f ?? [])
  if (proofs) await attachFiles(db, cqaScore, row.id, { proofs: files })
  const { version } = proofs ? await db.update(cqaScore, row.id, { proofs: files }) : row
  const isBare = index.needsProof && !(proofs ? files : (row.proofs ?? [])).length
  return { version, note: isBare ? '没有附证明，这一项先计 0 分' : null }
})
const submit = handle(selfSubmit, async ({ db, me }, { schemeId }) => {
  const sheet = await openSheet(db, ownStudentId(me), schemeId)
  await db.update(cqaSheet, sheet.id, { state: 'selfDone', returnedReason: null })
})
const own = handle(ownScores, async ({ db, me }, { schemeId }) => {
  const sheet = await ownSheet(db, ownStudentId(me), schemeId)
  const scores = await db.unscoped(cqaScore).all({ sheetId: sheet.id, stage: 'self' }) // as above
  return (await indexesOf(db, schemeId))
    .filter(i => isScoredAt('self', i))
    .map(i => {
      const given = scores.find(g => g.indexId === i.id)
      return {
        indexId: i.id,
        score: given?.score ?? null,
        version: given?.version ?? null,
        min: i.minScore ?? 0,
        max: i.maxScore,
        needsProof: i.needsProof,
        proofs: given?.proofs ?? [],
      }
    })
})
export default [score, submit, own]
