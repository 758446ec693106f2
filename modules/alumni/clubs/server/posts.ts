import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { alumnus } from '../../records/model/alumnus.ts'
import { alumniClub, alumniClubMember, alumniClubPost, POSTS } from '../model/club.ts'
import { appointOfficer, endPost } from '../model/club-actions.ts'
import { followClubs, isHeld, lockRunning, tellAlumni } from './standing.ts'

const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(alumniClub, key, values, field)
}
/** Ends these posts (`p`) today; the rows stay. */
export const endPosts = (db: Db, which: Sql): Promise<unknown> =>
  db.updateWhere(alumniClubPost, sql`${which} and (p."to" is null or p."to" > ${today()}::date)`, { to: sql`greatest(p."from", ${today()}::date)` }, { as: 'p' })
const appoint = handle(appointOfficer, async ({ db }, { id, alumnusId, post, from, to }) => {
  await db.visible(alumniClub).lock(id, 'appoint')
  const club = await lockRunning(db, id)
  if (to && to <= from) refuse('datesReversed', { from, to }, 'to')
  if (to && to <= today()) refuse('termPast', { to }, 'to')
  const who = await db.visible(alumnus).one(alumnusId)
  const values = { alumnus: who.name, name: club.name }
  if (!(await db.unscoped(alumniClubMember).find({ clubId: id, alumnusId, state: 'member' }))) refuse('notMember', values, 'alumnusId') // of a club in scope
  // one who is to begin later counts as well
  const [has] = await db.query<{ alumnusId: string; post: keyof typeof POSTS; name: string }>(sql`select p.alumnus_id as "alumnusId", p.post, a.name from alumni_club_post p
    join alumnus a on a.tenant_id = p.tenant_id and a.id = p.alumnus_id where p.tenant_id = ${db.me.tenantId} and p.club_id = ${id}::uuid and (p.alumnus_id = ${alumnusId}::uuid or (p.post = 'head' and ${post} = 'head'))
      and (p."to" is null or p."to" > ${from}::date) and (${to ?? null}::date is null or p."from" < ${to ?? null}::date) order by p.alumnus_id = ${alumnusId}::uuid desc limit 1`)
  if (has?.alumnusId === alumnusId) refuse('hasPost', { ...values, post: { text: POSTS[has.post] } }, 'alumnusId')
  if (has) refuse('headTaken', { name: club.name, holder: has.name }, 'post')
  await db.insert(alumniClubPost, { clubId: id, alumnusId, post, from, to: to ?? null })
  await followClubs(db, [id])
  await tellAlumni(db, 'clubPost', club, [alumnusId], { post: { text: POSTS[post] }, from })
})
const end = handle(endPost, async ({ db }, { id }) => {
  const { clubId, alumnusId } = await db.visible(alumniClubPost).one(id)
  const club = await db.visible(alumniClub).lock(clubId)
  const row = await db.visible(alumniClubPost).lock(id)
  if (row.to && row.to <= today()) refuse('postOver', { alumnus: (await db.unscoped(alumnus).one(alumnusId)).name, name: club.name }) // who holds the post
  await endPosts(db, sql`p.id = ${id}::uuid`)
  await followClubs(db, [clubId])
})
/** 30-AB3: terms end and begin by the day. */
export async function followTerms(db: Db): Promise<number> {
  const found = await db.query<{ id: string }>(sql`select c.id from alumni_club c where c.tenant_id = ${db.me.tenantId} and c.state = 'running'
    and (c.is_led <> exists (select from alumni_club_post p where p.tenant_id = c.tenant_id and p.club_id = c.id and ${isHeld()})
      or exists (select from alumni_club_member m where m.tenant_id = c.tenant_id and m.club_id = c.id and m.state = 'pending'))`)
  const ids = found.map(f => f.id)
  await db.unscoped(alumniClub).lockAll(ids) // whoever appoints holds the club
  await followClubs(db, ids)
  return found.length
}
export default [
  appoint,
  end,
  scheduledJob('alumni.clubTerms', '校友会任期', '20 4 * * *', followTerms, { due: `select from alumni_club where tenant_id = $1 and state = 'running' limit 1` }),
]
