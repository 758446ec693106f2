import type { Phrase } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { CHECK_MESSAGES } from '../model/messages.ts'
import { dormViolation, HEARINGS, violationStates, violationType } from '../model/violation.ts'
import type { Violation } from './violation.ts'

const ownLink = (): string => '/dormitory/check/mine?tab=violations'
/** Violation type as text for its reader. */
const typePhrase = (type: string): Phrase => ({ text: violationType.items.find(i => i.key === type)?.value ?? type })
export const aboutViolation: MessageAbout<Violation> = {
  bizType: 'dormViolation',
  link: ownLink,
  values: ({ violationNo, type, at }) => ({ violationNo, type: typePhrase(type), at: schoolTimeText(at) }),
}
/** Those concerned are asked for a statement, the counsellor about somebody who was out at night. */
export const violationTodos = rowTodos(dormViolation, aboutViolation, {
  statement: {
    text: '请说明 {at} 的“{type}”',
    while: row => row.state === 'recorded',
    done: row => (row.heardAs ? HEARINGS[row.heardAs] : violationStates.labels[row.state]),
    gone: row => row.heardAs === null || row.heardAs === 'expired',
    link: ownLink,
    dueAt: row => row.statementDue,
    message: CHECK_MESSAGES.statementAsked,
  },
  refer: {
    text: '{name} 本学期夜不归宿 {n} 次，请决定是否移交',
    while: row => row.state === 'recorded' || row.state === 'heard',
    link: row => `/dormitory/violations?case=${row.id}`,
    message: CHECK_MESSAGES.violationAskRefer,
  },
})
/** Changes a violation and what people have to do about it. */
export async function changeViolation(db: Db, id: string, patch: Partial<Violation>): Promise<Violation> {
  const after = await db.update(dormViolation, id, patch)
  await violationTodos.follow(db, [after])
  return after
}
