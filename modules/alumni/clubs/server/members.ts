import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { likePattern } from '#server/data/where.ts'
import { alumnus } from '../../records/model/alumnus.ts'
import { contactsFor, mustBeAlumnus, placeIn } from '../../records/server/api.ts'
import { alumniClub, alumniClubMember, type Club, type ClubMember, type POSTS } from '../model/club.ts'
import { acceptMember, clubRoster, declineMember, findClubs, joinClub, leaveClub, MOST_SHOWN } from '../model/club-actions.ts'
import { endPosts } from './posts.ts'
import { countsIn, followClubs, lockRunning, mustLead, officersIn, officersText, tellAlumni } from './standing.ts'

const refuse = (key: string, values: Record<string, unknown>): never => {
  throw refusalOf(alumniClubMember, key, values)
}
/** Under the lock of the club. */
async function mustHaveRoom(db: Db, { id, name, memberLimit: limit }: Club): Promise<void> {
  if (limit && (await db.unscoped(alumniClubMember).count({ clubId: id, state: 'member' })) >= limit) refuse('full', { club: name, limit }) // only the number is told
}
const join = handle(joinClub, async (ctx, { clubId, note }) => {
  const { db } = ctx
  const own = await mustBeAlumnus(ctx)
  const club = await lockRunning(db, clubId)
  const before = await db.unscoped(alumniClubMember).find({ clubId, alumnusId: own.id }) // the caller's own
  if (before?.state === 'member') refuse('already', { club: club.name })
  if (before?.state === 'pending') refuse('pending', { club: club.name })
  await mustHaveRoom(db, club)
  const isOpen = club.joinWay === 'open'
  const row = { state: isOpen ? ('member' as const) : ('pending' as const), note: note ?? null, joinedOn: isOpen ? today() : null, leftOn: null, reason: null }
  if (before) await db.update(alumniClubMember, before.id, row)
  else await db.insert(alumniClubMember, { clubId, alumnusId: own.id, ...row })
  if (!isOpen) {
    const officers = (await officersIn(db, [clubId])).get(clubId) ?? []
    await tellAlumni(
      db,
      'clubAsked',
      club,
      officers.map(o => o.alumnusId),
      { name: own.name },
    )
    await followClubs(db, [clubId])
  }
  return { state: row.state }
})
const leave = handle(leaveClub, async (ctx, { id }) => {
  const { db } = ctx
  const own = await mustBeAlumnus(ctx)
  const found = await db.unscoped(alumniClubMember).find({ id, alumnusId: own.id }) // the caller's own
  if (!found) throw notFound()
  await db.unscoped(alumniClub).lock(found.clubId) // of the caller's own row
  await db.unscoped(alumniClubMember).lock(id, 'leave') // as above
  await db.update(alumniClubMember, id, { state: 'left', leftOn: today() })
  await endPosts(db, sql`p.club_id = ${found.clubId}::uuid and p.alumnus_id = ${own.id}::uuid`)
  await followClubs(db, [found.clubId])
})
/** A request to a club that the caller leads, locked after its club. */
async function lockRequest(ctx: Ctx, id: string, verb: 'accept' | 'decline'): Promise<{ club: Club; row: ClubMember }> {
  const { db } = ctx
  const found = await db.unscoped(alumniClubMember).find({ id }) // whether the caller leads its club is checked next
  if (!found) throw notFound()
  await mustLead(ctx, found.clubId)
  const club = await lockRunning(db, found.clubId)
  const { own } = await mustLead(ctx, found.clubId) // still, behind the lock
  const row = await db.unscoped(alumniClubMember).lock(id, verb) // the caller leads its club
  if (row.alumnusId === own.id) refuse('ownRequest', {})
  return { club, row }
}
const accept = handle(acceptMember, async (ctx, { id }) => {
  const { club, row } = await lockRequest(ctx, id, 'accept')
  await mustHaveRoom(ctx.db, club)
  await ctx.db.update(alumniClubMember, id, { state: 'member', joinedOn: today() })
  await followClubs(ctx.db, [club.id])
  await tellAlumni(ctx.db, 'clubJoined', club, [row.alumnusId])
})
const decline = handle(declineMember, async (ctx, { id, reason }) => {
  const { club, row } = await lockRequest(ctx, id, 'decline')
  await ctx.db.update(alumniClubMember, id, { state: 'declined', reason })
  await followClubs(ctx.db, [club.id])
  await tellAlumni(ctx.db, 'clubDeclined', club, [row.alumnusId], { why: reason })
})
const find = handle(findClubs, async (ctx, { q, kind, isMine }) => {
  const { db } = ctx
  const own = await mustBeAlumnus(ctx)
  const found = await db.query<{ id: string }>(sql`select c.id from alumni_club c where c.tenant_id = ${db.me.tenantId} and c.state = 'running'
    and (${q ?? null}::text is null or c.name ilike ${likePattern(q ?? '')}) and (${kind ?? null}::text is null or c.kind = ${kind ?? null}::text)
    and (${isMine !== true} or exists (select from alumni_club_member m where m.tenant_id = c.tenant_id and m.club_id = c.id and m.alumnus_id = ${own.id}::uuid))
    order by c.name, c.id limit ${MOST_SHOWN + 1}`)
  const ids = found.slice(0, MOST_SHOWN).map(f => f.id)
  const [clubs, mine, counts, leaders] = [
    await db.unscoped(alumniClub).all({ id: ids }, { sort: ['name'] }), // clubs are public
    new Map((await db.unscoped(alumniClubMember).all({ clubId: ids, alumnusId: own.id })).map(m => [m.clubId, m])), // the caller's own
    await countsIn(db, ids),
    await officersIn(db, ids),
  ]
  const [place, colleges] = [placeIn(await cantonsByCode(db)), await db.cached(department)]
  return {
    isCut: found.length > MOST_SHOWN,
    clubs: clubs.map(({ id, name, kind, intro, joinWay, canton, departmentId, memberLimit }) => {
      const [my, officers, { members, pending }] = [mine.get(id), leaders.get(id), counts(id)]
      const isOfficer = officers?.some(o => o.alumnusId === own.id) ?? false
      return {
        ...{ id, name, kind, intro, joinWay, members, isOfficer, officers: officersText(officers), place: place(canton) ?? colleges.get(departmentId ?? '')?.name ?? null },
        ...{ placesLeft: memberLimit ? Math.max(0, memberLimit - members) : null, pending: isOfficer ? pending : null },
        ...{ memberId: my?.id ?? null, myState: my?.state ?? null, reason: my?.reason ?? null },
      }
    }),
  }
})
const roster = handle(clubRoster, async (ctx, { clubId, q }) => {
  const { db } = ctx
  const { own, club } = await mustLead(ctx, clubId)
  const found = await db.query<{
    id: string
    alumnusId: string
  }>(sql`select m.id, m.alumnus_id as "alumnusId" from alumni_club_member m join alumnus a on a.tenant_id = m.tenant_id and a.id = m.alumnus_id
    where m.tenant_id = ${db.me.tenantId} and m.club_id = ${clubId}::uuid and m.state in ('pending', 'member') and (${q ?? null}::text is null or a.name ilike ${likePattern(q ?? '')})
    order by m.state = 'member', a.name, m.id limit ${MOST_SHOWN + 1}`)
  const shown = found.slice(0, MOST_SHOWN)
  const of = shown.map(s => s.alumnusId)
  const [rows, people, contacts, leaders, counts] = [
    new Map((await db.unscoped(alumniClubMember).all({ id: shown.map(s => s.id) })).map(m => [m.id, m])), // the caller leads their club
    new Map((await db.unscoped(alumnus).all({ id: of })).map(a => [a.id, a])), // as above: names only
    await contactsFor(db, own, of),
    await officersIn(db, [clubId]),
    await countsIn(db, [clubId]),
  ]
  const posts = new Map<string, keyof typeof POSTS>((leaders.get(clubId) ?? []).map(l => [l.alumnusId, l.post]))
  return {
    name: club.name,
    members: counts(clubId).members,
    isCut: found.length > MOST_SHOWN,
    people: shown.flatMap(({ id, alumnusId }) => {
      const [row, who] = [rows.get(id), people.get(alumnusId)]
      if (!row || !who) return []
      const { phone = null, email = null } = contacts.get(alumnusId) ?? {}
      const { name, leaveYear, majorName } = who
      return [{ id, name, leaveYear, majorName, state: row.state, post: posts.get(alumnusId) ?? null, note: row.note, joinedOn: row.joinedOn, phone, email }]
    }),
  }
})
export default [join, leave, accept, decline, find, roster]
