import { type Phrase, refusalOf } from '#model'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { verifyId } from '../model/actions.ts'
import { type Check, idVerification, type VerifyResult, verifyResults } from '../model/verification.ts'
import { likeness } from './face-comparer.ts'
import { follow } from './follow.ts'
import { admissionPhotoOf, consentOf, picturesOf, takenPicture } from './pictures.ts'
import { verifyPoint } from './read.ts'
import { openReading, type Reading, rollMark } from './reading.ts'
import { settingsOf } from './settings.ts'

export const label = (result: VerifyResult): Phrase => ({ text: verifyResults.labels[result] })
/** How much the face at the desk is like those of card and roll; undefined where no service says so. */
async function scoreOf(db: Db, { photo }: Reading, studentId: string, livePhoto: string): Promise<number | undefined> {
  const live = await takenPicture(db, livePhoto)
  return likeness(db, live, await picturesOf(db, [photo, await admissionPhotoOf(db, studentId)]))
}
const methodOf = ({ device }: Reading, score: number | undefined) => (score !== undefined ? 'face' : device ? 'reader' : 'manual') as 'face' | 'reader' | 'manual'

/** What the first desk has found about a person, for another one. */
async function doneBefore(db: Db, batchId: string, studentId: string, name: string) {
  const [done] = await db.unscoped(idVerification).all({ batchId, studentId }) // of the person at the point
  if (!done) return undefined
  const by = await accountNamer(db, [done.second ?? done.verifier])
  return { isRepeat: true, name, result: done.result, faults: done.faults ?? [], by: by(done.second ?? done.verifier), at: done.secondAt ?? done.at }
}
/** 30-WV1: nobody passes whose document does not agree with the roll, or whose face the service does not take for theirs: that is a doubt. The first desk to verify a person is the one that has. */
export default handle(verifyId, async (ctx, { reading: given, result: wanted, reason, livePhoto }) => {
  const { db, me } = ctx
  const reading = openReading(db, given)
  const { batch } = await verifyPoint(ctx, reading.pointId)
  const { studentId } = await db.unscoped(welcomeMember).one(reading.memberId) // whose document the caller has read
  const consent = await consentOf(db, studentId)
  const roll = await db.unscoped(admittedStudent).one(studentId) // as above
  if (livePhoto && !consent.face) throw refusalOf(idVerification, 'noConsent', { name: roll.name }, 'livePhoto')
  if (wanted !== 'pass' && !reason) throw refusalOf(idVerification, 'reasonMissing', { result: label(wanted) }, 'reason')
  // the service takes seconds: it is asked outside a transaction, and only where the answer is needed
  const before = await doneBefore(db, batch.id, studentId, roll.name)
  if (before) return before
  const score = livePhoto ? await scoreOf(db, reading, studentId, livePhoto) : undefined
  const { 'face.pass': least } = await settingsOf(db)
  const faults: Check[] = [...reading.faults, ...(score !== undefined && score < least ? (['face'] as const) : [])]
  const result = wanted === 'pass' && faults.length ? 'doubt' : wanted
  return db.tx(async tx => {
    await tx.unscoped(welcomeMember).lock(reading.memberId) // two desks for one person wait for each other
    const meanwhile = await doneBefore(tx, batch.id, studentId, roll.name)
    if (meanwhile) return meanwhile
    const now = await tx.unscoped(admittedStudent).one(studentId) // as above: it may have been corrected since
    if (rollMark(tx, now) !== reading.roll) throw refusalOf(idVerification, 'changed', { name: now.name }, 'reading')
    const agreed = await consentOf(tx, studentId)
    const pictures = {
      idFiles: reading.photo && agreed.idImage ? [reading.photo] : null,
      livePhoto: livePhoto && agreed.face ? [livePhoto] : null,
    }
    const row = await tx.insert(idVerification, {
      ...{ batchId: batch.id, studentId, method: methodOf(reading, score), result, faults, score: score ?? null, reader: reading.device, pointId: reading.pointId },
      ...{ verifier: me.userId, at: new Date().toISOString(), reason: reason ?? null, ...pictures },
    })
    await attachFiles(tx, idVerification, row.id, pictures)
    await follow(tx, row)
    return { isRepeat: false, name: roll.name, result, faults, by: me.nickName, at: row.at }
  })
})
