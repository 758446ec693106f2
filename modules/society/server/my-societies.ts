import sql from 'sql-template-tag'
import { teacher } from '#modules/campus/model/people.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { type Member, societyMember } from '../model/member.ts'
import { mySocieties } from '../model/member-actions.ts'
import { LIVING, society } from '../model/society.ts'
import { ownMemberships } from './join.ts'
import { advisedSocieties, advisorsOf, ownPosts } from './reach.ts'

const SHOWN = ['asked', 'confirming', 'active', 'declined'] as const
type People = Awaited<ReturnType<typeof studentsOf>>
const removalOf = ({ removalReason, hearUntil, statement }: Member) => ({ removalReason, hearUntil, statement })
async function countsOf(db: Db, ids: readonly string[]): Promise<(id: string) => number> {
  const found = await db.query<{ id: string; n: number }>(sql`select society_id as id, count(*)::int as n from society_member
    where tenant_id = ${db.me.tenantId} and state = 'active' and society_id = any(${[...ids]}::uuid[]) group by 1`)
  const of = new Map(found.map(f => [f.id, f.n]))
  return id => of.get(id) ?? 0
}
async function mineOf(ctx: Ctx) {
  const { db } = ctx
  const rows = ctx.me.studentId ? await ownMemberships.all(ctx, { state: SHOWN } as never) : []
  const ids = rows.map(r => r.societyId)
  const societies = new Map((await db.unscoped(society).all({ id: ids })).map(s => [s.id, s])) // of the caller's memberships
  const heads = await db.unscoped(societyMember).all({ societyId: ids, role: 'head' }) // their heads
  const people = await studentsOf(
    db,
    heads.map(h => h.studentId),
  )
  const teachers = new Map((await db.unscoped(teacher).all({ id: [...societies.values()].flatMap(advisorsOf) })).map(t => [t.id, t.name])) // names
  const members = await countsOf(db, ids)
  return rows.flatMap(row => {
    const of = societies.get(row.societyId)
    if (!of) return []
    const head = people.get(heads.find(h => h.societyId === of.id)?.studentId ?? '')?.name ?? null
    const { id, role, state, joinedOn, leaveReason } = row
    const advisor = advisorsOf(of).flatMap(a => teachers.get(a) ?? [])
    return {
      id,
      societyId: of.id,
      society: of.name,
      societyState: of.state,
      role,
      state,
      joinedOn,
      leaveReason,
      meets: of.meets,
      head,
      advisor: advisor.join('、'),
      members: members(of.id),
      ...removalOf(row),
    }
  })
}
const requestOf = (row: Member, people: People, mayAnswer: boolean) => ({
  ...{ id: row.id, name: people.get(row.studentId)?.name ?? '', className: people.get(row.studentId)?.className ?? null },
  ...{ note: row.note, askedAt: row.askedAt, answerBy: row.answerBy, mayAnswer },
})
async function keptOf(ctx: Ctx) {
  const { db, me } = ctx
  const posts = await ownPosts(ctx)
  const advises = (await advisedSocieties(ctx)).filter(s => !posts.has(s.id))
  const past = me.studentId
    ? await db.unscoped(societyMember).all({ studentId: me.studentId, 'readsUntil.ge': new Date().toISOString() } as never) // the caller's own former post
    : []
  const formerIds = new Set(past.map(p => p.societyId).filter(id => !posts.has(id)))
  const led = (await db.unscoped(society).all({ id: [...posts.keys(), ...formerIds] })).filter(s => LIVING.includes(s.state)) // the caller's own posts
  const all = [...led, ...advises]
  const rows = await db.unscoped(societyMember).all({ societyId: all.map(s => s.id), state: ['asked', 'active'] }, { sort: ['role', 'joinedOn'], limit: 3000 }) // of societies the caller acts for
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  return all.map(({ id, name, state, balance }) => {
    const as = posts.get(id) ?? (formerIds.has(id) ? ('former' as const) : ('advisor' as const))
    const own = rows.filter(r => r.societyId === id)
    const isHeadless = !own.some(r => r.state === 'active' && (r.role === 'head' || r.role === 'deputy'))
    const members = own.filter(r => r.state === 'active')
    const mayAnswer = (row: Member): boolean => as === 'head' || as === 'deputy' || (as === 'advisor' && (isHeadless || row.told === 'advisor'))
    return {
      ...{ id, name, state, as, balance, members: members.length, mayManage: as === 'head' || as === 'deputy' },
      requests: as === 'treasurer' || as === 'former' ? [] : own.filter(r => r.state === 'asked').map(r => requestOf(r, people, mayAnswer(r))),
      people: members.map(r => ({
        ...{ id: r.id, name: people.get(r.studentId)?.name ?? '', className: people.get(r.studentId)?.className ?? null },
        ...{ role: r.role, joinedOn: r.joinedOn, isSelf: r.studentId === me.studentId, ...removalOf(r) },
      })),
    }
  })
}
export default handle(mySocieties, async ctx => ({ mine: await mineOf(ctx), kept: await keptOf(ctx) }))
