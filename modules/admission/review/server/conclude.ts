import { refusalOf } from '#model'
import { ADMISSION_RETENTION, RECORD_LOSS } from '#modules/standing/changes/model/change-type.ts'
import { ILLNESS } from '#modules/standing/changes/model/dictionaries.ts'
import { recordChange } from '#modules/standing/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { concludeReexamination } from '../model/actions.ts'
import { entryReexamination } from '../model/reexamination.ts'

const OTHER = '99'
/** 30-AC5: the status change 18 of who failed, 14 of who is unfit by a designated hospital (Order 41, Articles 10 and 11). The roll follows the standing. */
export default handle(concludeReexamination, async (ctx, { id, docNo, hospital, until }) => {
  const { db } = ctx
  const row = await db.visible(entryReexamination).lock(id, 'conclude')
  const isUnfit = row.state === 'unfit'
  if (isUnfit && !(hospital && until)) throw refusalOf(entryReexamination, 'hospitalMissing', {}, hospital ? 'until' : 'hospital')
  const decided = { studentId: row.studentId, docNo }
  const changeNo = await recordChange(
    ctx,
    isUnfit ? { ...decided, code: ADMISSION_RETENTION, reasonCode: ILLNESS, until: until ?? null } : { ...decided, code: RECORD_LOSS, reasonCode: OTHER },
  )
  const state = isUnfit ? ('retained' as const) : ('cancelled' as const)
  await db.update(entryReexamination, id, { state, docNo, changeNo, concludedOn: today(), hospital: isUnfit ? (hospital ?? null) : null })
  return { state, changeNo }
})
