import { type Row, refusalOf } from '#model'
import { rules } from '#server/context.ts'
import { examSession } from '../model/session.ts'
import { lockSetup, mustNotClash, mustNotOverlap } from './setup.ts'

type Session = Row<typeof examSession>
function checkHours({ from, to }: Session): void {
  if (from >= to) throw refusalOf(examSession, 'reversed', { from: from.slice(0, 5), to: to.slice(0, 5) }, 'to')
}
export default rules(examSession, {
  async add({ db }, draft) {
    checkHours(draft as Session)
    await lockSetup(db, (draft as Session).batchId)
  },
  async update({ db }, row, patch) {
    checkHours({ ...row, ...patch } as Session)
    await lockSetup(db, row.batchId)
  },
  added: ({ db }, { batchId }) => mustNotClash(db, batchId),
  async updated({ db }, { batchId }) {
    await mustNotClash(db, batchId)
    await mustNotOverlap(db, batchId)
  },
})
