import sql, { type Sql } from 'sql-template-tag'
import type { Row } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { leavingItems, leavingSides } from '#server/extensions/graduation-items.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import type { graduationItem } from '../../audit/model/item.ts'
import { itemsInUse } from '../../audit/server/api.ts'
import { graduationClearance } from '../model/clearance.ts'
import { CLEARANCE_MESSAGES } from '../model/messages.ts'

type Item = Row<typeof graduationItem>
const LINK = '/graduation/leaving'
const idsOf = (ids: readonly string[]): Sql => sql`select unnest(${[...ids]}::uuid[])`

/** Those with whom an item is settled: as its module says, or by the school's own results. */
const settledIn = (db: Db, { id, code }: Item, students: Sql): Sql | undefined => {
  const declared = db.registered(leavingItems).find(i => i.code === code)
  if (declared) return declared.settled(db, students)
  return sql`select m.student_id from graduation_mark m where m.tenant_id = ${db.me.tenantId} and m.item_id = ${id} and m.is_met and m.student_id in (${students})`
}
/** GR8: looks anew at an item of these students; what is settled is done, what is not any more is open again. What was waived stays. */
async function look(db: Db, item: Item, students: Sql): Promise<void> {
  const settled = settledIn(db, item, students)
  if (!settled) return
  const own = sql`t.item_id = ${item.id} and t.student_id in (${students})`
  await db.updateWhere(graduationClearance, sql`${own} and t.state = 'open' and t.student_id in (${settled})`, {
    state: 'done',
    doneAt: new Date().toISOString(),
    byId: db.me.userId || null,
  })
  await db.updateWhere(graduationClearance, sql`${own} and t.state = 'done' and t.student_id not in (${settled})`, { state: 'open', doneAt: null, byId: null })
}
/** Every night: what changed without an event, such as to-dos. */
export async function lookAtAll(db: Db): Promise<void> {
  const students = sql`select c.student_id from graduation_clearance c where c.tenant_id = ${db.me.tenantId} and c.state = 'open'`
  for (const item of await itemsInUse(db, 'leaving')) await look(db, item, students)
}
/** Opens the list of these students; whoever has one keeps it. Their owners are told, and so are they. */
export async function openLists(db: Db, batchId: string | null, studentIds: readonly string[]): Promise<number> {
  const items = await itemsInUse(db, 'leaving')
  if (!items.length || !studentIds.length) return 0
  const students = idsOf(studentIds)
  const made = await db.insertFrom(
    graduationClearance,
    { studentId: sql`s.id`, batchId: sql`${batchId}::uuid`, itemId: sql`i.id`, required: sql`i.is_blocking` },
    sql`student s, graduation_item i where s.tenant_id = ${db.me.tenantId} and i.tenant_id = s.tenant_id and s.id in (${students}) and i.use = 'leaving' and i.is_enabled
      and not exists (select from graduation_clearance c where c.tenant_id = s.tenant_id and c.student_id = s.id and c.item_id = i.id and (c.batch_id is not distinct from ${batchId}::uuid or c.state = 'open'))`,
    { skipExisting: true, history: false, returning: ['studentId'] },
  )
  const opened = [...new Set(made.map(m => m.studentId))]
  for (const item of items) await look(db, item, idsOf(opened))
  await db.emitMany(
    'student.clearanceOpened',
    opened.map(studentId => ({ studentId, items: items.map(i => i.code) })),
  )
  await tell(db, opened, items.length)
  return opened.length
}
async function tell(db: Db, studentIds: readonly string[], n: number): Promise<void> {
  const people = await studentsOf(db, studentIds)
  await notifyEach(
    db,
    CLEARANCE_MESSAGES.opened,
    [...people.values()].flatMap(({ id, userId, name }) =>
      userId ? [{ to: [userId], values: { name, n }, bizType: 'graduationClearance', bizId: id, link: LINK, mobileLink: LINK }] : [],
    ),
  )
}
/** Names of items that keep this student here: required ones that are open. */
export async function requiredOpen(db: Db, studentId: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`select i.name from graduation_clearance c join graduation_item i on i.tenant_id = c.tenant_id and i.id = c.item_id
    where c.tenant_id = ${db.me.tenantId} and c.student_id = ${studentId} and c.required and c.state = 'open' order by i.sort, i.code`)
  return rows.map(r => r.name)
}
export default leavingSides.make({
  async look(db, code, studentIds) {
    const item = (await itemsInUse(db, 'leaving')).find(i => i.code === code)
    if (item && studentIds.length) await look(db, item, idsOf(studentIds))
  },
})
