import { HOUR_MS } from '#model/days.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { deadlines, escalation } from '#server/deadlines/deadlines.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { type AttentionCase, attentionCase } from '../model/attention-case.ts'
import { attentionNotice, type NoticeStep } from '../model/attention-notice.ts'
import { ATTENTION_MESSAGES } from '../model/messages.ts'
import { LATE_LINK, openLate } from './case-todos.ts'
import { settingsOf } from './settings.ts'

const MARKS = ['owner', 'backup', 'college'] as const satisfies readonly NoticeStep[]
/** Who has to know at this step, case by case. */
async function peopleAt(db: Db, step: NoticeStep, rows: readonly AttentionCase[]): Promise<Array<{ row: AttentionCase; to: readonly string[] }>> {
  if (step !== 'college') return rows.map(row => ({ row, to: [(step === 'owner' ? row.ownerId : row.backupId) ?? []].flat() }))
  const found = await withStudents(db, rows)
  const colleges = await staffOfAll(
    db,
    found.map(f => f.who),
    'college',
  )
  return found.map(({ row }, i) => ({ row, to: colleges[i] ?? [] }))
}
type Clock = { due: 'dueAt' | 'guardianDueAt'; node: 'overdue' | 'guardian' }
/** Tells these people, once: a to-do, a message in neutral words, and a line that says who was told. */
const reach =
  ({ due, node }: Clock) =>
  async (db: Db, step: NoticeStep, rows: readonly AttentionCase[], now: number): Promise<void> => {
    const told = await peopleAt(db, step, rows)
    await openLate(
      db,
      node,
      told.map(({ row, to }) => ({ id: row.id, dueAt: row[due], to })),
    )
    await notifyEach(
      db,
      ATTENTION_MESSAGES.overdue,
      told.map(({ row, to }) => ({ to, bizType: attentionCase.name, bizId: row.id, link: LATE_LINK, mobileLink: LATE_LINK })),
    )
    const at = new Date(now).toISOString()
    await db.insertMany(
      attentionNotice,
      // a step that finds nobody leaves a line, too
      told.flatMap(({ row, to }) => (to.length ? to : [null]).map(userId => ({ caseId: row.id, dueAt: row[due] ?? at, step, userId, at }))),
    )
  }
const overdue = (levels: string, after: (db: Db) => Promise<Record<NoticeStep, number>>) =>
  escalation(attentionCase, {
    when: `t.opened_at is not null and t.state <> 'closed' and t.level in (${levels})`,
    at: 'dueAt',
    marks: MARKS,
    reached: 'told',
    after,
    reach: reach({ due: 'dueAt', node: 'overdue' }),
  })
/** 50-MH7: the owner at once, then the backup, then the college; sooner for levels 1 and 2. */
export const overdueMild = overdue(`'3', '4'`, async db => {
  const { backupHours, collegeHours } = await settingsOf(db)
  return { owner: 0, backup: backupHours * HOUR_MS, college: collegeHours * HOUR_MS }
})
export const overdueSevere = overdue(`'1', '2'`, async db => {
  const { severeBackupHours, severeCollegeHours } = await settingsOf(db)
  return { owner: 0, backup: severeBackupHours * HOUR_MS, college: severeCollegeHours * HOUR_MS }
})
/** Levels 1 and 2: nobody has noted that a guardian was told, nor why not. */
export const guardianUntold = escalation(attentionCase, {
  when: `t.opened_at is not null and t.state <> 'closed'`,
  at: 'guardianDueAt',
  marks: MARKS,
  reached: 'guardianTold',
  async after(db) {
    const { severeBackupHours, severeCollegeHours } = await settingsOf(db)
    return { owner: 0, backup: severeBackupHours * HOUR_MS, college: severeCollegeHours * HOUR_MS }
  },
  reach: reach({ due: 'guardianDueAt', node: 'guardian' }),
})
export default deadlines('mentalHealth.overdue', '关注跟进到期', '*/5 * * * *', [overdueSevere, overdueMild, guardianUntold])
