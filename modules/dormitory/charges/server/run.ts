import sql from 'sql-template-tag'
import { isSchoolYear } from '#modules/campus/model/school-year.ts'
import { type Db, handle } from '#server/context.ts'
import { previewRun, runCharges } from '../model/actions.ts'
import { lodgingCharge } from '../model/lodging-charge.ts'
import { type Due, reckon } from './charge.ts'
import { feeLedger } from './fee-ledger.ts'

const NAMED = 20
const PORTION = 5000
const sum = (dues: readonly Due[]): number => dues.reduce((total, d) => total + d.due, 0)
const roomsOf = (unpriced: ReadonlyArray<{ room: string }>): string[] => [...new Set(unpriced.map(u => u.room))].sort()
/** Compares stored charges with current fees. */
async function against(db: Db, xn: string, dues: readonly Due[]): Promise<{ fresh: Due[]; changed: Due[]; gone: string[] }> {
  const known = await db.query<{ stayId: string; due: number; months: number }>(
    sql`select stay_id as "stayId", due::float8 as due, months from lodging_charge where tenant_id = ${db.me.tenantId} and xn = ${xn}`,
  )
  const of = new Map(known.map(k => [k.stayId, k]))
  const wanted = new Set(dues.map(d => d.stayId))
  return {
    fresh: dues.filter(d => !of.has(d.stayId)),
    changed: dues.filter(d => {
      const before = of.get(d.stayId)
      return before !== undefined && (before.due !== d.due || before.months !== d.months)
    }),
    gone: known.filter(k => !wanted.has(k.stayId) && k.due !== 0).map(k => k.stayId),
  }
}
const preview = handle(previewRun, async ({ db, refuse }, { xn }) => {
  if (!isSchoolYear(xn)) refuse('xn', { xn }, 'xn')
  const { dues, unpriced } = await reckon(db, xn)
  const { fresh, changed, gone } = await against(db, xn, dues)
  const rooms = roomsOf(unpriced)
  return {
    students: new Set(dues.map(d => d.studentId)).size,
    charges: dues.length,
    fresh: fresh.length,
    changed: changed.length + gone.length,
    total: sum(dues),
    unpriced: unpriced.length,
    rooms: rooms.slice(0, NAMED),
  }
})
/** Writes fees: one row per stay and year, safe for concurrent runs. Charges changed by a move or check-out are corrected. */
async function write(db: Db, dues: readonly Due[], xn: string, dueOn: string): Promise<void> {
  for (let at = 0; at < dues.length; at += PORTION) {
    const from = sql`jsonb_to_recordset(${JSON.stringify(dues.slice(at, at + PORTION))}::jsonb) x("stayId" uuid, months int, detail jsonb, standard bigint, due bigint)`
    const stays = sql`join dorm_stay s on s.tenant_id = ${db.me.tenantId} and s.id = x."stayId" join student t on t.tenant_id = s.tenant_id and t.id = s.student_id`
    const place = { studentId: sql`s.student_id`, stayId: sql`s.id`, departmentId: sql`t.department_id`, classId: sql`t.class_id`, dormId: sql`s.dorm_id`, bedId: sql`s.bed_id` }
    const money = { months: sql`x.months`, detail: sql`x.detail`, standard: sql`x.standard`, due: sql`x.due` }
    // update changed rows first: new rows are correct already
    const isOther = sql`c.xn = ${xn} and c.stay_id = x."stayId" and (c.due <> x.due or c.months <> x.months)`
    await db.updateWhere(lodgingCharge, isOther, { ...money, adjust: sql`greatest(c.adjust, -x.due)` }, { as: 'c', from, ...RECKONED })
    await db.insertFrom(lodgingCharge, { ...place, ...money, xn, dueOn }, sql`${from} ${stays}`, { skipExisting: true, ...RECKONED })
  }
}
/** Computed in bulk for a whole year: no change history, the run records who started it. */
const RECKONED = { history: false } as const
/** Stays without a counted month any more owe nothing. */
const clear = (db: Db, xn: string, stayIds: readonly string[]) =>
  db.updateWhere(lodgingCharge, { xn, stayId: [...stayIds] }, { months: 0, detail: [], due: 0, adjust: sql`greatest(adjust, 0)` }, RECKONED)
/** 40-F18: the ledger has one line per charge; changes are submitted under the same source. */
export async function handIn(db: Db, xn: string, stayIds: readonly string[]): Promise<number> {
  const ledger = feeLedger(db)
  if (!ledger) return 0
  const rows = await db.query<{
    stayId: string
    studentId: string
    amount: number
    dueOn: string
  }>(sql`select stay_id as "stayId", student_id as "studentId", (due + adjust)::float8 as amount, due_on::text as "dueOn"
    from lodging_charge where tenant_id = ${db.me.tenantId} and xn = ${xn} and (stay_id = any(${[...stayIds]}::uuid[]) or bill_line_id is null) order by stay_id`)
  if (!rows.length) return 0
  const lines = await ledger.handIn(
    db,
    rows.map(({ stayId, ...r }) => ({ sourceType: 'dormStay' as const, sourceId: stayId, sourceSeq: xn, ...r })),
  )
  const pairs = [...lines]
  const from = sql`unnest(${pairs.map(p => p[0])}::uuid[], ${pairs.map(p => p[1])}::uuid[]) x(stay, line)`
  await db.updateWhere(lodgingCharge, sql`c.xn = ${xn} and c.stay_id = x.stay`, { billLineId: sql`x.line` }, { as: 'c', from, bookkeeping: true })
  return pairs.length
}
/** Charges a school year: inserts, updates and clears. */
async function chargeYear(db: Db, xn: string, dueOn: string, dues: readonly Due[]) {
  const { fresh, changed, gone } = await against(db, xn, dues)
  await write(db, [...fresh, ...changed], xn, dueOn)
  await clear(db, xn, gone)
  const handedIn = await handIn(db, xn, [...[...fresh, ...changed].map(d => d.stayId), ...gone])
  return { fresh: fresh.length, changed: changed.length + gone.length, total: sum(dues), handedIn }
}
/** Charges all students for a school year, by nobody's word: of the demo school. */
export const chargeLodging = async (db: Db, xn: string, dueOn: string): Promise<unknown> => chargeYear(db, xn, dueOn, (await reckon(db, xn)).dues)
/** 20-DF2: a concurrent run waits for the lock and finds nothing left to do. */
const run = handle(runCharges, async ({ db, me, refuse }, { xn, dueOn }) => {
  if (!isSchoolYear(xn)) refuse('xn', { xn }, 'xn')
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`lodging ${me.tenantId} ${xn}`}, 0))`)
  const { dues, unpriced } = await reckon(db, xn)
  const rooms = roomsOf(unpriced)
  if (rooms.length) refuse('unpriced', { count: rooms.length, rooms: rooms.slice(0, NAMED) })
  return chargeYear(db, xn, dueOn, dues)
})
export default [preview, run]
