import sql from 'sql-template-tag'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { alumniClub, alumniClubMember, alumniClubPost } from '../model/club.ts'
import { followClubs } from './standing.ts'

const REGIONS = [
  ['北京校友会', '110000'],
  ['上海校友会', '310000'],
  ['武汉校友会', '420100'],
  ['广州校友会', '440100'],
  ['深圳校友会', '440300'],
  ['杭州校友会', '330100'],
  ['江苏校友会', '320000'],
  ['重庆校友会', '500000'],
] as const
const OTHERS = [
  ['软件行业校友会', 'industry'],
  ['建筑行业校友会', 'industry'],
  ['教育行业校友会', 'industry'],
  ['校友长跑队', 'interest'],
  ['校友读书会', 'interest'],
  ['校友摄影会', 'interest'],
] as const
const POSTED = ['head', 'deputy', 'secretary'] as const
/** Clubs of regions, industries and interests; one has no officer, and the alumnus people sign in as leads one that somebody asks to join. */
export const demoClubs = (async (db, { students }) => {
  const regions = new Set(
    (await db.query<{ code: string }>(sql`select code from canton where tenant_id = ${db.me.tenantId} and code = any(${REGIONS.map(r => r[1])}::text[])`)).map(r => r.code),
  )
  const made = (n: number) => ({ id: uuidv7(), foundedOn: day(-200 - n * 90), memberLimit: n === 9 ? 500 : null, joinWay: n % 3 === 2 ? ('review' as const) : ('open' as const) })
  const clubs = [
    ...REGIONS.flatMap(([name, canton], n) =>
      regions.has(canton) ? [{ ...made(n), name, kind: 'region' as const, canton, intro: `${name.slice(0, 2)}的校友每季聚一次，互相帮忙找工作、找房子。` }] : [],
    ),
    ...OTHERS.map(([name, kind], n) => ({ ...made(n + REGIONS.length), name, kind, canton: null, intro: `${name}：一起活动，欢迎新毕业的校友。` })),
  ]
  const people = await db.query<{ id: string }>(sql`select id from alumnus where tenant_id = ${db.me.tenantId} order by code limit ${sized(students, 5200, 280)}`)
  if (people.length < clubs.length * 5) return
  await db.insertMany(alumniClub, clubs, { history: false })
  const members = people.map(({ id: alumnusId }, n) => ({ clubId: clubs[n % clubs.length]?.id ?? '', alumnusId, state: 'member' as const, joinedOn: day(-1 - (n % 700)) }))
  await db.insertMany(alumniClubMember, members, { history: false })
  const leaders = clubs.slice(0, -1).flatMap(({ id }) =>
    members
      .filter(m => m.clubId === id)
      .slice(0, POSTED.length)
      .map(({ clubId, alumnusId }, n) => ({ clubId, alumnusId, post: POSTED[n] ?? ('director' as const), from: day(-180) })),
  )
  await db.insertMany(alumniClubPost, leaders, { history: false })
  await leadOne(db, clubs.findLast(c => c.joinWay === 'review')?.id)
  await followClubs(
    db,
    clubs.map(c => c.id),
  )
}) satisfies Demo
/** The alumnus people sign in as is a deputy, and two others ask to join. */
async function leadOne(db: Db, clubId: string | undefined): Promise<void> {
  const account = await demoAccount(db, 'alumnus')
  const [own] = await db.query<{ id: string }>(
    sql`select alumnus_id as id from alumnus_study where tenant_id = ${db.me.tenantId} and student_id = ${account?.studentId ?? null}::uuid`,
  )
  if (!own || !clubId) return
  const asking = await db.query<{ id: string }>(sql`select a.id from alumnus a where a.tenant_id = ${db.me.tenantId} and a.id <> ${own.id}::uuid
    and not exists (select from alumni_club_member m where m.tenant_id = a.tenant_id and m.club_id = ${clubId}::uuid and m.alumnus_id = a.id) order by a.code desc limit 2`)
  const drafts = [
    { clubId, alumnusId: own.id, state: 'member' as const, joinedOn: day(-170), note: null },
    ...asking.map(a => ({ clubId, alumnusId: a.id, state: 'pending' as const, joinedOn: null, note: '刚到这个城市工作，想认识校友' })),
  ]
  await db.insertMany(alumniClubMember, drafts, { skipExisting: true, history: false })
  await db.insertMany(alumniClubPost, [{ clubId, alumnusId: own.id, post: 'director', from: day(-170) }], { history: false })
}
