import { ownStudentId } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { batchOf } from '../../steps/server/api.ts'
import { answerConsent, myConsent } from '../model/actions.ts'
import { verifyConsent } from '../model/consent.ts'
import { idVerification } from '../model/verification.ts'
import { consentOf, dropUnagreed } from './pictures.ts'

const mine = handle(myConsent, async ({ db, me }) => {
  const { batch, member } = await batchOf(db, ownStudentId(me))
  const [answered, done] = [
    await db.unscoped(verifyConsent).count({ studentId: member.studentId }),
    await db.unscoped(idVerification).find({ batchId: batch.id, studentId: member.studentId }),
  ] // the caller's own
  return { isAnswered: answered > 0, ...(await consentOf(db, member.studentId)), result: done?.result ?? null }
})
/** Behind the lock of the person, so that no desk keeps a picture in the moment in which it is not agreed to any more. */
const answer = handle(answerConsent, async ({ db, me }, { face, idImage }) => {
  const { member } = await batchOf(db, ownStudentId(me))
  await db.unscoped(welcomeMember).lock(member.id) // the caller's own
  await db.upsert(verifyConsent, ['studentId'], [{ studentId: member.studentId, face, idImage }])
  await dropUnagreed(db, member.studentId, { face, idImage })
})
export default [mine, answer]
