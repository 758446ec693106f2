import { refusalOf } from '#model'
import { schoolInstant } from '#model/school-time.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { disciplineCase } from '../model/case.ts'
import { CASE_MESSAGES } from '../model/messages.ts'
import { punishment } from '../model/punishment.ts'
import { type Punishment, partyOf } from './rows.ts'

export const MINE = '/discipline/mine'
export const staffLink = ({ id }: { id: string }): string => `/discipline/punishments?id=${id}`
export const aboutPunishment: MessageAbout<Punishment> = {
  bizType: 'punishment',
  link: () => MINE,
  async values({ caseId, documentNo, dueOn }, db) {
    const { caseNo } = await db.unscoped(disciplineCase).one(caseId) // the case of the punishment that is told of
    return { caseNo, documentNo: documentNo ?? '', due: dueOn ?? '' }
  },
}
export const punishmentTodos = rowTodos(punishment, aboutPunishment, {
  investigate: { text: '{name}涉及违纪案件 {caseNo}，请调查', while: p => p.state === 'investigating', link: staffLink, message: CASE_MESSAGES.involved },
  issue: { text: '{name}拟给予处理（{caseNo}），请签发告知书', while: p => p.state === 'proposed' && !p.noticeIssuedOn, link: staffLink },
  serve: {
    text: '请送达{name}的{what}',
    while: p => (p.state === 'proposed' && p.noticeIssuedOn !== null) || p.state === 'decided',
    link: staffLink,
    message: CASE_MESSAGES.serve,
  },
  defend: {
    text: '请在 {due} 前陈述申辩',
    while: p => p.state === 'noticed',
    link: () => MINE,
    dueAt: p => p.defenceDueOn && schoolInstant(p.defenceDueOn, '23:59:59'),
    message: CASE_MESSAGES.noticed,
  },
  submit: { text: '{name}的处理（{caseNo}）可以送审', while: p => p.state === 'defenceClosed', link: staffLink },
})
/** Those who look after a party: counsellor and college. */
export async function staffFor(db: Db, row: Punishment): Promise<string[]> {
  const who = await partyOf(db, row)
  return [...new Set([...(await staffOf(db, who, 'fdy')), ...(await staffOf(db, who, 'college'))])]
}
export const refuse = (key: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(punishment, key, values, field)
/** Writes the row and settles what people had to do about it. */
export async function changePunishment(db: Db, id: string, patch: Partial<Punishment>): Promise<Punishment> {
  const after = await db.update(punishment, id, patch)
  await punishmentTodos.follow(db, [after])
  return after
}
