import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { keepTask } from '#server/notifications/todos.ts'
import type { Alumnus } from '../../records/model/alumnus.ts'
import { alumniAccounts, mustBeAlumnus, ownAlumnus } from '../../records/server/api.ts'
import { alumniClub, alumniClubMember, type Club, clubStates, POSTS } from '../model/club.ts'
import { appointOfficer } from '../model/club-actions.ts'
import { CLUB_MESSAGES } from '../model/club-messages.ts'

export const ALUMNI_PAGE = '/alumni/clubs'
export const OFFICE_PAGE = '/alumni/clubs/manage'
export const rosterLink = (clubId: string): string => `/alumni/clubs/roster?id=${clubId}`
/** A post (`p`) that is held today. */
export const isHeld = (): Sql => sql`p."from" <= ${today()}::date and (p."to" is null or p."to" > ${today()}::date)`
export interface Officer {
  clubId: string
  alumnusId: string
  name: string
  post: keyof typeof POSTS
}
const RANKS = Object.keys(POSTS)
/** Who leads these clubs today, the head first. */
export async function officersIn(db: Db, clubIds: readonly string[]): Promise<Map<string, Officer[]>> {
  const found = await db.query<Officer>(sql`select p.club_id as "clubId", p.alumnus_id as "alumnusId", p.post, a.name from alumni_club_post p
    join alumnus a on a.tenant_id = p.tenant_id and a.id = p.alumnus_id where p.tenant_id = ${db.me.tenantId} and p.club_id = any(${[...clubIds]}::uuid[]) and ${isHeld()}
    order by array_position(${RANKS}::text[], p.post), p."from", a.name`)
  return Map.groupBy(found, f => f.clubId)
}
export const officersText = (officers: readonly Officer[] = []): string | null => officers.map(o => o.name).join('、') || null

/** How many are in these clubs and wait for an answer. */
export async function countsIn(db: Db, clubIds: readonly string[]): Promise<(id: string) => { members: number; pending: number }> {
  const found = await db.query<{ id: string; members: number; pending: number }>(sql`select club_id as id, count(*) filter (where state = 'member')::int as members,
    count(*) filter (where state = 'pending')::int as pending from alumni_club_member where tenant_id = ${db.me.tenantId} and club_id = any(${[...clubIds]}::uuid[]) group by 1`)
  const of = new Map(found.map(f => [f.id, f]))
  return id => of.get(id) ?? { members: 0, pending: 0 }
}
/** Whether an alumnus is a member of a club, and whether an officer of it today. */
export const isMemberOf = (db: Db, clubId: Sql, alumnusId: Sql): Sql =>
  sql`exists (select from alumni_club_member m where m.tenant_id = ${db.me.tenantId} and m.club_id = ${clubId} and m.alumnus_id = ${alumnusId} and m.state = 'member')`
export const isOfficerOf = (db: Db, clubId: Sql, alumnusId: Sql): Sql =>
  sql`exists (select from alumni_club_post p where p.tenant_id = ${db.me.tenantId} and p.club_id = ${clubId} and p.alumnus_id = ${alumnusId} and ${isHeld()})`
async function isOfficer(db: Db, clubId: string, alumnusId: string): Promise<boolean> {
  const [found] = await db.query<{ is: boolean }>(sql`select ${isOfficerOf(db, sql`${clubId}::uuid`, sql`${alumnusId}::uuid`)} as is`)
  return found?.is === true
}
/** Whether the caller is an officer of the club today. */
export async function leads(ctx: Ctx, clubId: string): Promise<boolean> {
  const own = await ownAlumnus(ctx)
  return own !== undefined && isOfficer(ctx.db, clubId, own.id)
}
/** The club, for its officers of today; to others it is as if it were not there (30-AB2). */
export async function mustLead(ctx: Ctx, clubId: string): Promise<{ own: Alumnus; club: Club }> {
  const own = await mustBeAlumnus(ctx)
  if (!(await isOfficer(ctx.db, clubId, own.id))) throw notFound()
  return { own, club: await ctx.db.unscoped(alumniClub).one(clubId) } // the caller leads it
}
/** Locks a club that runs: whoever changes its members or posts holds it. */
export async function lockRunning(db: Db, clubId: string): Promise<Club> {
  const club = await db.unscoped(alumniClub).lock(clubId) // clubs are public
  if (club.state !== 'running') throw refusalOf(alumniClubMember, 'notRunning', { club: club.name, state: { text: clubStates.labels[club.state] } })
  return club
}
const aboutClub: MessageAbout<Club> = { bizType: 'alumniClub', link: () => ALUMNI_PAGE, values: ({ name }) => ({ club: name }) }
/** Tells alumni about a club. */
export async function tellAlumni(
  db: Db,
  event: keyof typeof CLUB_MESSAGES,
  club: Club,
  alumnusIds: readonly string[],
  more: Record<string, string | { text: string }> = {},
): Promise<void> {
  const accounts = [...(await alumniAccounts(db, alumnusIds)).values()].flat()
  await notifyAbout(db, CLUB_MESSAGES[event], aboutClub, [{ row: club, to: accounts, more, ...(event === 'clubAsked' && { link: rosterLink(club.id) }) }])
}
/** What somebody has to do about these clubs, counted anew: their officers answer who waits, and the office finds officers where there is none (30-AB3). */
export async function followClubs(db: Db, clubIds: readonly string[]): Promise<void> {
  if (!clubIds.length) return
  const [clubs, counts, leaders, office] = [
    await db.unscoped(alumniClub).all({ id: [...clubIds] }), // only their names are told
    await countsIn(db, clubIds),
    await officersIn(db, clubIds),
    await accountsWith(db, appointOfficer.permission),
  ]
  const accounts = await alumniAccounts(
    db,
    [...leaders.values()].flat().map(l => l.alumnusId),
  )
  for (const { id, name, state } of clubs) {
    const officers = leaders.get(id) ?? []
    const runs = state === 'running'
    const { pending } = counts(id)
    const asked = runs && pending ? officers.flatMap(o => accounts.get(o.alumnusId) ?? []) : []
    const title = (text: string) => ({ text, values: { name, n: pending } })
    await keepTask(
      db,
      { bizType: 'alumniClubJoin', bizId: id },
      asked,
      { title: title('{n} 人申请加入“{name}”，请审核'), link: rosterLink(id), mobileLink: rosterLink(id) },
      '已审核',
    )
    const isLed = runs && officers.length > 0
    await db.updateWhere(alumniClub, { id, isLed: !isLed }, { isLed }, { bookkeeping: true })
    const lacks = runs && !isLed ? office : []
    await keepTask(db, { bizType: 'alumniClubLead', bizId: id }, lacks, { title: title('“{name}”没有负责人，请安排'), link: `${OFFICE_PAGE}?view=unled` }, '已有负责人')
  }
}
