import sql, { empty, type Sql } from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { graduateStays, graduationPreview, neverCame } from '../model/actions.ts'
import { dormStay } from '../model/stay.ts'
import { debtsOf, end } from './end.ts'
import { settingsOf } from './settings.ts'
import { lockStays } from './write.ts'

interface Which {
  grade: number
  classIds?: ReadonlyArray<string | null> | null | undefined
}
const chosen = ({ grade, classIds }: Which): Sql =>
  sql`s.state = 'checkedIn' and s.grade = ${grade} ${classIds?.length ? sql`and s.class_id = any(${classIds.filter(c => c !== null)}::uuid[])` : empty}`
/** 20-DR8: students leaving by room, and rooms becoming empty. */
const preview = handle(graduationPreview, async ({ db }, which) => {
  const rows = await db.query<{ id: string; stayId: string }>(sql`select s.room_id as id, s.id as "stayId" from ${db.visible(dormStay).rows()} s where ${chosen(which)}`)
  const rooms = await db.query<{ id: string; fullName: string; leaving: number; staying: number }>(sql`
    with gone as (select room_id, count(*)::int as n from ${db.visible(dormStay).rows()} s where ${chosen(which)} group by 1)
    select r.id, r.full_name as "fullName", g.n as leaving,
      (select count(*)::int from dorm_stay o where o.tenant_id = r.tenant_id and o.room_id = r.id and o.state = 'checkedIn') - g.n as staying
    from gone g join dorm_room r on r.tenant_id = ${db.me.tenantId} and r.id = g.room_id order by r.full_name`)
  const stays = await db.visible(dormStay).all({ id: rows.map(r => r.stayId) })
  const debts = await debtsOf(db, stays)
  return { students: rows.length, rooms, emptied: rooms.filter(r => r.staying === 0).length, withDebts: [...debts.values()].filter(d => d.length).length }
})
/** Checks out everybody in the preview in one transaction; the events close the dormitory item of the leaving checklist. */
const graduate = handle(graduateStays, async (ctx, { students, ...which }) => {
  const { db, refuse } = ctx
  const ids = await idsOf(db, which)
  if (!ids.length) refuse('nobody', { grade: which.grade })
  if (ids.length !== students) refuse('changed', { before: students, now: ids.length })
  const debts = await end(ctx, await lockStays(db, ids), { reason: 'graduate', withDebts: true })
  return { done: ids.length, withDebts: [...debts.values()].filter(d => d.length).length }
})
const idsOf = async (db: Db, which: Which): Promise<string[]> =>
  (await db.query<{ id: string }>(sql`select s.id from ${db.visible(dormStay).rows()} s where ${chosen(which)} order by s.id`)).map(r => r.id)

/** 20-DR6 and DR1: counts of students who never came and of overstaying ones. */
const missing = handle(neverCame, async ({ db }) => {
  const { neverCameDays: days } = await settingsOf(db)
  const before = addDays(today(), -days)
  return {
    days,
    before,
    count: await db.visible(dormStay).count({ state: 'reserved', 'plannedIn.le': before }),
    overstaying: await db.visible(dormStay).count({ state: 'checkedIn', 'plannedOut.le': today() }),
  }
})
export default [preview, graduate, missing]
