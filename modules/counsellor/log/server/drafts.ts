import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { holderOf, holdersOn } from '#modules/campus/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, onMany } from '#server/context.ts'
import { type WorkKind, workLog } from '../model/work-log.ts'
import { peopleOf } from './logs.ts'
import { standingOf } from './own-people.ts'
import { settingsOf } from './settings.ts'

interface Fact {
  authorId: string
  kind: WorkKind
  startedAt: string
  minutes: number
  studentIds: string[]
  content: string
  topics: string[] | null
  sourceType: string
  sourceId: string
}
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
    own.map((fact, n) => ({ ...fact, people: people[n] ?? null, source: 'auto' as const, state: 'draft' as const })),
    { skipExisting: true },
  )
}
async function teachersOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ userId: string; teacherId: string }>(
    sql`select user_id as "userId", teacher_id as "teacherId" from teacher_account where tenant_id = ${db.me.tenantId} and user_id = any(${[...new Set(userIds)]}::uuid[])`,
  )
  return new Map(rows.map(r => [r.userId, r.teacherId]))
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
const LEAVE_TALK = { kind: 'talk', minutes: 15, topics: ['leave'], sourceType: 'leave' } satisfies Partial<Fact>
/** Whoever goes away for days is talked to before; the reason of the leave stays with the leave. */
const leaves = onMany('leave.approved', 'counsellor.leaveApproved', async ({ db }, payloads) => {
  const { leaveTalkDays } = await settingsOf(db)
  const long = payloads.filter(({ from, to }) => Date.parse(String(to)) - Date.parse(String(from)) >= leaveTalkDays * DAY_MS)
  if (!leaveTalkDays || !long.length) return
  const students = await studentsOf(
    db,
    long.map(p => String(p.studentId)),
  )
  const held = await holdersOn(db)
  await draft(
    db,
    long.flatMap(({ studentId, leaveId, from, to }) => {
      const who = students.get(String(studentId))
      const holder = who?.counselledClassId ? holderOf(held, who.counselledClassId, 'fdy') : undefined
      if (!who || !holder) return []
      const content = `请假 ${schoolDate(String(from))} 至 ${schoolDate(String(to))}`
      return [{ ...LEAVE_TALK, authorId: holder.teacherId, startedAt: new Date().toISOString(), studentIds: [who.id], content, sourceId: String(leaveId) }]
    }),
  )
})
export default [families, meetings, leaves]
