import sql, { type Sql } from 'sql-template-tag'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { type FeeStanding, feeLedgers, feeSides } from '#modules/dormitory/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { bestStandard, type Facts, NO_FACTS } from '../../prices/server/api.ts'
import { laterParts } from './arrears.ts'
import { handedInItem } from './handed-in-items.ts'
import { type HandedIn, handIn } from './register-lines.ts'
import { settingsOf } from './settings.ts'

/** The items of lodging and damages, by what the dormitory hands in. One that finance has not set up is absent: its lines wait at the dormitory. */
async function itemsOf(db: Db): Promise<Readonly<Record<'dormStay' | 'dormDamage', string | undefined>>> {
  return { dormStay: await handedInItem(db, 'lodgingItem'), dormDamage: await handedInItem(db, 'damageItem') }
}
const NOTES = { dormStay: '宿舍按住宿月数计算', dormDamage: '宿舍损坏赔偿' } as const
/** 20-DF3: of a line `l`, what is no arrears: deferred, in a later part of a plan, or waiting for a loan. */
const deferred = (on: string): Sql => sql`(case when l.defer_until >= ${on}::date then l.owed else least(l.owed, l.loan_pending + ${laterParts(on)}) end)`
interface LineState {
  id: string
  paid: number
  deferred: number
  deferredUntil: string | null
}
/** 40-F18: lodging and damages are lines of the school's one ledger. */
const ledger = feeLedgers.make({
  async handIn(db, lines) {
    const items = await itemsOf(db)
    const people = await studentsOf(
      db,
      lines.map(l => l.studentId),
    )
    const given = lines.flatMap(({ sourceType, studentId, dueOn, ...line }): HandedIn[] => {
      const item = items[sourceType]
      const who = people.get(studentId)
      if (!item || !who) return []
      return [{ ...line, sourceType, item, xn: line.sourceSeq, dueDate: dueOn, payer: { type: 'student', id: studentId, name: who.name }, explain: { note: NOTES[sourceType] } }]
    })
    const ids = await handIn(db, given)
    return new Map(given.map((line, n) => [line.sourceId, ids[n] as string]))
  },
  async standingOf(db, billLineIds) {
    const rows = await db.query<LineState>(sql`select id, (reduced + paid + "offset")::float8 as paid,
        ${deferred(today())}::float8 as deferred, defer_until::text as "deferredUntil"
      from bill_line l where tenant_id = ${db.me.tenantId} and id = any(${[...billLineIds]}::uuid[])`)
    return rows.map(({ id, ...standing }) => ({ billLineId: id, ...standing }))
  },
})
/** A room, in place of a student, is matched with standards of its building and type. */
const ROOM_FACTS: Facts = { ...NO_FACTS, buildingId: sql`d.building_id`, roomType: sql`r.room_type` }
const sides = feeSides.make({
  async prices(db, roomIds, xn) {
    const { lodgingItem } = await settingsOf(db)
    const item = sql`(select i.id from charge_item i where i.tenant_id = ${db.me.tenantId} and i.code = ${lodgingItem} and i.is_enabled)`
    const rows = await db.query<{
      id: string
      amount: number
    }>(sql`select r.id, p.amount::float8 as amount from dorm_room r join dorm_building d on d.tenant_id = r.tenant_id and d.id = r.dorm_id
      cross join lateral (${bestStandard(db, item, sql`${xn}::text`, ROOM_FACTS)}) p where r.tenant_id = ${db.me.tenantId} and r.id = any(${[...new Set(roomIds)]}::uuid[])`)
    return new Map(rows.map(r => [r.id, r.amount]))
  },
  /** Of the lodging fee of this school year, which check-in and the choice of beds may depend on. */
  async standing(db, studentIds) {
    const { lodgingItem } = await settingsOf(db)
    const rows = await db.query<{ id: string; owed: number; waits: number }>(sql`select l.student_id as id, sum(l.owed)::float8 as owed,
        sum(${deferred(today())})::float8 as waits
      from bill_line l join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id and i.code = ${lodgingItem}
      where l.tenant_id = ${db.me.tenantId} and l.student_id = any(${[...studentIds]}::uuid[]) and l.xn = ${schoolYearOf(today())} and l.closed_at is null group by 1`)
    return new Map(rows.map(({ id, owed, waits }) => [id, { state: stateOf(owed, waits), owing: owed - waits }]))
  },
})
const stateOf = (owed: number, waits: number): FeeStanding['state'] => (owed <= 0 ? 'paid' : waits >= owed ? 'deferred' : 'owing')
export default [ledger, sides]
