import { MINUTE_MS } from '#model/days.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { notify, notifyEach } from '#server/notifications/notify.ts'
import { settingsReader } from '#server/params/settings.ts'
import { ATTENTION_PARAMETERS } from '../../attention/model/parameters.ts'
import { psychologists } from '../../attention/server/api.ts'
import { acceptCrisis, crisisEvent, crisisStep, handOverCrisis } from '../model/crisis-event.ts'
import { CRISIS_MESSAGES } from '../model/messages.ts'
import { LINK, leadTask, note, refuse } from './note.ts'
import { lockedCrisis } from './seen.ts'

const bizType = crisisEvent.name
const settingsOf = settingsReader('mentalHealth', ATTENTION_PARAMETERS)
/** Who may lead: the centre, and whoever is responsible for the student. */
export async function leaders(db: Db, studentId: string): Promise<string[]> {
  const who = await studentOf(db, studentId)
  if (!who) return []
  return [...new Set([...(await psychologists(db)), ...(await staffOf(db, who, 'college')), ...(await staffOf(db, who, 'fdy'))])]
}
/** Who hands over leads until the other has accepted: the student is never without somebody. */
const handOver = handle(handOverCrisis, async ({ db, me }, { id, toId, words }) => {
  const row = await lockedCrisis(db, id, 'handOver')
  const nameOf = await accountNamer(db, [row.leadId, row.nextLeadId, toId])
  if (row.leadId !== me.userId) throw refuse('notLead', { name: nameOf(row.leadId) })
  if (row.nextLeadId) throw refuse('waiting', { name: nameOf(row.nextLeadId) })
  if (toId === me.userId) throw refuse('self', {}, 'toId')
  if (!(await leaders(db, row.studentId)).includes(toId)) throw refuse('notStaff', { name: nameOf(toId) }, 'toId')
  const acceptBy = new Date(Date.now() + (await settingsOf(db)).ackMinutes * MINUTE_MS).toISOString()
  await db.updateWhere(crisisEvent, { id }, { nextLeadId: toId, acceptBy }, { history: false })
  await note(db, id, { kind: 'handOver', person: nameOf(toId), words })
  await leadTask(db, id, [me.userId, toId])
  await notify(db, CRISIS_MESSAGES.asked, { to: [toId], values: {}, bizType, bizId: id, link: LINK, mobileLink: LINK })
})
const accept = handle(acceptCrisis, async ({ db, me }, { id }) => {
  const row = await lockedCrisis(db, id, 'accept')
  if (row.nextLeadId !== me.userId) throw refuse('notAsked')
  await db.updateWhere(crisisEvent, { id }, { leadId: me.userId, nextLeadId: null, acceptBy: null }, { history: false })
  await note(db, id, { kind: 'accept' })
  await leadTask(db, id, [me.userId])
})
/** Nobody has accepted in time: it stays with whoever leads it, who is told, as is the centre. */
export const takeBack = whenDue(crisisEvent, {
  when: `t.state = 'open' and t.next_lead_id is not null`,
  at: 'acceptBy',
  set: () => ({ nextLeadId: null, acceptBy: null }),
  history: false,
  async act(db, rows, now) {
    const at = new Date(now).toISOString()
    await db.insertMany(
      crisisStep,
      rows.map(r => ({ eventId: r.id, at, byId: r.leadId, kind: 'lapsed' as const })),
      { history: false },
    )
    const links = { values: {}, bizType, link: LINK, mobileLink: LINK }
    for (const { id, leadId } of rows) await leadTask(db, id, [leadId])
    const centre = await psychologists(db)
    await notifyEach(
      db,
      CRISIS_MESSAGES.lapsed,
      rows.map(r => ({ ...links, to: [r.leadId], bizId: r.id })),
    )
    await notifyEach(
      db,
      CRISIS_MESSAGES.told,
      rows.map(r => ({ ...links, to: centre.filter(u => u !== r.leadId), bizId: r.id })),
    )
  },
})
export default [handOver, accept, deadlines('mentalHealth.crisis', '危机事件移交', '* * * * *', [takeBack])]
