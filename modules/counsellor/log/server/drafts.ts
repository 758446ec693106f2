import sql from 'sql-template-tag'
import type { Wording } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { holderOf, holdersOn } from '#modules/campus/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, onMany } from '#server/context.ts'
import { phraseValues } from '#server/i18n/wording.ts'
import { NEUTRAL, type WorkKind, workLog } from '../model/work-log.ts'
import { peopleOf } from './logs.ts'
import { standingOf } from './own-people.ts'
import { settingsOf } from './settings.ts'

interface Fact {
  authorId: string
  kind: WorkKind
  startedAt: string
  minutes: number
  studentIds: string[]
  content: Wording
  topics: string[] | null
  sourceType: string
  sourceId: string
}
const CONTENT_LETTERS = 2000
/** What a draft says, kept as a sentence of the product. */
const said = (content: Wording) => phraseValues({ wording: null }, 'content', content, CONTENT_LETTERS)
/** 50-CW3: drafts for their authors to confirm, of work with their own people. The key of the source makes it one, however often it is told, confirmed or left out. */
async function draft(db: Db, facts: readonly Fact[]): Promise<void> {
  if (!facts.length) return
  const standing = await standingOf(
    db,
    facts.map(f => ({ ...f, day: schoolDate(f.startedAt) })),
  )
  const own = facts.filter((_, n) => standing[n]?.held && !standing[n].strangers)
  const people = await peopleOf(db, own)
  await db.insertMany(
    workLog,
    own.map((fact, n) => ({ ...fact, ...said(fact.content), people: people[n] ?? null, source: 'auto' as const, state: 'draft' as const })),
    { skipExisting: true },
  )
}
async function teachersOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ userId: string; teacherId: string }>(
    sql`select user_id as "userId", teacher_id as "teacherId" from teacher_account where tenant_id = ${db.me.tenantId} and user_id = any(${[...new Set(userIds)]}::uuid[])`,
  )
  return new Map(rows.map(r => [r.userId, r.teacherId]))
}
/** Drafts of those who did it, by account. */
async function draftForAccounts(db: Db, had: ReadonlyArray<{ byId: string; fact: Omit<Fact, 'authorId'> }>): Promise<void> {
  if (!had.length) return
  const teachers = await teachersOf(
    db,
    had.map(h => h.byId),
  )
  await draft(
    db,
    had.flatMap(({ byId, fact }) => {
      const authorId = teachers.get(byId)
      return authorId ? [{ ...fact, authorId }] : []
    }),
  )
}
const CONTACTS: Readonly<Record<string, { kind: WorkKind; content: string; minutes: number }>> = {
  call: { kind: 'homeContact', content: '与家长通电话', minutes: 15 },
  meeting: { kind: 'homeContact', content: '家长到校面谈', minutes: 30 },
  visit: { kind: 'homeVisit', content: '家访', minutes: 60 },
}
/** Calls, visits and meetings that a counsellor had with families. Why stays with the record of the contact. */
const families = onMany('family.contacted', 'counsellor.familyContacted', async ({ db }, payloads) => {
  const had = payloads.flatMap(({ kind, byId, at, studentId, bizType, bizId }) => {
    const how = CONTACTS[String(kind)]
    if (!how || typeof byId !== 'string' || typeof at !== 'string') return []
    return [{ byId, fact: { ...how, startedAt: at, studentIds: [String(studentId)], topics: null, sourceType: String(bizType), sourceId: String(bizId) } }]
  })
  await draftForAccounts(db, had)
})
const MEETING = { kind: 'classMeeting', minutes: 45, studentIds: [], topics: null, sourceType: 'signOccurrence' } satisfies Partial<Fact>
/** Class meetings with sign-in. */
const meetings = onMany('signIn.occurrenceSettled', 'counsellor.meetingHeld', ({ db }, payloads) =>
  draft(
    db,
    payloads.flatMap(({ occurrenceId, kind, name, teacherId, opensAt }) =>
      kind === 'meeting' && typeof teacherId === 'string' && typeof opensAt === 'string'
        ? [{ ...MEETING, authorId: teacherId, startedAt: opensAt, content: String(name), sourceId: String(occurrenceId) }]
        : [],
    ),
  ),
)
/** Drafts about single students for whoever counsels them now, beginning now. */
async function draftForHolders<T extends { studentId: string }>(db: Db, all: readonly T[], factOf: (one: T) => Omit<Fact, 'authorId' | 'startedAt' | 'studentIds'>): Promise<void> {
  const [students, held] = [
    await studentsOf(
      db,
      all.map(one => one.studentId),
    ),
    await holdersOn(db),
  ]
  const startedAt = new Date().toISOString()
  await draft(
    db,
    all.flatMap(one => {
      const who = students.get(one.studentId)
      const holder = who?.counselledClassId ? holderOf(held, who.counselledClassId, 'fdy') : undefined
      return who && holder ? [{ ...factOf(one), authorId: holder.teacherId, startedAt, studentIds: [who.id] }] : []
    }),
  )
}
const LEAVE_TALK = { kind: 'talk', minutes: 15, topics: ['leave'], sourceType: 'leave' } satisfies Partial<Fact>
interface Away {
  studentId: string
  leaveId: string
  from: string
  to: string
  isCancelled: boolean
}
const awayOf = (payloads: ReadonlyArray<Record<string, unknown>>): Away[] =>
  payloads.map(({ studentId, leaveId, from, to, isCancelled }) => ({
    studentId: String(studentId),
    leaveId: String(leaveId),
    from: String(from),
    to: String(to),
    isCancelled: isCancelled === true,
  }))
