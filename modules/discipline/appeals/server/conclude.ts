import sql from 'sql-template-tag'
import { daysBetween } from '#modules/campus/model/days.ts'
import { studentNumbers } from '#modules/student/server/api.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { endsStudies, isHeavier, LEVELS } from '../../cases/model/levels.ts'
import { punishment } from '../../cases/model/punishment.ts'
import { monthsFor } from '../../cases/model/terms.ts'
import { askToServe, caseOf, changePunishment, daysAfter, type Punishment, partyOf, servedDocuments, settingsOf, takeNumber, termsOf } from '../../cases/server/api.ts'
import { execute, executionHolds } from '../../force/server/api.ts'
import { changeLevel, concludeAppeal, revokePunishment } from '../model/actions.ts'
import { appeal, CONCLUSIONS } from '../model/appeal.ts'
import { APPEAL_MESSAGES } from '../model/messages.ts'
import { type Appeal, aboutAppeal, ask, changeAppeal, endSuspension, openAppeals, wrong } from './appeals.ts'

type Conclusion = keyof typeof CONCLUSIONS
interface Vote {
  userId: string
  choice: Conclusion
}
/** 50-PN10: a quorum votes, and more than half of those present carry the conclusion. */
async function mustBeCarried(db: Db, row: Appeal, votes: readonly Vote[], conclusion: Conclusion): Promise<void> {
  const members = (row.members ?? []).flatMap(m => m ?? [])
  const voters = new Map(votes.map(v => [v.userId, v.choice]))
  const nameOf = await accountNamer(db, [...voters.keys()])
  for (const id of voters.keys()) if (!members.includes(id)) throw wrong('stranger', { name: nameOf(id) })
  const [present, all] = [voters.size, members.length]
  const least = Math.ceil((all * (await settingsOf(db)).quorumPercent) / 100)
  if (present < Math.min(least, all)) throw wrong('quorum', { present, all, least })
  const count = [...voters.values()].filter(v => v === conclusion).length
  if (count * 2 <= present) throw wrong('majority', { conclusion: { text: CONCLUSIONS[conclusion] }, count, present }, 'conclusion')
}
const conclude = handle(concludeAppeal, async ({ db }, { id, conclusion, opinion, ...votes }) => {
  const row = await db.visible(appeal).lock(id, 'conclude')
  const given = (Object.keys(CONCLUSIONS) as Conclusion[]).flatMap(choice => (votes[choice] ?? []).flatMap(userId => (userId ? [{ userId, choice }] : [])))
  const twice = given.find((v, at) => given.findIndex(o => o.userId === v.userId) !== at)
  if (twice) throw wrong('votedTwice', { name: (await accountNamer(db, [twice.userId]))(twice.userId) })
  await mustBeCarried(db, row, given, conclusion)
  const resultNo = await takeNumber(db, 'appealPattern')
  const after = await changeAppeal(db, id, { state: 'concluded', votes: given, conclusion, opinion, concludedOn: today(), resultNo, dueOn: null })
  await ask(db, after, 'serve')
  if (conclusion !== 'uphold') return { resultNo }
  // 50-PN11: upheld, nothing is left to wait for
  const of = await db.unscoped(punishment).lock(row.punishmentId) // of the appeal in scope
  await endSuspension(db, row)
  if (of.state === 'served' && endsStudies({ measure: of.measure, level: of.decidedLevel })) await execute(db, of)
  return { resultNo }
})
/** Only what the committee suggested. */
async function suggested(db: Db, id: string, what: 'suggestRevoke' | 'suggestChange'): Promise<{ row: Appeal; of: Punishment }> {
  const row = await db.visible(appeal).lock(id)
  if (row.conclusion !== what || row.carriedOutOn) throw wrong('noSuggestion', { what: { text: CONCLUSIONS[what] } })
  return { row, of: await db.unscoped(punishment).lock(row.punishmentId) } // of the appeal in scope
}
/** 50-PN17: what rested on the punishment is undone, and the office looks at what it blocked. */
async function end(db: Db, row: Appeal, of: Punishment, state: 'revoked' | 'changed', reason: string): Promise<void> {
  await changePunishment(db, of.id, { state, endReason: reason, dueOn: null, isExecutionSuspended: false })
  await changeAppeal(db, row.id, { carriedOutOn: today() })
  await db.emit('discipline.revoked', { punishmentId: of.id, studentId: of.studentId, on: today() })
  const who = await partyOf(db, of)
  await notifyAbout(db, APPEAL_MESSAGES.ended, aboutAppeal, [{ row, who, more: { how: { text: state === 'revoked' ? '予以撤销' : '予以变更' } } }])
}
const revoke = handle(revokePunishment, async ({ db }, { id, reason }) => {
  const { row, of } = await suggested(db, id, 'suggestRevoke')
  await end(db, row, of, 'revoked', reason)
})
/** A new version with a number of its own; the old one stays beside it. */
const change = handle(changeLevel, async ({ db, me }: Ctx, { id, level, periodMonths, reason }) => {
  const { row, of } = await suggested(db, id, 'suggestChange')
  const first = of.decidedLevel
  if (level === first) throw wrong('same', {}, 'level')
  if ((await settingsOf(db)).noHeavier && isHeavier(level, first)) throw wrong('heavier', { level: { text: LEVELS[level] }, first: { text: first ? LEVELS[first] : '—' } }, 'level')
  await end(db, row, of, 'changed', reason)
  const months = monthsFor(await termsOf(db, await caseOf(db, of)), { measure: of.measure, level }, periodMonths)
  const { caseId, studentId, grade, departmentId, majorId, classId, measure, partRole, facts, materialIds, aggravating, mitigating, noticeServedOn, defenceKind } = of
  const made = await db.insert(punishment, {
    ...{ caseId, studentId, grade, departmentId, majorId, classId, measure, partRole, facts, materialIds, aggravating, mitigating, noticeServedOn, defenceKind },
    ...{ proposedLevel: of.proposedLevel, decidedLevel: level, periodMonths: months, replacesId: of.id, decidedOn: today(), decidedBy: [me.userId], state: 'decided' },
    documentNo: await takeNumber(db, 'pattern'),
  })
  await askToServe(db, made, '处分决定书')
  return { documentNo: made.documentNo ?? '' }
})
/** The result was served: the clock of an appeal to the province starts the next day. */
async function resultServed(db: Db, of: Punishment, on: string): Promise<void> {
  const row = await db.unscoped(appeal).find({ punishmentId: of.id, stage: 'school', state: 'concluded' }) // of the punishment in scope
  if (!row) return
  const terms = await termsOf(db, await caseOf(db, of))
  const provinceDueOn = await daysAfter(db, on, terms.provinceDays, terms.movesOn)
  const after = await changeAppeal(db, row.id, { state: 'served', servedOn: on, provinceDueOn })
  await notifyAbout(db, APPEAL_MESSAGES.concluded, aboutAppeal, [{ row: after, who: await partyOf(db, after), more: { due: provinceDueOn } }])
}
const numbers = compute(appeal, ['documentNo', 'provinceDays'], async ({ db }, rows) => {
  const set = await settingsOf(db)
  const found = await db.query<{ id: string; no: string | null; days: number | null }>(
    sql`select p.id, p.document_no as no, (c.terms->>'provinceDays')::int as days from punishment p join discipline_case c on c.tenant_id = p.tenant_id and c.id = p.case_id
      where p.tenant_id = ${db.me.tenantId} and p.id = any(${rows.map(r => String(r.punishmentId))}::uuid[])`,
  )
  const of = new Map(found.map(f => [f.id, f]))
  for (const row of rows) {
    const { no = null, days = null } = of.get(String(row.punishmentId)) ?? {}
    Object.assign(row, { documentNo: no, provinceDays: days ?? set['clock.provinceDays'] })
  }
})
/** Three days and one day before a review has to be over. */
async function remindReviews(db: Db, on = today()): Promise<number> {
  const rows = await db.unscoped(appeal).all({ state: 'reviewing' }) // the clock acts on all rows
  const near = rows.filter(r => r.dueOn && [1, 3].some(days => daysBetween(on, r.dueOn ?? on) === days))
  const to = await officersOf(db)
  for (const row of near) await notifyAbout(db, APPEAL_MESSAGES.reviewSoon, aboutAppeal, [{ row, who: await partyOf(db, row), to, link: '/discipline/appeals' }])
  return near.length
}
export default [
  conclude,
  revoke,
  change,
  numbers,
  ...studentNumbers(appeal),
  scheduledJob('discipline.reviews', '申诉复查期限提醒', '15 8 * * *', db => remindReviews(db)),
  servedDocuments.make({
    documentKind: 'appealResult',
    async datesOf(db, of) {
      const row = await db.unscoped(appeal).find({ punishmentId: of.id, stage: 'school' }) // of the punishment in scope
      return { issuedOn: row?.concludedOn ?? null, servedOn: row?.servedOn ?? null }
    },
    served: resultServed,
  }),
  /** An appeal that is not decided, or whose suggestion is not followed yet, holds an execution. */
  executionHolds.make({
    name: 'appeal',
    async find(db, ids) {
      const open = await openAppeals(db, ids)
      const waiting = await db.unscoped(appeal).all({ punishmentId: [...ids], conclusion: ['suggestRevoke', 'suggestChange'], 'carriedOutOn.isNull': true }) // of the punishments given
      return new Set([...open, ...waiting].map(a => a.punishmentId))
    },
  }),
]
