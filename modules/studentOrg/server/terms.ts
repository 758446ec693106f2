import { refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import { type Db, rules } from '#server/context.ts'
import { LIVE, orgAppointment } from '../model/appointment.ts'
import { studentOrg } from '../model/org.ts'
import { type OrgTerm, orgTerm } from '../model/term.ts'

type Draft = Partial<OrgTerm>
/** Terms of an organisation lie apart; it is locked, so that two are not made at once. */
async function check(db: Db, { id, orgId = '', from = '', to = '' }: Draft): Promise<void> {
  await db.unscoped(studentOrg).lock(orgId) // in scope of the term, or chosen in the form
  if (to < from) throw refusalOf(orgTerm, 'reversed', { from, to }, 'to')
  const other = (await db.unscoped(orgTerm).all({ orgId })).find(t => t.id !== id && t.from <= to && t.to >= from) // of the same organisation
  if (other) throw refusalOf(orgTerm, 'overlap', { no: other.no, from: other.from, to: other.to }, 'from')
}
const stateOn = ({ from = '', to = '' }: Draft, day = today()): OrgTerm['state'] => (from > day ? 'planned' : to < day ? 'ended' : 'running')
export default rules(orgTerm, {
  async add({ db }, draft) {
    await check(db, draft as Draft)
    Object.assign(draft, { state: stateOn(draft as Draft) })
  },
  async update({ db }, row, patch) {
    const after = { ...row, ...patch }
    await check(db, after)
    const [last] = await db.unscoped(orgAppointment).all({ termId: row.id, state: LIVE }, { sort: ['-to'], limit: 1 }) // of a term in scope
    if (last && last.to > after.to) throw refusalOf(orgTerm, 'shorter', { last: last.to }, 'to')
    Object.assign(patch, { state: stateOn(after) })
  },
})
