import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { addMonths } from '#modules/campus/model/days.ts'
import { isAtSchool, STUDENT_STATUS } from '#modules/student/model/status.ts'
import { student } from '#modules/student/model/student.ts'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { type Member, societyMember } from '../model/member.ts'
import { RUNNING, type Society, society, societyStates } from '../model/society.ts'
import { chargeMember, refundMember } from './fees.ts'
import { askKeepers, askStaff, memberTodos, tell } from './notify.ts'
import { settingsOf } from './settings.ts'

export const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(societyMember, key, values, field)
}
export interface Pair {
  who: StudentOf
  of: Society
}
/** A student and a society, locked in this order by whoever changes a membership: so neither the student's number nor the society's cap is passed. */
export async function lockPair(db: Db, studentId: string, societyId: string): Promise<Pair> {
  const who = await studentOf(db, studentId, { lock: true })
  if (!who) throw notFound()
  return { who, of: await db.unscoped(society).lock(societyId) } // what may be done with it is checked by the caller
}
export const membersOf = (db: Db, societyId: string): Promise<number> => db.unscoped(societyMember).count({ societyId, state: 'active' }) // its number
export function mustBeAtSchool({ name, status }: StudentOf): void {
  if (!status || !isAtSchool(status)) refuse('away', { name, status: { text: status ? STUDENT_STATUS[status] : '—' } })
}
export function mustRun(of: Society): void {
  if (!RUNNING.includes(of.state)) refuse('notRunning', { society: of.name, state: { text: societyStates.labels[of.state] } })
}
/** 60-SO4: under the lock of the student. The refusal names the societies they are in. */
export async function mustHaveFew(db: Db, who: StudentOf, societyId: string): Promise<void> {
  const { mostMemberships: most } = await settingsOf(db)
  const held = (await db.unscoped(societyMember).all({ studentId: who.id, state: 'active' })).filter(r => r.societyId !== societyId) // of the student who joins
  if (held.length < most) return
  const names = await db.unscoped(society).all({ id: held.map(h => h.societyId) }) // told to the student, or to who answers
  refuse('most', { name: who.name, societies: names.map(n => n.name).join('”“'), most })
}
/** Final under the lock of the society. */
export async function mustHavePlace(db: Db, { id, name, memberCap: cap }: Society): Promise<void> {
  if (cap && (await membersOf(db, id)) >= cap) refuse('full', { society: name, cap })
}
/** Holds the pair. */
export async function mustFit(db: Db, { who, of }: Pair): Promise<void> {
  await mustHaveFew(db, who, of.id)
  await mustHavePlace(db, of)
}
/** 60-SO4: one head of a society, one society of a head. */
export async function mayHead(db: Db, { who, of }: Pair): Promise<void> {
  const heads = await db.unscoped(societyMember).all({ role: 'head', societyId: of.id }) // its head
  const holder = heads.find(h => h.studentId !== who.id)
  if (holder) refuse('headTaken', { society: of.name, holder: (await studentOf(db, holder.studentId))?.name ?? '' }, 'role')
  const other = (await db.unscoped(societyMember).all({ role: 'head', studentId: who.id })).find(h => h.societyId !== of.id) // as above
  if (other) refuse('headElsewhere', { name: who.name, other: (await db.unscoped(society).one(other.societyId)).name }, 'role') // its name
}
/** 60-SO5: a head's term begins today, and counts. */
export async function termFrom(db: Db, { headTerms }: Pick<Member, 'headTerms'>) {
  const { headTermYears } = await settingsOf(db)
  return { postFrom: today(), headUntil: addMonths(today(), headTermYears * 12), headTerms: (headTerms ?? 0) + 1 }
}
const MAINLAND = '156'
/** 60-SO6 */
export async function isConfirmed(db: Db, studentId: string): Promise<boolean> {
  if (!(await settingsOf(db)).confirmsOutside) return true
  const { nationalityCode } = await db.unscoped(student).one(studentId) // of the student who joins
  return !nationalityCode || nationalityCode === MAINLAND
}
const FRESH = {
  told: null,
  leftOn: null,
  leaveReason: null,
  removalReason: null,
  hearUntil: null,
  statement: null,
  postDoubt: null,
  postFrom: null,
  headUntil: null,
  readsUntil: null,
} as const
type Begun = Pick<Member, 'state' | 'note' | 'askedAt' | 'answerBy' | 'joinedOn'>
/** Writes the row of a pair, the one of before where there is one, and says what follows. */
export async function begin(db: Db, { who, of }: Pair, before: Member | undefined, state: 'asked' | 'confirming' | 'active', note: string | null): Promise<Member> {
  const now = Date.now()
  const { answerDays } = await settingsOf(db)
  const asked = { askedAt: new Date(now).toISOString(), answerBy: state === 'asked' ? new Date(now + answerDays * DAY_MS).toISOString() : null }
  const set: Begun = { state, note, ...asked, joinedOn: state === 'active' ? today() : null }
  const row = before
    ? await db.update(societyMember, before.id, { ...FRESH, ...set, role: 'member' })
    : await db.insert(societyMember, { societyId: of.id, studentId: who.id, ...set } as never)
  await follow(db, row, of)
  return row
}
/** What a new state of a membership brings: the member is told, or somebody is asked. */
async function follow(db: Db, row: Member, of: Society): Promise<void> {
  if (row.state === 'asked') return askKeepers(db, row, of)
  if (row.state === 'confirming') return askStaff(db, 'confirm', [row])
  await chargeMember(db, row, of)
  await told(db, row)
  await tell(db, 'joined', [row])
}
export const told = (db: Db, { societyId, studentId, role, state }: Member): Promise<void> =>
  db.emit('society.memberChanged', { societyId, studentId, role: state === 'active' ? role : null })
/** Somebody has agreed: the next one is asked, or the student is in. */
export async function goOn(db: Db, row: Member, of: Society, state: 'confirming' | 'active'): Promise<Member> {
  const after = await db.update(societyMember, row.id, { state, joinedOn: state === 'active' ? today() : null })
  await memberTodos.follow(db, [after])
  await follow(db, after, of)
  return after
}
/** A membership ends, with its post. */
export async function end(db: Db, row: Member, of: Society, leaveReason: string | null): Promise<Member> {
  if (row.state === 'active') await refundMember(db, row, of)
  const gone = { role: 'member', removalReason: null, hearUntil: null, postDoubt: null, postFrom: null, headUntil: null } as const
  const after = await db.update(societyMember, row.id, { ...gone, state: 'left', leftOn: today(), leaveReason })
  await memberTodos.follow(db, [after])
  if (row.state === 'active') await told(db, after)
  return after
}
