import { mustAllow, refusalOf } from '#model'
import { studentOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { reopenVerification, settleDoubt } from '../model/actions.ts'
import { idVerification, verifyResults } from '../model/verification.ts'
import { follow, type Verification } from './follow.ts'
import { label } from './verify.ts'

/** A record in scope, behind the lock of its person like every change to their steps. */
async function locked(db: Db, id: string, verb: 'settle' | 'reopen'): Promise<Verification> {
  const { batchId, studentId } = await db.visible(idVerification).one(id)
  const [member] = await db.unscoped(welcomeMember).all({ batchId, studentId }) // of a record in scope
  if (member) await db.unscoped(welcomeMember).lock(member.id) // as above
  const row = await db.visible(idVerification).lock(id)
  if (verb === 'settle' && !verifyResults.allows({ state: row.result }, verb)) {
    const who = await studentOf(db, studentId)
    throw refusalOf(idVerification, 'settled', { name: who?.name ?? '', state: label(row.result) })
  }
  mustAllow(idVerification, row, verb)
  return row
}
/** 30-WV3 */
const settle = handle(settleDoubt, async ({ db, me }, { id, result, reason }) => {
  const row = await locked(db, id, 'settle')
  if (row.verifier === me.userId) throw refusalOf(idVerification, 'sameVerifier', { name: (await studentOf(db, row.studentId))?.name ?? '' })
  await follow(db, await db.update(idVerification, id, { result, reason, second: me.userId, secondAt: new Date().toISOString() }))
})
const reopen = handle(reopenVerification, async ({ db }, { id, reason }) => {
  await locked(db, id, 'reopen')
  await follow(db, await db.update(idVerification, id, { result: 'doubt', reason, second: null, secondAt: null }))
})
export default [settle, reopen]
