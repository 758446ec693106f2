import sql, { type Sql } from 'sql-template-tag'
import { type Issue, Refusal, type Row } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolSecondsText, schoolTimeText } from '#model/school-time.ts'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import { arrearsFor, withoutPhoto } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { anyOf } from '#server/data/where.ts'
import { NO_POOL, type Pool } from '../../places/model/pool.ts'
import { type FeeStanding, fees, hasFees, isFreeBetween } from '../../places/server/api.ts'
import { bedWithPlace, isLockedNow, roomGender, roomWhy } from '../../stays/server/api.ts'
import { CLAIM_REFUSALS } from '../model/refusals.ts'
import { claimRound } from '../model/round.ts'
import { type Claimant, type ClaimBed, type Fault, mayLive, type Names } from '../model/rules.ts'
import type { Turn } from '../model/waves.ts'

/** A round with a parsed pool. */
export type Round = Omit<Row<typeof claimRound>, 'pool'> & { pool: Pool }
export const readRound = (row: Row<typeof claimRound>): Round => ({ ...row, pool: row.pool ?? NO_POOL })
/** A student's open bed, from this round or elsewhere. */
export interface OwnBed {
  stayId: string
  bedId: string
  bed: string
  bedNo: number
  roomId: string
  roomNo: string
  floorId: string
  state: 'held' | 'reserved' | 'checkedIn'
  holdUntil: string | null
  batchId: string | null
  plannedIn: string
}
export interface ClaimantFacts extends Claimant {
  studentNo: string | null
  expectedGraduation: string | null
  own: OwnBed | null
  /** Number of changes in this round so far. */
  changes: number
  team: { id: string; code: string; leaderId: string; leader: string; state: string } | null
}
/** The single constructor of claim refusals: by rule key, as on all screens and in the log. */
export const claimFault = ({ rule, values }: Fault, data: unknown = null, code: 422 | 429 = 422): Refusal => {
  const issue: Issue = { rule: `dormitory.claimRound.${rule}`, text: CLAIM_REFUSALS[rule], values }
  return new Refusal(code, [issue], data)
}
/** A published round, cached: thousands of concurrent requests read no row. */
export async function roundOf(db: Db, id: string): Promise<Round> {
  const row = (await db.cached(claimRound)).get(id)
  if (!row || row.state === 'draft' || row.state === 'pending') throw notFound()
  return readRound(row)
}
export function mustBeStudent(db: Db): string {
  const { studentId } = db.me
  if (!studentId) throw claimFault({ rule: 'notStudent', values: {} })
  return studentId
}
/** Students with their beds and changes used in this round, in one statement. */
export const choosersOf = (db: Db, round: Round, ids: readonly string[]): Promise<ClaimantFacts[]> =>
  db.query<ClaimantFacts>(sql`select s.id, s.name, s.student_no as "studentNo", s.gender_code as "genderCode", s.department_id as "departmentId", s.grade, s.class_id as "classId", s.status,
      s.expected_graduation::text as "expectedGraduation", own.bed as own,
      (select count(*)::int from claim_log l where l.tenant_id = s.tenant_id and l.student_id = s.id and l.round_id = ${round.id} and l.action = 'change' and l.result = 'ok') as changes,
      (select jsonb_build_object('id', t.id, 'code', t.code, 'leaderId', t.leader_id, 'leader', l.name, 'state', t.state) from claim_team_member m join claim_team t on t.tenant_id = m.tenant_id and t.id = m.team_id
        join student l on l.tenant_id = t.tenant_id and l.id = t.leader_id where m.tenant_id = s.tenant_id and m.round_id = ${round.id} and m.student_id = s.id) as team
    from student s left join lateral (
      select jsonb_build_object('stayId', y.id, 'bedId', y.bed_id, 'bed', b.full_name, 'bedNo', b.bed_no, 'roomId', y.room_id, 'roomNo', r.room_no, 'floorId', y.floor_id, 'state', y.state, 'holdUntil', y.hold_until, 'batchId', y.batch_id, 'plannedIn', y.planned_in) as bed
      from dorm_stay y join dorm_bed b on b.tenant_id = y.tenant_id and b.id = y.bed_id join dorm_room r on r.tenant_id = y.tenant_id and r.id = y.room_id
      where y.tenant_id = s.tenant_id and y.student_id = s.id and y.is_open and y.kind = 'main' and (y.state <> 'held' or y.hold_until > now()) and y.period && daterange(${round.moveIn}::date, null)
      order by (y.batch_id = ${round.id}) desc limit 1) own on true
    where s.tenant_id = ${db.me.tenantId} and s.id = ${anyOf(ids, 'uuid')} and s.deleted_at is null order by s.id`)

