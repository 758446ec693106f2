import type { Row, Wording } from '#model'
import { studentOf } from '#modules/student/server/api.ts'
import { otherJudges } from '#modules/workflow/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { look, stopSite } from '../../steps/server/api.ts'
import { reopenVerification, settleDoubt } from '../model/actions.ts'
import { VERIFY_MESSAGES } from '../model/messages.ts'
import { CHECKS, idVerification } from '../model/verification.ts'
import { SOURCE } from './source.ts'

export type Verification = Row<typeof idVerification>
const link = ({ id }: Verification): string => `/welcomes/verifications?id=${id}`
const about: MessageAbout<Verification> = { bizType: idVerification.name, link, values: row => ({ reason: whyOf(row) }) }
/** What was written, else what was found. */
function whyOf({ reason, faults }: Verification): Wording {
  const [first] = (faults ?? []).flatMap(fault => fault ?? [])
  if (reason) return reason
  return first ? { text: '{check}不一致', values: { check: { text: CHECKS[first] } } } : ''
}
const todos = rowTodos(idVerification, about, {
  second: { text: '{name}的身份核验存疑，请复核', while: v => v.result === 'doubt', link, priority: 'high', message: VERIFY_MESSAGES.idDoubt },
})
/** 30-WV3: what follows from a result: the step, the doubt that another person settles, and what stops on site. */
export async function follow(db: Db, row: Verification): Promise<void> {
  const who = await studentOf(db, row.studentId)
  await stopSite(db, row, row.result === 'fail' ? SOURCE : null)
  await look(db, SOURCE, [row.studentId])
  await todos.follow(db, [row])
  if (!who) return
  if (row.result === 'doubt') await todos.open(db, 'second', [{ row, who, to: await otherJudges(db, settleDoubt.permission, who.departmentId, row.verifier) }])
  if (row.result === 'fail') await notifyAbout(db, VERIFY_MESSAGES.idFailed, about, [{ row, who, to: await accountsWith(db, reopenVerification.permission) }])
}
