import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { placeIn } from '../../records/server/api.ts'
import { alumniClub, alumniClubMember, type Club } from '../model/club.ts'
import { dissolveClub, mergeClub } from '../model/club-actions.ts'
import { endPosts } from './posts.ts'
import { countsIn, followClubs, lockRunning, officersIn, officersText, tellAlumni } from './standing.ts'

const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(alumniClub, key, values, field)
}
type Named = Partial<Pick<Club, 'id' | 'name' | 'kind' | 'canton' | 'departmentId'>>
/** What a club and a proposal of one must say. */
export async function checkClub(db: Db, { id, name = '', kind, canton, departmentId }: Named): Promise<void> {
  const held = await db.unscoped(alumniClub).find({ name, state: 'running' }) // clubs are public
  if (held && held.id !== id) refuse('nameTaken', { name }, 'name')
  if (kind === 'region' && !canton) refuse('placeMissing', {}, 'canton')
  if (kind === 'college' && !departmentId) refuse('collegeMissing', {}, 'departmentId')
  if (canton && !(await cantonsByCode(db)).has(canton)) refuse('cantonUnknown', { code: canton }, 'canton')
}
/** Members of one club become members of the other; their rows in the first stay (30-AB3). */
async function moveMembers(db: Db, from: Club, into: Club): Promise<{ id: string; alumnusId: string }[]> {
  const moved = await db.updateWhere(
    alumniClubMember,
    { clubId: from.id, state: ['member', 'pending'] },
    { state: 'moved', leftOn: today() },
    { returning: ['alumnusId', 'joinedOn'] },
  )
  const [members, waiting] = [moved.filter(m => m.joinedOn), moved.filter(m => !m.joinedOn)].map(those => those.map(t => t.alumnusId)) as [string[], string[]]
  const others = (ids: string[]) => sql`t.club_id = ${into.id}::uuid and t.alumnus_id = any(${ids}::uuid[])`
  await db.updateWhere(alumniClubMember, sql`${others(members)} and t.state <> 'member'`, { state: 'member', joinedOn: today(), leftOn: null, reason: null })
  await db.updateWhere(alumniClubMember, sql`${others(waiting)} and t.state not in ('member', 'pending')`, { state: 'pending', joinedOn: null, leftOn: null, reason: null })
  const present = await db.unscoped(alumniClubMember).all({ clubId: into.id, alumnusId: [...members, ...waiting] }) // of clubs in scope
  const known = new Set(present.map(p => p.alumnusId))
  const draft = (state: 'member' | 'pending') => (alumnusId: string) => ({ clubId: into.id, alumnusId, state, joinedOn: state === 'member' ? today() : null })
  const drafts = [...members.map(draft('member')), ...waiting.map(draft('pending'))].filter(d => !known.has(d.alumnusId))
  if (drafts.length) await db.insertMany(alumniClubMember, drafts)
  return moved
}
const merge = handle(mergeClub, async ({ db }, { id, intoId }) => {
  if (id === intoId) refuse('itself', { name: (await db.visible(alumniClub).one(id)).name }, 'intoId')
  await db.visible(alumniClub).lockAll([id, intoId])
  const [from, into] = [await db.visible(alumniClub).lock(id, 'merge'), await lockRunning(db, intoId)]
  const moved = await moveMembers(db, from, into)
  const { members } = (await countsIn(db, [intoId]))(intoId)
  if (into.memberLimit && members > into.memberLimit) refuse('overLimit', { name: into.name, n: members, limit: into.memberLimit }, 'intoId')
  await endPosts(db, sql`p.club_id = ${id}::uuid`)
  await db.update(alumniClub, id, { state: 'merged', mergedIntoId: intoId, endedOn: today() })
  await followClubs(db, [id, intoId])
  await db.emit('alumni.clubEnded', { clubId: id, intoId, reason: null })
  await tellAlumni(
    db,
    'clubMerged',
    from,
    moved.map(m => m.alumnusId),
    { into: into.name },
  )
  return { moved: moved.length }
})
const dissolve = handle(dissolveClub, async ({ db }, { id, reason }) => {
  const club = await db.visible(alumniClub).lock(id, 'dissolve')
  const gone = await db.updateWhere(alumniClubMember, { clubId: id, state: ['member', 'pending'] }, { state: 'left', leftOn: today() }, { returning: ['alumnusId'] })
  await endPosts(db, sql`p.club_id = ${id}::uuid`)
  await db.update(alumniClub, id, { state: 'dissolved', endedOn: today(), endReason: reason })
  await followClubs(db, [id])
  await db.emit('alumni.clubEnded', { clubId: id, intoId: null, reason })
  await tellAlumni(
    db,
    'clubDissolved',
    club,
    gone.map(g => g.alumnusId),
    { why: reason },
  )
})
export default [
  merge,
  dissolve,
  rules(alumniClub, {
    async update({ db }, row, patch) {
      const after = { ...row, ...patch }
      await checkClub(db, after)
      await db.unscoped(alumniClub).lock(row.id, 'update') // whoever joins holds it
      const { members } = (await countsIn(db, [row.id]))(row.id)
      if (after.memberLimit && after.memberLimit < members) refuse('limitBelow', { name: after.name, n: members, limit: after.memberLimit }, 'memberLimit')
    },
  }),
  compute(alumniClub, ['members', 'officers', 'cantonName'], async ({ db }, rows) => {
    const ids = rows.map(r => r.id ?? '')
    const [counts, leaders, place] = [await countsIn(db, ids), await officersIn(db, ids), placeIn(await cantonsByCode(db))]
    for (const row of rows) {
      const id = row.id ?? ''
      Object.assign(row, { members: counts(id).members, officers: officersText(leaders.get(id)), cantonName: place(row.canton) })
    }
  }),
]
