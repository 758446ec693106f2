import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { student } from '#modules/student/model/student.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { notify, notifyEach } from '#server/notifications/notify.ts'
import { closeTodosLater, keepTask } from '#server/notifications/todos.ts'
import { settingsReader } from '#server/params/settings.ts'
import { attentionCase } from '../../attention/model/attention-case.ts'
import { ATTENTION_PARAMETERS } from '../../attention/model/parameters.ts'
import { guardianReached, proposeCase, psychologists } from '../../attention/server/api.ts'
import { acceptCrisis, closeCrisis, crisisEvent, crisisStep, handOverCrisis, noteGuardian, noteStep, reportCrisis, type StepKind } from '../model/crisis-event.ts'
import { CRISIS_MESSAGES } from '../model/messages.ts'
import { lockedCrisis } from './seen.ts'

const LINK = '/mentalHealth/crises'
const bizType = crisisEvent.name
const settingsOf = settingsReader('mentalHealth', ATTENTION_PARAMETERS)
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(crisisEvent, key, values, field)
interface Step {
  at?: string
  kind: StepKind
  person?: string | null
  words?: string | null
}
/** Without history, as everything of an event: whoever reads changes of rows must not learn about whom it is. */
const note = (db: Db, eventId: string, { at, person, words, kind }: Step): Promise<number> =>
  db.insertMany(crisisStep, [{ eventId, at: at ?? new Date().toISOString(), byId: db.me.userId, kind, person: person?.trim() || null, words: words?.trim() || null }], {
    history: false,
  })
function mustHaveBeen(at: string, since?: string): void {
  if (Date.parse(at) > Date.now()) throw refuse('future', { at: schoolTimeText(at) }, 'at')
  if (since && Date.parse(at) < Date.parse(since)) throw refuse('before', { at: schoolTimeText(at), since: schoolTimeText(since) }, 'at')
}
/** Exactly this person has something to do about it, in neutral words. */
const leadTask = (db: Db, bizId: string, to: readonly string[]): Promise<void> =>
  keepTask(db, { bizType, bizId }, to, { title: { text: '有一件事需要你马上处理' }, link: LINK, mobileLink: LINK, priority: 'urgent' }, '已处理')
/** Whoever reports leads it until somebody else has accepted it. The case becomes one of level 1 and calls people (50-MH4). Reported again, it belongs to the event that is open, and the
 *  answer is the same: nobody learns in this way that there is one. */
const report = handle(reportCrisis, async ({ db, me }, { studentId, at, place, facts }) => {
  if (!(await db.visible(student).find({ id: studentId }))) throw refuse('none', {}, 'studentId')
  mustHaveBeen(at)
  const made = await proposeCase(db, { studentId, source: 'report', ref: me.userId, level: '1', at: new Date().toISOString() })
  if (!made) throw refuse('none', {}, 'studentId')
  // of the student who is locked
  const open = await db.unscoped(crisisEvent).find({ studentId, state: 'open' })
  if (open) return void (await note(db, open.id, { at, kind: 'report', words: `${place.trim()}：${facts.trim()}` }))
  const draft = { studentId, caseId: made.id, at, place: place.trim(), facts: facts.trim(), reportedById: me.userId, leadId: me.userId, state: 'open' as const }
  await db.insertMany(crisisEvent, [draft], { history: false })
  const event = await db.unscoped(crisisEvent).find({ studentId, state: 'open' }) // just made
  await leadTask(db, event?.id ?? '', [me.userId])
})
const step = handle(noteStep, async ({ db }, { id, at, person, words }) => {
  const row = await lockedCrisis(db, id, 'step')
  mustHaveBeen(at, row.at)
  await note(db, id, { at, kind: 'step', person: person ?? null, words })
})
/** Counts for the clock of the case, too. */
const guardian = handle(noteGuardian, async ({ db }, { id, at, person, words }) => {
  const row = await lockedCrisis(db, id, 'guardian')
  mustHaveBeen(at, row.at)
  await note(db, id, { at, kind: 'guardian', person, words })
  await db.updateWhere(crisisEvent, sql`t.id = ${id}::uuid and t.guardian_at is null`, { guardianAt: at }, { history: false })
  await guardianReached(db, { id: row.caseId }, at)
})
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
/** By whoever reads all of it. A guardian was told, or the centre has said in the case why not. */
const close = handle(closeCrisis, async ({ db }, { id, outcome, review }) => {
  const row = await lockedCrisis(db, id, 'close')
  if (!row.isWhole) throw notFound()
  if (row.nextLeadId) throw refuse('waiting', { name: (await accountNamer(db, [row.nextLeadId]))(row.nextLeadId) })
  if (!(await db.unscoped(crisisStep).count({ eventId: id, kind: ['step', 'guardian'] }))) throw refuse('noStep') // of the event above
  const { guardianWhyNot } = await db.unscoped(attentionCase).one(row.caseId) // of the event above
  if (!row.guardianAt && !guardianWhyNot) throw refuse('guardian')
  await db.updateWhere(crisisEvent, { id }, { state: 'closed', outcome: outcome.trim(), review: review.trim(), closedOn: today() }, { history: false })
  await note(db, id, { kind: 'close' })
  await closeTodosLater(db, { bizType, bizId: id }, 'done', '已处理')
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
export default [report, step, guardian, handOver, accept, close, deadlines('mentalHealth.crisis', '危机事件移交', '* * * * *', [takeBack])]
