import sql from 'sql-template-tag'
import { mustAllow, type Row, refusalOf } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle, onMany } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { leagueBranch } from '../model/branch.ts'
import { leagueMember } from '../model/member.ts'
import { monthAfter, monthOf } from '../model/months.ts'
import { leagueTransfer } from '../model/transfer.ts'
import { giveTransfer, openTransfers, proposeTransfer, refuseTransfer, takeTransfer, transferTargets } from '../model/transfer-actions.ts'
import { refuseOpenOrder } from './charges.ts'
import { tellChanged } from './members.ts'
import { moveFees } from './move-fees.ts'
import { mustStandFor, standsFor } from './reach.ts'
import { TOLD, transferTodos } from './transfer-todos.ts'

export type Transfer = Row<typeof leagueTransfer>
const PERMISSION = proposeTransfer.permission
const nameOf = async (db: Db, studentId: string): Promise<string> => (await studentsOf(db, [studentId])).get(studentId)?.name ?? ''
/** Asked by the member, it waits for the giving branch; asked by that side, for the receiving one. */
const propose = handle(proposeTransfer, async (ctx, { memberId, toId, reason }) => {
  const { db, me } = ctx
  const member = await db.unscoped(leagueMember).lock(memberId) // whose it is is checked next
  const gives = (await standsFor(ctx, [member.branchId], PERMISSION)).has(member.branchId)
  if (!gives && member.studentId !== me.studentId) throw refusalOf(leagueTransfer, 'notMember')
  const to = await db.unscoped(leagueBranch).one(toId) // any branch of the school
  const name = await nameOf(db, member.studentId)
  if (member.state !== 'active') throw refusalOf(leagueTransfer, 'left', { name })
  if (to.level !== 'branch') throw refusalOf(leagueTransfer, 'notBranch', { branch: to.name }, 'toId')
  if (to.id === member.branchId) throw refusalOf(leagueTransfer, 'same', { name, branch: to.name }, 'toId')
  const draft = { memberId, studentId: member.studentId, fromId: member.branchId, toId, reason: reason ?? null }
  const made = await db.insertOrSkip(leagueTransfer, { ...draft, ...(gives ? { state: 'asked' as const, givenById: me.userId } : {}) })
  if (!made) throw refusalOf(leagueTransfer, 'open', { name })
  await transferTodos(db, [made])
  return { id: made.id }
})
async function locked(ctx: Ctx, id: string, verb: 'give' | 'take' | 'refuse'): Promise<Transfer> {
  const row = await ctx.db.unscoped(leagueTransfer).find({ id }) // whose side the caller is on is checked next
  if (!row) throw notFound()
  if (verb === 'give' || (verb === 'refuse' && row.state === 'proposed')) await mustStandFor(ctx, [row.fromId], PERMISSION)
  else await mustStandFor(ctx, [row.toId], PERMISSION)
  const now = await ctx.db.unscoped(leagueTransfer).lock(id) // just checked
  mustAllow(leagueTransfer, now, verb)
  return now
}
const give = handle(giveTransfer, async (ctx, { id }) => {
  await locked(ctx, id, 'give')
  await transferTodos(ctx.db, [await ctx.db.update(leagueTransfer, id, { state: 'asked', givenById: ctx.me.userId })])
})
/** 40-G3: the branch changes at once, what is collected from the next month on. */
const take = handle(takeTransfer, async (ctx, { id }) => {
  const { db, me } = ctx
  const { memberId, toId, fromId } = await locked(ctx, id, 'take')
  const member = await db.unscoped(leagueMember).lock(memberId) // of the transfer
  await refuseOpenOrder(db, member)
  const fromMonth = monthAfter(monthOf(today()), 1)
  await db.updateWhere(leagueBranch, { id: fromId, secretaryId: member.studentId }, { secretaryId: null })
  const after = await db.update(leagueMember, memberId, { branchId: toId })
  await moveFees(db, after, fromMonth)
  await transferTodos(db, [await db.update(leagueTransfer, id, { state: 'done', takenById: me.userId, fromMonth })])
  await tellChanged(db, after)
})
const refuse = handle(refuseTransfer, async (ctx, { id, note }) => {
  await locked(ctx, id, 'refuse')
  await transferTodos(ctx.db, [await ctx.db.update(leagueTransfer, id, { state: 'refused', note })])
})
const open = handle(openTransfers, async ctx => {
  const { db } = ctx
  const rows = await db.unscoped(leagueTransfer).all({ state: ['proposed', 'asked'] }, { sort: ['createdAt'], limit: 500 }) // narrowed to the caller's sides next
  const sides = await standsFor(
    ctx,
    rows.flatMap(r => [r.fromId, r.toId]),
    PERMISSION,
  )
  const shown = rows.filter(r => sides.has(r.fromId) || sides.has(r.toId) || r.studentId === ctx.me.studentId)
  const [people, branches] = await Promise.all([
    studentsOf(
      db,
      shown.map(r => r.studentId),
    ),
    db.unscoped(leagueBranch).all({ id: [...new Set(shown.flatMap(r => [r.fromId, r.toId]))] }), // names
  ])
  const branch = (id: string): string => branches.find(b => b.id === id)?.name ?? ''
  return shown.map(({ id, studentId, fromId, toId, cause, reason, state }) => ({
    ...{ id, name: people.get(studentId)?.name ?? '', from: branch(fromId), to: branch(toId), cause, reason, state },
    ...{ mayGive: state === 'proposed' && sides.has(fromId), mayTake: state === 'asked' && sides.has(toId) },
  }))
})
const targets = handle(transferTargets, async ({ db }, { q }) => {
  const branches = await db.unscoped(leagueBranch).all({ level: 'branch', ...(q ? { 'name.like': q } : {}) }, { sort: ['name'], limit: 50 }) // names of branches are no secret
  return { branches: branches.map(({ id, name }) => ({ id, name })) }
})
interface ClassChanged {
  studentId: string
  from: { classId: string | null }
  to: { classId: string | null }
}
/** Students of another class are proposed to its branch; both sides still have to agree. */
const followClass = onMany('student.classChanged', 'league.classChanged', async ({ db }, payloads) => {
  const now = [...new Map((payloads as unknown as ClassChanged[]).map(p => [p.studentId, p.to.classId]))]
  const moved = sql`unnest(${now.map(([id]) => id)}::uuid[], ${now.map(([, classId]) => classId)}::uuid[]) as c (student_id, class_id)
    join league_member m on m.tenant_id = ${db.me.tenantId} and m.student_id = c.student_id and m.state = 'active'
    join lateral (select b.id from league_branch b where b.tenant_id = m.tenant_id and b.class_id = c.class_id and b.level = 'branch' and b.id <> m.branch_id limit 1) b on true`
  const draft = { memberId: sql`m.id`, studentId: sql`m.student_id`, fromId: sql`m.branch_id`, toId: sql`b.id`, cause: 'classChanged' } as const
  await transferTodos(db, await db.insertFrom(leagueTransfer, draft, moved, { skipExisting: true, returning: TOLD }))
})
export default [propose, give, take, refuse, open, targets, followClass]
