import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { addDays, daysBetween } from '#model/days.ts'
import { schoolDate, schoolDayEnd, schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notify } from '#server/notifications/notify.ts'
import { confirmMild, confirmSevere, dismissCase, followUp, shareCard, shareCase, withholdGuardian } from '../model/actions.ts'
import { type AttentionCase, attentionCase, attentionFollowUp, attentionMember, isImmediate, isSevere } from '../model/attention-case.ts'
import { ATTENTION_MESSAGES } from '../model/messages.ts'
import { callsOf, startCall, stopCalls, takeOver } from './calls.ts'
import { closeLate, followCase } from './case-todos.ts'
import { psychologists } from './centre.ts'
import { clocksOf, latestOf } from './due.ts'
import { type Layer, layerOf } from './layers.ts'
import { settingsOf } from './settings.ts'

type Verb = 'confirmSevere' | 'confirmMild' | 'dismiss' | 'followUp' | 'share' | 'shareCard' | 'raise' | 'review' | 'withholdGuardian'
const TEAM_DAYS = 365
/** Locks the row first and asks then what the caller is to it: of two at once the second sees what the first did. */
export async function locked(db: Db, id: string, verb: Verb, least: Layer): Promise<AttentionCase> {
  const seen = await layerOf(db, id)
  if (!seen?.layer || seen.layer < least) throw notFound()
  const row = await db.unscoped(attentionCase).lock(id, verb) // the caller's layer is known
  if (((await layerOf(db, id))?.layer ?? 0) < least) throw notFound()
  return row
}
function mustBeTwo(ownerId: string, backupId: string): void {
  if (ownerId === backupId) throw refusalOf(attentionCase, 'twoPeople', {}, 'backupId')
}
/** Whoever reads assessments is of the centre, whatever the browser sends. */
async function mustBeOfCentre(db: Db, named: Readonly<Record<string, string>>): Promise<void> {
  const centre = await psychologists(db)
  const other = Object.keys(named).find(field => !centre.includes(named[field] ?? ''))
  if (other) throw refusalOf(attentionCase, 'notCentre', {}, other)
}
function mustEnd(until: string): void {
  if (until < today()) throw refusalOf(attentionCase, 'past', { day: until }, 'until')
  const by = addDays(today(), TEAM_DAYS)
  if (until > by) throw refusalOf(attentionCase, 'span', { by }, 'until')
}
/** Days since the case got its level. */
export const daysAt = ({ levelSince, createdAt }: AttentionCase): number => daysBetween(schoolDate(levelSince ?? createdAt), today())
/** Gives a case to people, in neutral words. */
export const assign = async (db: Db, row: AttentionCase, to: readonly string[]): Promise<void> => {
  await followCase(db, row, to)
  await notify(db, ATTENTION_MESSAGES.assigned, { to, bizType: attentionCase.name, bizId: row.id, link: '/mentalHealth/cases', mobileLink: '/mentalHealth/cases' })
}
const severe = handle(confirmSevere, async ({ db }, { id, until, ...given }) => {
  mustBeTwo(given.ownerId, given.backupId)
  mustEnd(until)
  await mustBeOfCentre(db, { ownerId: given.ownerId, backupId: given.backupId })
  const row = await locked(db, id, 'confirmSevere', 1)
  const who = await studentOf(db, row.studentId)
  if (!who?.emergencyPhone) throw refusalOf(attentionCase, 'contact')
  const after = await db.update(attentionCase, id, {
    ...given,
    state: 'open',
    openedAt: row.openedAt ?? new Date().toISOString(),
    // a case that was raised to this level is due since then
    ...(row.openedAt && row.level === given.level ? {} : await clocksOf(db, given.level)),
  })
  const team = [given.ownerId, given.backupId].map(userId => ({ caseId: id, userId, layer: 'ml2' as const, from: today(), to: until }))
  await db.upsert(attentionMember, ['caseId', 'userId', 'layer'], team)
  if (!isImmediate(given.level)) await stopCalls(db, after)
  else if (isImmediate(row.level)) await takeOver(db, callsOf(id))
  else await startCall(db, after)
  await assign(db, after, [given.ownerId])
})
/** Levels 3 and 4 open once counsellor and college have both confirmed; the words of the later one hold. */
const mild = handle(confirmMild, async ({ db, me }, { id, ...given }) => {
  mustBeTwo(given.ownerId, given.backupId)
  const row = await locked(db, id, 'confirmMild', 1)
  const who = await studentOf(db, row.studentId)
  if (!who || isSevere(row.level)) throw notFound()
  const isFdy = (await staffOf(db, who, 'fdy')).includes(me.userId)
  const side = isFdy ? 'confirmedByFdyId' : 'confirmedByCollegeId'
  if (row[side]) throw refusalOf(attentionCase, 'confirmed')
  const isWhole = Boolean(row[isFdy ? 'confirmedByCollegeId' : 'confirmedByFdyId'])
  const begun = isWhole ? { state: 'open' as const, openedAt: new Date().toISOString(), ...(await clocksOf(db, given.level)) } : {}
  const after = await db.update(attentionCase, id, { ...given, [side]: me.userId, ...begun })
  if (isWhole) await assign(db, after, [given.ownerId])
  else await followCase(db, after, await staffOf(db, who, isFdy ? 'college' : 'fdy'))
})
const dismissed = handle(dismissCase, async ({ db }, { id, reason }) => {
  if ((await locked(db, id, 'dismiss', 1)).openedAt) throw refusalOf(attentionCase, 'begun')
  const after = await db.update(attentionCase, id, { state: 'closed', assessment: reason })
  await stopCalls(db, after)
  await followCase(db, after, [])
})
const followed = handle(followUp, async ({ db, me }, { id, ...given }) => {
  const row = await locked(db, id, 'followUp', 1)
  if (!row.openedAt) throw refusalOf(attentionCase, 'notBegun')
  if (Date.parse(given.at) > Date.now()) throw refusalOf(attentionCase, 'future', { at: schoolTimeText(given.at) }, 'at')
  const by = await latestOf(db, row.level)
  const { closeDays } = await settingsOf(db)
  if (!given.nextOn && isSevere(row.level) && daysAt(row) < closeDays) throw refusalOf(attentionCase, 'ongoing', { days: closeDays }, 'nextOn')
  if (given.nextOn && given.nextOn < today()) throw refusalOf(attentionCase, 'past', { day: given.nextOn }, 'nextOn')
  if (given.nextOn && given.nextOn > by) throw refusalOf(attentionCase, 'interval', { by }, 'nextOn')
  await db.insert(attentionFollowUp, { caseId: id, byId: me.userId, ...given })
  await db.update(attentionCase, id, { nextFollowUpOn: given.nextOn ?? null, dueAt: schoolDayEnd(given.nextOn ?? by), told: null })
  await closeLate(db, row, 'overdue')
  if (given.way === 'family') await guardianReached(db, row, given.at)
  // a talk held before the call is no answer to it
  await takeOver(db, sql`${callsOf(id)} and t.created_at <= ${given.at}::timestamptz`)
})
/** A guardian was told: nothing is due any more. */
export async function guardianReached(db: Db, { id }: { id: string }, at: string): Promise<void> {
  await db.updateWhere(attentionCase, sql`t.id = ${id}::uuid and t.guardian_at is null`, { guardianAt: at, guardianDueAt: null, guardianTold: null })
  await closeLate(db, { id }, 'guardian')
}
/** Where telling a guardian would bring more danger, a psychologist says why; a contact may still be noted later. */
const withheld = handle(withholdGuardian, async ({ db }, { id, why }) => {
  const row = await locked(db, id, 'withholdGuardian', 1)
  if (!row.guardianDueAt) throw refusalOf(attentionCase, 'guardianNone')
  await db.update(attentionCase, id, { guardianWhyNot: why, guardianDueAt: null, guardianTold: null })
  await closeLate(db, row, 'guardian')
})
const sharing = (of: typeof shareCase | typeof shareCard, layer: 'ml0' | 'ml2', least: Layer) =>
  handle(of, async ({ db }, { id, userId, until }) => {
    mustEnd(until)
    if (layer === 'ml2') await mustBeOfCentre(db, { userId })
    const row = await locked(db, id, of.name as 'share' | 'shareCard', least)
    await db.upsert(attentionMember, ['caseId', 'userId', 'layer'], [{ caseId: id, userId, layer, from: today(), to: until }])
    await notify(db, ATTENTION_MESSAGES.assigned, {
      to: [userId],
      bizType: attentionCase.name,
      bizId: row.id,
      link: layer === 'ml0' ? '/mentalHealth/cards' : '/mentalHealth/cases',
    })
  })
export default [severe, mild, dismissed, followed, withheld, sharing(shareCase, 'ml2', 2), sharing(shareCard, 'ml0', 1)]
