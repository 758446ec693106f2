import { type Row, refusalOf } from '#model'
import { rules } from '#server/context.ts'
import { subjectText } from '../../entry/model/dictionaries.ts'
import { examSession } from '../model/session.ts'
import { tellMoved } from './notify-changes.ts'
import { lockSetup, mustNotClash, mustNotOverlap } from './setup.ts'

type Session = Row<typeof examSession>
function checkHours({ from, to }: Session): void {
  if (from >= to) throw refusalOf(examSession, 'reversed', { from: from.slice(0, 5), to: to.slice(0, 5) }, 'to')
}
/** What lists call it. */
export const sessionName = ({ subject, date }: Pick<Session, 'subject' | 'date'>): string => `${subjectText(subject).text} ${date}`
export default rules(examSession, {
  async add({ db }, draft) {
    checkHours(draft as Session)
    Object.assign(draft, { name: sessionName(draft as Session) })
    await lockSetup(db, (draft as Session).batchId)
  },
  async update({ db }, row, patch) {
    checkHours({ ...row, ...patch } as Session)
    if (patch.date && patch.date !== row.date) Object.assign(patch, { name: sessionName({ ...row, ...patch } as Session) })
    await lockSetup(db, row.batchId)
  },
  added: ({ db }, { batchId }) => mustNotClash(db, batchId),
  async updated({ db }, before, after) {
    await mustNotClash(db, after.batchId)
    await mustNotOverlap(db, after.batchId)
    await tellMoved(db, before, after)
  },
})