/** Beds with all data a claim needs. */
export const bedsFor = (db: Db, round: Pick<Round, 'moveIn'>, where: Sql, tail: Sql = sql`order by b.full_name`): Promise<ClaimBed[]> =>
  db.query<ClaimBed>(sql`select b.id, b.full_name as "fullName", b.bed_no as "bedNo", b.room_id as "roomId", r.room_no as "roomNo", r.full_name as room, b.floor_id as "floorId", b.dorm_id as "dormId",
      r.department_id as "departmentId", b.is_enabled as "isEnabled", ${isLockedNow} as "isLocked", ${roomWhy(round.moveIn)} as why, ${roomGender} as "genderCode",
      not ${isFreeBetween(db, 'main', round.moveIn, null)} as "isTaken"
    from ${bedWithPlace(db.me.tenantId)} where ${where} ${tail}`)
export async function namesOf(db: Db): Promise<Names> {
  const [classes, colleges] = [await db.cached(stuClass), await db.cached(department)]
  return { classOf: id => classes.get(id ?? '')?.name ?? '—', collegeOf: id => colleges.get(id ?? '')?.name ?? '—' }
}
/** 20-DC2, DC4: why a student may not choose now, whichever bed. By the server's clock. */
export function againstTurn(round: Round, who: Claimant, turn: Turn | undefined, now = Date.now()): Fault | undefined {
  if (!mayLive(who.status)) return { rule: 'studentGone', values: { status: STUDENT_STATUS[who.status as StudentStatus] ?? '—' } }
  if (round.state === 'paused') return { rule: 'paused', values: { name: round.name, why: round.stateNote ?? '—' } }
  if (!turn) return { rule: 'noWave', values: { name: round.name } }
  if (now < Date.parse(turn.opensAt)) return { rule: 'early', values: { wave: turn.name, opensAt: schoolTimeText(turn.opensAt), now: schoolSecondsText(now).slice(11) } }
  return turn.isOpen ? undefined : { rule: 'late', values: { wave: turn.name, closesAt: schoolTimeText(turn.closesAt) } }
}
const NO_STANDING: ReadonlyMap<string, FeeStanding> = new Map()
/** The service that fees may be chosen to block (40-F16). */
export const CHOOSING = 'dormitory.choose'
/** Amount in fen that bars these students from choosing: the fee if the round requires it, and arrears if the school blocks the choice of beds by them (20-DF5, 40-F16). */
export async function owedBy(db: Db, round: Round, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const blocked = [...(await arrearsFor(db, CHOOSING, ids))].flatMap(([id, a]) => (a.blocks ? [[id, a.amount] as const] : []))
  const standing = round.needPaid && hasFees(db) ? await fees(db).standing(db, ids) : NO_STANDING
  return new Map([...[...standing].flatMap(([id, s]) => (s.state === 'owing' ? [[id, s.owing] as const] : [])), ...blocked])
}
/** Arrears that a student is only warned of. */
export async function warnedOf(db: Db, studentId: string): Promise<number | null> {
  const arrears = (await arrearsFor(db, CHOOSING, [studentId])).get(studentId)
  return arrears && !arrears.blocks ? arrears.amount : null
}
/** Students whom the round keeps from choosing until they have a photo. */
export const lackingPhoto = async (db: Db, round: Round, ids: readonly string[]): Promise<ReadonlySet<string>> => (round.needPhoto ? withoutPhoto(db, ids) : new Set())
export const unpaid = (fen: number): Fault => ({ rule: 'unpaid', values: { amount: yuanText(fen) } })

/** Trial rounds store nothing (20-DC8). */
export function mustBeReal(round: Round): void {
  if (round.trial) throw claimFault({ rule: 'trialOnly', values: { name: round.name } })
}
/** Changes left. */
export const changesLeft = (round: Round, used: number): number => Math.max(0, round.maxChanges - used)