const spanOf = ({ from, to }: Away): Wording => ({ text: '请假 {from} 至 {to}', values: { from: schoolDate(from), to: schoolDate(to) } })
/** Whoever goes away for days is talked to before; the reason of the leave stays with the leave. */
const talkBefore = (db: Db, away: readonly Away[]): Promise<void> => draftForHolders(db, away, one => ({ ...LEAVE_TALK, content: spanOf(one), sourceId: one.leaveId }))
const isLong = ({ from, to, isCancelled }: Away, days: number): boolean => days > 0 && !isCancelled && Date.parse(to) - Date.parse(from) >= days * DAY_MS
const leaves = onMany('leave.approved', 'counsellor.leaveApproved', async ({ db }, payloads) => {
  const { leaveTalkDays } = await settingsOf(db)
  const long = awayOf(payloads).filter(one => isLong(one, leaveTalkDays))
  if (long.length) await talkBefore(db, long)
})
/** Drafts that wait for their author because of something; what somebody confirmed or left out stays. */
const waiting = (type: string, ids: readonly string[]) => sql`t.state = 'draft' and t.source_type = ${type} and t.source_id = any(${[...ids]}::text[])`
/** A leave that was shortened below its talk, or cancelled, asks for none; one that was prolonged may ask for one now, and says its new span. */
const changed = onMany('leave.changed', 'counsellor.leaveChanged', async ({ db }, payloads) => {
  const { leaveTalkDays } = await settingsOf(db)
  // told several times in one go, the last one holds
  const last = [...new Map(awayOf(payloads).map(one => [one.leaveId, one])).values()]
  await db.removeWhere(
    workLog,
    waiting(
      'leave',
      last.map(one => one.leaveId),
    ),
    { history: false },
  )
  const long = last.filter(one => isLong(one, leaveTalkDays))
  if (long.length) await talkBefore(db, long)
})
const VISIT = { kind: 'roomVisit', minutes: 30, topics: null } satisfies Partial<Fact>
/** A night of a student; the column of the source takes no more than one id. */
const nightOf = (day: string): string => `night ${day}`
/** Who was away at night is visited in their room; a night that turns out otherwise asks for no visit. What the night was stays with the dormitory. */
const nights = onMany('dormitory.nightResult', 'counsellor.nightResult', async ({ db }, payloads) => {
  const last = [
    ...new Map(payloads.map(p => [`${p.studentId} ${p.nightDate}`, { studentId: String(p.studentId), day: String(p.nightDate), isAway: p.result === 'absent' }])).values(),
  ]
  for (const [day, of] of Map.groupBy(last, one => one.day)) {
    const back = of.filter(one => !one.isAway).map(one => one.studentId)
    if (back.length) await db.removeWhere(workLog, waiting(nightOf(day), back), { history: false })
  }
  const away = last.filter(one => one.isAway)
  if (!away.length) return
  await draftForHolders(db, away, ({ studentId, day }) => ({
    ...VISIT,
    content: { text: '走访宿舍，了解 {day} 晚上的情况', values: { day } },
    sourceType: nightOf(day),
    sourceId: studentId,
  }))
})
const HANDLED: Readonly<Record<string, { kind: WorkKind; minutes: number; content: string }>> = {
  talked: { kind: 'talk', minutes: 30, content: NEUTRAL },
  family: { kind: 'homeContact', minutes: 15, content: '与家长通电话' },
}
/** A follow-up that ended with a talk or a call. Why somebody was looked after stays where it was. */
const followUps = onMany('warning.caseHandled', 'counsellor.caseHandled', async ({ db }, payloads) => {
  const had = payloads.flatMap(({ outcome, byId, at, studentId, caseId }) => {
    const how = HANDLED[String(outcome)]
    if (!how || typeof byId !== 'string' || typeof at !== 'string') return []
    return [{ byId, fact: { ...how, startedAt: at, studentIds: [String(studentId)], topics: null, sourceType: 'followUp', sourceId: String(caseId) } }]
  })
  await draftForAccounts(db, had)
})
export default [families, meetings, leaves, changed, nights, followUps]
