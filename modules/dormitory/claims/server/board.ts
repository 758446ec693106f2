import sql from 'sql-template-tag'
import { phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { type Db, handle } from '#server/context.ts'
import { isFreeBetween } from '../../places/server/api.ts'
import { bedWithPlace } from '../../stays/server/api.ts'
import { claimLog, claimRound } from '../model/round.ts'
import { claimBoard, staffRounds, withoutBed } from '../model/staff-actions.ts'
import { ofRound } from './conditions.ts'
import { type Round, readRound } from './facts.ts'
import { hasBed, studentsFor } from './people.ts'
import { inPool, offered } from './similar.ts'

const SECONDS = 60
/** Published rounds are visible to all staff; inside they see only their students. */
export const roundForStaff = async (db: Db, id: string): Promise<Round> => readRound(await db.unscoped(claimRound).one(id)) // students are scoped next

interface ClassRow {
  classId: string
  label: string
  students: number
  claimed: number
  held: number
  elsewhere: number
}
async function classesOf(db: Db, round: Round): Promise<ClassRow[]> {
  const ours = sql`y.batch_id = ${round.id}`
  return db.query<ClassRow>(sql`select coalesce(s.class_id::text, '') as "classId", coalesce(c.name, '—') as label, count(*)::int as students,
      count(*) filter (where ${hasBed(db, round, sql`${ours} and y.state <> 'held'`)})::int as claimed, count(*) filter (where ${hasBed(db, round, sql`${ours} and y.state = 'held'`)})::int as held,
      count(*) filter (where ${hasBed(db, round, sql`y.batch_id is distinct from ${round.id}`)})::int as elsewhere
    from ${await studentsFor(db, round, true)} s left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id group by s.class_id, c.name order by c.name`)
}
const board = handle(claimBoard, async ({ db }, { roundId }) => {
  const round = await roundForStaff(db, roundId)
  const byClass = await classesOf(db, round)
  const sum = (key: 'students' | 'claimed' | 'held' | 'elsewhere') => byClass.reduce((n, c) => n + c[key], 0)
  const [beds] = await db.query<{
    beds: number
    free: number
  }>(sql`select count(*)::int as beds, count(*) filter (where ${isFreeBetween(db, 'main', round.moveIn, null)})::int as free
    from ${bedWithPlace(db.me.tenantId)} where b.deleted_at is null and ${inPool(round.pool)} and ${offered(round)}`)
  return {
    students: sum('students'),
    claimed: sum('claimed'),
    held: sum('held'),
    elsewhere: sum('elsewhere'),
    beds: beds?.beds ?? 0,
    free: beds?.free ?? 0,
    now: new Date().toISOString(),
    perSecond: await perSecond(db, roundId),
    refusals: await refusals(db, roundId),
    byClass,
  }
})
/** Claims in each of the last sixty seconds, oldest first. */
const perSecond = async (db: Db, roundId: string): Promise<number[]> =>
  (
    await db.query<{ n: number }>(sql`select count(l.id)::int as n from generate_series(1, ${SECONDS}::int) g(s)
      left join ${db.visibleFor(claimLog, 'dormitory:claimRound:list').rows()} l on l.round_id = ${roundId} and l.at > now() - make_interval(secs => ${SECONDS}) and ceil(extract(epoch from now() - l.at)) = g.s group by g.s order by g.s desc`)
  ).map(r => r.n)
async function refusals(db: Db, roundId: string) {
  const rows = await db.query<{
    key: string
    count: number
  }>(sql`select l.result as key, count(*)::int as count from ${db.visibleFor(claimLog, 'dormitory:claimRound:list').rows()} l
    where l.round_id = ${roundId} and l.result <> 'ok' group by 1 order by 2 desc limit 12`)
  return rows
}
interface Left {
  studentId: string
  studentNo: string | null
  name: string
  genderCode: string
  classId: string | null
  className: string | null
  lastResult: string | null
}
/** Students without a bed on the day, from this round or elsewhere; an unconfirmed hold does not count. */
export async function leftOf(db: Db, round: Round, isScoped: boolean, classId?: string | null): Promise<Left[]> {
  const people =
    await db.query<Left>(sql`select s.id as "studentId", s.student_no as "studentNo", s.name, s.gender_code as "genderCode", s.class_id as "classId", c.name as "className",
      (select l.result from claim_log l where l.tenant_id = s.tenant_id and l.student_id = s.id and l.round_id = ${round.id} order by l.at desc limit 1) as "lastResult"
    from ${await studentsFor(db, round, isScoped)} s left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    where not ${hasBed(db, round, sql`y.state <> 'held'`)} and (${classId ?? null}::uuid is null or s.class_id = ${classId ?? null}::uuid) order by c.name, s.student_no, s.id`)
  return ofRound(db, round, people)
}
const left = handle(withoutBed, async ({ db }, { roundId, classId }) =>
  (await leftOf(db, await roundForStaff(db, roundId), true, classId)).map(({ classId: _classId, ...row }) => row),
)
const MOST = 40
const rounds = handle(staffRounds, async ({ db }) =>
  // names only; the students counted are scoped in the board
  (await db.unscoped(claimRound).all({ state: ['published', 'paused', 'closed', 'archived'] }, { sort: ['-beginTime'], limit: MOST })).map(r => ({
    id: r.id,
    name: r.name,
    phase: phaseOf(r),
    trial: r.trial,
    stage: r.stage,
    fallback: r.fallback,
    settledAt: r.settledAt,
    fallbackCount: r.fallbackCount,
    leftCount: r.leftCount,
  })),
)
export default [board, left, rounds]
