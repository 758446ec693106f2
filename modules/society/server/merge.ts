import { refusalOf } from '#model'
import { isAtSchool } from '#modules/student/model/status.ts'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { postEntries } from '#server/ledger/post.ts'
import { type Dissolution, societyDissolution } from '../model/dissolution.ts'
import { fundLedger } from '../model/fund.ts'
import { type Member, societyMember, WAITING } from '../model/member.ts'
import { RUNNING, type Society, society, societyStates } from '../model/society.ts'
import { told } from './membership.ts'
import { memberTodos, tell } from './notify.ts'

/** Refuses a merger into a society that does not run, or has no room for so many more. */
export async function mustTake(db: Db, of: Society, into: Society): Promise<void> {
  const refuse = (key: string, values: object): never => {
    throw refusalOf(societyDissolution, key, { society: of.name, into: into.name, ...values }, 'intoId')
  }
  if (into.id === of.id) refuse('intoSelf', {})
  if (!RUNNING.includes(into.state)) refuse('intoOver', { state: { text: societyStates.labels[into.state] } })
  if (!into.memberCap) return
  const here = new Set((await db.unscoped(societyMember).all({ societyId: into.id, state: 'active' })).map(m => m.studentId)) // how many there are
  const coming = (await db.unscoped(societyMember).all({ societyId: of.id, state: 'active' })).filter(m => !here.has(m.studentId)).length // as above
  if (here.size + coming > into.memberCap) refuse('intoFull', { cap: into.memberCap, members: here.size, coming })
}
interface Passing {
  of: Society
  into: Society
  members: readonly Member[]
  people: ReadonlyMap<string, StudentOf>
}
/** Members first, then both societies, as whoever changes a membership locks. */
export async function lockMerger(db: Db, { societyId, intoId }: Dissolution): Promise<Passing> {
  const ids = (await db.unscoped(societyMember).all({ societyId, state: 'active' })).map(m => m.studentId) // of the society that ends
  const people = await studentsOf(db, ids, { lock: true })
  const both = await db.unscoped(society).lockAll([societyId, intoId ?? '']) // as above
  const [of, into] = [both.find(s => s.id === societyId), both.find(s => s.id === intoId)]
  if (!of || !into) throw refusalOf(societyDissolution, 'intoMissing', {}, 'intoId')
  return { of, into, people, members: await db.unscoped(societyMember).all({ societyId, state: 'active' }) } // behind the locks
}
const FRESH = { told: null, leftOn: null, leaveReason: null, removalReason: null, hearUntil: null, statement: null, postDoubt: null, answerBy: null } as const
/** 60-SO14: whoever is at school goes on as a member of the other society, which also has the money. Nobody pays for the same school year twice. */
export async function passOn(db: Db, row: Dissolution, { of, into, members, people }: Passing): Promise<void> {
  await mustTake(db, of, into)
  const there = new Map((await db.unscoped(societyMember).all({ societyId: into.id, studentId: members.map(m => m.studentId) })).map(m => [m.studentId, m])) // the pairs that are made
  const coming = members.filter(({ studentId }) => there.get(studentId)?.state !== 'active' && isAtSchool(people.get(studentId)?.status ?? ''))
  if (coming.length) {
    const set = { ...FRESH, societyId: into.id, state: 'active' as const, role: 'member' as const, joinedOn: today(), note: `${of.name}并入` }
    const drafts = coming.map(({ studentId, feeXn }) => ({ ...set, studentId, feeXn: there.get(studentId)?.feeXn ?? feeXn }))
    await db.upsert(societyMember, ['societyId', 'studentId'], drafts as never)
  }
  const made = await db.unscoped(societyMember).all({ societyId: into.id, studentId: coming.map(m => m.studentId) }) // the same pairs
  await memberTodos.follow(
    db,
    made.filter(m => WAITING.some(w => w === there.get(m.studentId)?.state)),
  )
  for (const row of made) await told(db, row)
  await tell(db, 'merged', made, { from: of.name })
  if (!of.balance) return
  const source = { sourceType: 'societyDissolution', sourceId: row.id, sourceSeq: 1, makerId: row.applicantId ?? db.me.userId }
  const own = { bizDate: today(), checkerId: db.me.userId }
  await postEntries(db, fundLedger, [
    { ...source, accountId: of.id, kind: 'return', amount: -of.balance, own: { ...own, about: `并入${into.name}` } },
    { ...source, accountId: into.id, kind: 'allocation', amount: of.balance, own: { ...own, about: `${of.name}并入` } },
  ])
}
