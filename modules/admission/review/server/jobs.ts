import { schoolTimeText } from '#model/school-time.ts'
import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { notify } from '#server/notifications/notify.ts'
import { judgeReexamination } from '../model/actions.ts'
import { REVIEW_MESSAGES } from '../model/messages.ts'
import { entryReexamination } from '../model/reexamination.ts'
import type { Reexamination } from './reexamine.ts'
import { settingsOf } from './settings.ts'

/** One message for all that became due, to everybody who reviews. */
async function escalate(db: Db, rows: readonly Reexamination[]): Promise<void> {
  const due = rows.map(r => r.dueAt).sort()[0] ?? ''
  const days = (await settingsOf(db))['review.warnDay']
  const to = await accountsWith(db, judgeReexamination.permission)
  await notify(db, REVIEW_MESSAGES.unfinished, {
    to,
    values: { count: rows.length, days, due: schoolTimeText(due) },
    link: '/admission/reexaminations',
    bizType: 'entryReexamination',
  })
}
/** 30-AC5: unfinished at day 75 is escalated, once. */
export const unfinished = whenDue(entryReexamination, {
  when: `t.state in ('open', 'doubt') and t.warned_at is null`,
  at: 'warnAt',
  set: now => ({ warnedAt: now }),
  act: escalate,
})
export default deadlines('admission.reexaminations', '入学资格复查催办', '20 8 * * *', [unfinished])
