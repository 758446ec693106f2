import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { application, casesOf, readableRow, resubmit, submit, withdraw } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { alumnus } from '../../records/model/alumnus.ts'
import { mustBeAlumnus, placeIn } from '../../records/server/api.ts'
import { alumniClub, alumniClubMember, alumniClubPost } from '../model/club.ts'
import { foundingSubject } from '../model/club-flow.ts'
import * as act from '../model/founding.ts'
import { alumniClubFounder, alumniClubFounding, type ClubFounding, foundingStates } from '../model/founding.ts'
import { checkClub } from './clubs.ts'
import { clubSettings } from './settings.ts'
import { followClubs } from './standing.ts'

/** Proposals of one person that run at a time. */
const MOST_OPEN = 3
const MINE = 20
const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(alumniClubFounding, key, values)
}
/** Founders by founding, the proposer among them. */
async function foundersOf(db: Db, ids: readonly string[]): Promise<Map<string, Array<{ alumnusId: string; name: string }>>> {
  const found = await db.query<{ id: string; alumnusId: string; name: string }>(sql`select f.founding_id as id, f.alumnus_id as "alumnusId", a.name from alumni_club_founder f
    join alumnus a on a.tenant_id = f.tenant_id and a.id = f.alumnus_id where f.tenant_id = ${db.me.tenantId} and f.founding_id = any(${[...ids]}::uuid[]) order by f.created_at, f.id`)
  return Map.groupBy(found, f => f.id)
}
/** 30-AB1: what must hold when it is handed in, and still when it is approved. */
async function mustHold(db: Db, row: ClubFounding): Promise<string[]> {
  await checkClub(db, { name: row.name, kind: row.kind, canton: row.canton, departmentId: row.departmentId })
  const { 'club.minFounders': needed } = await clubSettings(db)
  const founders = (await foundersOf(db, [row.id])).get(row.id) ?? []
  if (founders.length < needed) refuse('tooFew', { n: founders.length, needed })
  return founders.map(f => f.alumnusId)
}
async function lockOwn(ctx: Ctx, id: string, verb: 'change' | 'submit' | 'withdraw'): Promise<ClubFounding> {
  if (!(await ctx.db.unscoped(alumniClubFounding).find({ id, applicantId: ctx.me.userId }))) throw notFound() // the caller's own
  return ctx.db.unscoped(alumniClubFounding).lock(id, verb) // as above
}
const start = handle(act.startFounding, async (ctx, form) => {
  const { db, me } = ctx
  const own = await mustBeAlumnus(ctx)
  await db.unscoped(alumnus).lock(own.id) // the caller's own; two proposals at once count each other
  await checkClub(db, form)
  const n = await db.unscoped(alumniClubFounding).count({ alumnusId: own.id, state: ['gathering', 'pending', 'returned'] }) // as above
  if (n >= MOST_OPEN) refuse('most', { n })
  const row = await db.insert(alumniClubFounding, { ...form, applicantId: me.userId, alumnusId: own.id })
  await db.insert(alumniClubFounder, { foundingId: row.id, alumnusId: own.id })
  return { id: row.id }
})
const change = handle(act.changeFounding, async (ctx, { id, ...form }) => {
  await lockOwn(ctx, id, 'change')
  await checkClub(ctx.db, form)
  await ctx.db.update(alumniClubFounding, id, { canton: null, departmentId: null, ...form })
})
const handIn = handle(act.submitFounding, async (ctx, { id }) => {
  const row = await lockOwn(ctx, id, 'submit')
  await mustHold(ctx.db, row)
  const after = row.state === 'gathering' ? await ctx.db.update(alumniClubFounding, id, { state: 'pending' }) : row
  await (row.state === 'returned' ? resubmit(ctx, foundingSubject, after) : submit(ctx, foundingSubject, after))
  return { state: 'pending' as const }
})
const takeOut = handle(act.withdrawFounding, async (ctx, { id }) => {
  const row = await lockOwn(ctx, id, 'withdraw')
  if (row.state === 'gathering') await ctx.db.update(alumniClubFounding, id, { state: 'withdrawn' })
  else await withdraw(ctx, { bizType: alumniClubFounding.name, bizId: id })
})
/** Whoever has the link may read a founding while it looks for founders. */
async function lockOpen(db: Db, id: string, verb: 'agree' | 'takeBack'): Promise<ClubFounding> {
  if (!(await db.unscoped(alumniClubFounding).find({ id }))) throw notFound() // whoever has the link
  return db.unscoped(alumniClubFounding).lock(id, verb) // as above
}
const agree = handle(act.agreeToFound, async (ctx, { id }) => {
  const own = await mustBeAlumnus(ctx)
  const row = await lockOpen(ctx.db, id, 'agree')
  if (!(await ctx.db.insertOrSkip(alumniClubFounder, { foundingId: id, alumnusId: own.id }))) refuse('twice', { name: row.name })
})
const takeBack = handle(act.takeBackFounding, async (ctx, { id }) => {
  const own = await mustBeAlumnus(ctx)
  const backed = await ctx.db.unscoped(alumniClubFounder).find({ foundingId: id, alumnusId: own.id }) // the caller's own
  if (!backed) throw notFound()
  const row = await lockOpen(ctx.db, id, 'takeBack')
  if (row.alumnusId === own.id) refuse('ownFounding')
  await ctx.db.removeWhere(alumniClubFounder, { foundingId: id, alumnusId: own.id })
})
/** The office has agreed: founders are members, who proposed is the head. */
async function establish(db: Db, row: ClubFounding): Promise<void> {
  const founders = await mustHold(db, row)
  const { name, kind, canton, departmentId, intro, joinWay } = row
  const club = await db.insert(alumniClub, { name, kind, canton, departmentId, intro, joinWay, foundedOn: today() })
  await db.insertMany(
    alumniClubMember,
    founders.map(alumnusId => ({ clubId: club.id, alumnusId, state: 'member' as const, joinedOn: today() })),
  )
  await db.insert(alumniClubPost, { clubId: club.id, alumnusId: row.alumnusId, post: 'head', from: today() })
  await db.update(alumniClubFounding, row.id, { clubId: club.id })
  await followClubs(db, [club.id])
}
async function shownOf(db: Db, rows: readonly ClubFounding[]) {
  const founders = await foundersOf(
    db,
    rows.map(r => r.id),
  )
  const proposers = new Map((await db.unscoped(alumnus).all({ id: rows.map(r => r.alumnusId) })).map(a => [a.id, a.name])) // told to whom they ask
  const [place, colleges, { 'club.minFounders': needed }] = [placeIn(await cantonsByCode(db)), await db.cached(department), await clubSettings(db)]
  return rows.map(({ id, name, kind, canton, departmentId, intro, joinWay, state, alumnusId }) => {
    const names = (founders.get(id) ?? []).map(f => f.name)
    return {
      ...{ id, name, kind, canton, departmentId, intro, joinWay, state, agreed: names.length, needed, founders: names, proposer: proposers.get(alumnusId) ?? null },
      ...{ cantonName: place(canton), departmentName: colleges.get(departmentId ?? '')?.name ?? null },
    }
  })
}
const mine = handle(act.myFoundings, async (ctx, { id }) => {
  const { db, me } = ctx
  const own = await mustBeAlumnus(ctx)
  const backed = new Set((await db.unscoped(alumniClubFounder).all({ alumnusId: own.id }, { sort: ['-createdAt'], limit: MINE })).map(b => b.foundingId)) // the caller's own
  const found = await db.unscoped(alumniClubFounding).all({ id: [...backed, ...(id ? [id] : [])] }, { sort: ['-createdAt'] }) // whoever has the link may read it
  const rows = found.filter(r => backed.has(r.id) || foundingStates.allows(r, 'agree'))
  const cases = await casesOf(
    db,
    alumniClubFounding.name,
    rows.map(r => r.id),
  )
  return (await shownOf(db, rows)).map((shown, n) => {
    const isMine = rows[n]?.applicantId === me.userId
    return { ...shown, founders: isMine ? shown.founders : [], isMine, isFounder: backed.has(shown.id), instanceId: isMine ? (cases.get(shown.id)?.instanceId ?? null) : null }
  })
})
const card = handle(act.foundingCard, async (ctx, { id }) => {
  const { db } = ctx
  const row = await readableRow(ctx, alumniClubFounding, id)
  const [shown] = await shownOf(db, [row])
  if (!shown) throw notFound()
  return shown
})
export default [
  start,
  change,
  handIn,
  takeOut,
  agree,
  takeBack,
  mine,
  card,
  compute(alumniClubFounding, ['founders'], async ({ db }, rows) => {
    const founders = await foundersOf(
      db,
      rows.map(r => r.id ?? ''),
    )
    for (const row of rows) row.founders = founders.get(row.id ?? '')?.length ?? 0
  }),
  ...application<typeof alumniClubFounding>(foundingSubject, {
    async describe(_db, row) {
      return { applicantId: row.applicantId, studentId: null, title: { text: '成立校友会“{name}”', values: { name: row.name } }, facts: {} }
    },
    link: ({ id }) => `/alumni/clubs/found?id=${id}`,
    mobileLink: ({ id }) => `/alumni/clubs/found?id=${id}`,
    async onSubmitted({ db }, row) {
      await mustHold(db, row)
    },
    onApproved: ({ db }, row) => establish(db, row),
  }),
]
