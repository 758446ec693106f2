import { schoolTimeText } from '#model/school-time.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { accountsWithEach } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { warningSources } from '#server/extensions/warning-sources.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { closeTodosLater, openTodos } from '#server/notifications/todos.ts'
import { WARNING_MESSAGES } from '../model/messages.ts'
import { type Level, levelOf } from '../model/score.ts'
import { type Case, type Part, warningCase } from '../model/warning-case.ts'
import { settingsOf } from './settings.ts'

const LINK = '/warning/cards'
const NODE = 'act'
/** 60-EW7: how grave a case is to an account, by the sources it may read where they are kept; null where those do not bring it onto the list. */
export async function levelsOf(db: Db): Promise<(of: { parts: readonly Part[] | null }, userId: string) => Level | null> {
  const limits = await settingsOf(db)
  const sources = db.registered(warningSources)
  const holders = await accountsWithEach(
    db,
    sources.map(s => s.permission),
  )
  const needed = new Map(sources.map(s => [s.code, s.permission]))
  return ({ parts }, userId) => {
    const seen = (parts ?? []).filter(p => holders.get(needed.get(p.source) ?? '')?.has(userId))
    return levelOf(seen.reduce((sum, p) => sum + Math.round(p.points * 10), 0) / 10, limits)
  }
}
/** 60-EW6: gives the counsellors of these open cases their first act to do, and tells them once, at once, what has become urgent. */
export async function askCounsellors(db: Db, cases: readonly Case[], students: ReadonlyMap<string, StudentOf>, at: string): Promise<void> {
  const due = cases.flatMap(row => {
    const who = students.get(row.studentId)
    return who && row.dueAt ? [{ row, who, dueAt: row.dueAt }] : []
  })
  if (!due.length) return
  const people = await staffOfAll(
    db,
    due.map(d => d.who),
    'fdy',
  )
  const levelFor = await levelsOf(db)
  const asked = due.flatMap((one, n) =>
    (people[n] ?? []).flatMap(userId => {
      const level = levelFor(one.row, userId)
      return level ? [{ ...one, userId, level }] : []
    }),
  )
  await openTodos(
    db,
    asked
      .filter(a => a.row.state === 'open')
      .map(({ row, who, dueAt, userId, level }) => ({
        ...{ userId, kind: 'task', bizType: warningCase.name, bizId: row.id, node: NODE, link: LINK, mobileLink: LINK, dueAt },
        title: { text: '{name} 需要去看看', values: { name: who.name } },
        summary: who.className,
        applicantName: who.name,
        priority: level === 'urgent' ? 'urgent' : 'normal',
      })),
  )
  const urgent = asked.filter(a => a.row.level === 'urgent' && !a.row.urgentToldAt && a.level === 'urgent')
  await notifyEach(
    db,
    WARNING_MESSAGES.urgent,
    urgent.map(({ row, who, dueAt, userId }) => ({
      to: [userId],
      values: { name: who.name, className: who.className ?? '', until: schoolTimeText(dueAt) },
      ...{ bizType: warningCase.name, bizId: row.id, link: LINK, mobileLink: LINK },
    })),
  )
  const told = [...new Set(urgent.map(u => u.row.id))]
  await db.updateMany(
    warningCase,
    told.map(id => ({ id, urgentToldAt: at })),
    { history: false, bookkeeping: true },
  )
}
/** The first act about these cases has been done. */
export const actDone = (db: Db, ids: readonly string[], result: string): Promise<void> => closeTodosLater(db, { bizType: warningCase.name, bizId: ids }, 'done', result)
/** There is nothing to do about these cases any more. */
export const actGone = (db: Db, ids: readonly string[]): Promise<void> => closeTodosLater(db, { bizType: warningCase.name, bizId: ids }, 'cancelled')
