import { HOUR_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { sized } from '#server/demo/options.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import { changeStays } from '../../stays/server/api.ts'
import { dormChange } from '../model/dorm-change.ts'
import { changeSubject } from '../model/flow.ts'
import type { ChangeState } from '../model/states.ts'
import { demoBoard } from './demo-board.ts'
import { demoMass } from './demo-mass.ts'
import { type FreeBed, freeBedsOf, movedBefore, type Resident, residentsOf } from './demo-people.ts'
import { holdBed } from './hold-bed.ts'

/** Numbers of a school of thirty thousand over a term; a small demo has at least one in each state. */
const WHOLE = { pending: 24, returned: 6, approved: 12, swaps: 8, executed: 90, rejected: 16, withdrawn: 10, lapsed: 8, cancelled: 6 } as const
const LEAST = { pending: 5, returned: 1, approved: 3, swaps: 2, executed: 10, rejected: 3, withdrawn: 2, lapsed: 2, cancelled: 1 } as const
const REASONS: ReadonlyArray<readonly [string, string]> = [
  ['study', '准备考研，想住得离图书馆近一些'],
  ['roommates', '作息差别大，晚上睡不好'],
  ['study', '实验室在另一侧，早晚来回不方便'],
  ['classMove', '转到软件技术专业，想和新班级住在一起'],
  ['health', '腰椎不好，医生建议住低楼层下铺'],
  ['repair', '天花板渗水，维修期间不能住'],
  ['other', '和同班同学一起做项目，想住同一间'],
]
type Name = keyof typeof WHOLE

/** A term of changes: pending, upcoming, executed and refused ones, one mass move, and the swap board. */
export async function demoChanges(db: Db, { students }: { students: number }): Promise<void> {
  const residents = await residentsOf(db)
  const beds = await freeBedsOf(db)
  if (residents.length < 60 || beds.length < 12) return
  const own = residents.find(r => r.isStudent)
  const crowd = new Crowd(
    residents.filter(r => !r.isStudent),
    beds,
  )
  const random = randomOf(61)
  const count = (name: Name): number => sized(students, WHOLE[name], LEAST[name])
  await running(db, crowd, random, { pending: count('pending'), returned: count('returned'), approved: count('approved') })
  await swaps(db, crowd, random, own, count('swaps'))
  await over(db, crowd, random, count)
  await demoMass(db, crowd)
  await demoBoard(db, crowd, own)
}
/** Hands out each resident and free bed once. */
export class Crowd {
  private readonly residents: Resident[]
  private readonly beds: FreeBed[]
  constructor(residents: readonly Resident[], beds: readonly FreeBed[]) {
    this.residents = [...residents]
    this.beds = [...beds]
  }
  next(gender?: string): Resident | undefined {
    const n = gender ? this.residents.findIndex(r => r.gender === gender) : 0
    return n < 0 ? undefined : this.residents.splice(n, 1)[0]
  }
  bedFor(who: Resident): FreeBed | undefined {
    const n = this.beds.findIndex(b => b.gender === who.gender)
    return n < 0 ? undefined : this.beds.splice(n, 1)[0]
  }
  /** A resident and a bed for them. */
  pair(): { who: Resident; bed: FreeBed } | undefined {
    const gender = this.beds[0]?.gender
    const who = gender ? this.next(gender) : undefined
    const bed = who && this.bedFor(who)
    return who && bed && { who, bed }
  }
}
const iso = (at: number): string => new Date(at).toISOString()
/** Common fields of all drafts. */
function draftOf(who: Resident, random: Random, more: { toBedId: string; toDormId: string; state: ChangeState; effectiveDate: string; hoursAgo: number }) {
  const [reason, detail] = random.pick(REASONS)
  const { hoursAgo, ...rest } = more
  return {
    type: 'move' as const,
    studentId: who.id,
    departmentId: who.departmentId,
    classId: who.classId,
    fromStayId: who.stayId,
    fromBedId: who.bedId,
    reason,
    detail,
    proofs: [],
    leavesClassRoom: random.chance(0.4),
    createdAt: iso(Date.now() - hoursAgo * HOUR_MS),
    ...rest,
  }
}
/** Pending ones go through the real flow: held bed, steps, todos, messages. */
async function running(db: Db, crowd: Crowd, random: Random, count: Record<'pending' | 'returned' | 'approved', number>): Promise<void> {
  const states = (['pending', 'returned', 'approved'] as const).flatMap(state => Array.from({ length: count[state] }, () => state))
  for (const [n, state] of states.entries()) {
    const found = crowd.pair()
    if (!found) return
    const { who, bed } = found
    const effectiveDate = addDays(today(), state === 'approved' && n % 3 === 0 ? 0 : 2 + (n % 9))
    const stay = await holdBed(db, { studentId: who.id, bedId: bed.id, from: effectiveDate })
    const isApproved = state === 'approved'
    if (isApproved) await changeStays(db, [{ id: stay.id, state: 'reserved', holdUntil: null }])
    const row = await db.insert(dormChange, {
      ...draftOf(who, random, { toBedId: bed.id, toDormId: bed.dormId, state, effectiveDate, hoursAgo: 3 + n * 5 }),
      toStayId: stay.id,
      holdUntil: isApproved ? null : stay.holdUntil,
      approvedAt: isApproved ? iso(Date.now() - 2 * HOUR_MS) : null,
    })
    if (state === 'pending') await submit({ db, me: db.me, lang: 'zh-cn' }, changeSubject, row)
  }
}
/** Swaps waiting for the partner, including the demo student; every second one is accepted and in approval. */
async function swaps(db: Db, crowd: Crowd, random: Random, own: Resident | undefined, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const peer = n === 0 && own ? own : crowd.next()
    const who = peer && crowd.next(peer.gender)
    if (!who || !peer) return
    const isAgreed = n % 2 === 1
    const row = await db.insert(dormChange, {
      ...draftOf(who, random, { toBedId: peer.bedId, toDormId: peer.dormId, state: isAgreed ? 'pending' : 'waitingPeer', effectiveDate: addDays(today(), 3 + n), hoursAgo: 4 + n }),
      type: 'swap',
      peerId: peer.id,
      peerStayId: peer.stayId,
      peerUntil: iso(Date.now() + 40 * HOUR_MS),
      peerConfirmedAt: isAgreed ? iso(Date.now() - HOUR_MS) : null,
    })
    if (isAgreed) await submit({ db, me: db.me, lang: 'zh-cn' }, changeSubject, row)
  }
}
const NOTES: Readonly<Record<string, string>> = { lapsed: '占位到期，床位已放出', cancelled: '和室友说开了，不调了' }
/** The last months: those who moved live in the new bed, the others where they were. */
async function over(db: Db, crowd: Crowd, random: Random, count: (name: Name) => number): Promise<void> {
  const executed = many(count('executed'), () => crowd.pair()).map(({ who, bed }, n) => ({ who, bed, day: addDays(today(), -3 - ((n * 7) % 50)) }))
  const before = await movedBefore(
    db,
    executed.map(({ who, bed, day }) => ({ stayId: who.stayId, fromBedId: bed.id, at: schoolInstant(day, '09:30') })),
  )
  const done = executed.map(({ who, bed, day }) => ({
    ...draftOf(who, random, { toBedId: who.bedId, toDormId: who.dormId, state: 'executed', effectiveDate: day, hoursAgo: 24 * 60 }),
    fromStayId: before.get(who.stayId) ?? who.stayId,
    fromBedId: bed.id,
    toStayId: who.stayId,
    approvedAt: schoolInstant(addDays(day, -2), '15:00'),
    executedAt: schoolInstant(day, '09:30'),
  }))
  const ended = (['rejected', 'withdrawn', 'lapsed', 'cancelled'] as const).flatMap(state =>
    many(count(state), () => crowd.pair()).map(({ who, bed }, n) => ({
      ...draftOf(who, random, { toBedId: bed.id, toDormId: bed.dormId, state, effectiveDate: addDays(today(), -5 - n * 6), hoursAgo: 24 * (8 + n * 6) }),
      endNote: NOTES[state] ?? null,
    })),
  )
  await db.insertMany(dormChange, [...done, ...ended])
}
function many<T>(n: number, make: () => T | undefined): T[] {
  const made: T[] = []
  for (let i = 0; i < n; i++) {
    const one = make()
    if (one) made.push(one)
  }
  return made
}
