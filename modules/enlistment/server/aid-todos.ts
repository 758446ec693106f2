import { rowTodos } from '#server/notifications/row-todos.ts'
import { type MilitaryAid, militaryAid } from '../model/aid.ts'
import { AID_MESSAGES } from '../model/messages.ts'
import { aboutAid, aidLink } from './notify.ts'

const isUnknown = ({ years }: MilitaryAid): boolean => (years ?? []).some(y => y && !y.isKnown)
/** What people have to do about an aid: finance states tuition that no ledger has, and decides about what has to come back. */
export const aidTodos = rowTodos<MilitaryAid, 'stateTuition' | 'recover'>(militaryAid, aboutAid, {
  stateTuition: {
    text: '{name} 的{kind}缺 {years} 学年的学费，请核定',
    while: row => row.state === 'pending' && isUnknown(row),
    link: aidLink,
    message: AID_MESSAGES.tuitionAsked,
  },
  recover: { text: '{name} 的{kind}待追缴', while: row => row.recovery === 'open', link: aidLink, priority: 'urgent', message: AID_MESSAGES.recoveryOpened },
})
