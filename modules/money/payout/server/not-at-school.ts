import sql, { empty, type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { isOnDay } from '#modules/student/server/api.ts'
import { type Db, on } from '#server/context.ts'
import { payoutLine, payoutList, SOURCES } from '../model/payout.ts'
import { type List, recount } from './lists.ts'
import { listTodos } from './notify.ts'

interface Left {
  id: string
  studentId: string
  name: string
}
/** Whether the student of a line `l` is at school on the list's day; a subsidy of a month is theirs, too, who were on a day of that month (40-Z4). */
export function wasAtSchool({ source, bizDate, month }: Pick<List, 'source' | 'bizDate' | 'month'>): Sql {
  const byMonth =
    SOURCES[source].atSchool === 'month' && month
      ? sql` or (h."from" < ${`${month}-01`}::date + interval '1 month' and (h."to" is null or h."to" > ${`${month}-01`}::date))`
      : empty
  return sql`exists (select from class_history h where h.tenant_id = l.tenant_id and h.student_id = l.student_id and h.status = 'active'
    and ((${isOnDay(sql`${bizDate}::date`)})${byMonth}))`
}
/** 40-B2: lines to be paid of students who, by the history of their status as it is now, are not at school on the list's day. */
async function leftOf(db: Db, list: List): Promise<Left[]> {
  if (!SOURCES[list.source].atSchool) return []
  return db.query<Left>(sql`select l.id, l.student_id as "studentId", s.name from payout_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
    where l.tenant_id = ${db.me.tenantId} and l.list_id = ${list.id} and l.state = 'ready' and not ${wasAtSchool(list)} order by l.seq`)
}
/** Somebody may leave between the check and the bank: such a list is checked again. */
export async function mustBeAtSchool(db: Db, list: List): Promise<void> {
  const left = await leftOf(db, list)
  if (left.length) throw refusalOf(payoutList, 'left', { names: left.map(l => l.name) })
}
/** Whoever leaves is held on lists that are only checked; of one that was submitted its maker has to take it back. */
export default on('student.statusChanged', 'money.notAtSchool', async ({ db }, { studentId }) => {
  if (typeof studentId !== 'string') return
  const lines = await db.unscoped(payoutLine).all({ studentId, state: 'ready' }, { sort: ['listId'] }) // whoever changed the status decides
  for (const listId of new Set(lines.map(l => l.listId))) {
    const list = await db.unscoped(payoutList).lock(listId)
    const left = (await leftOf(db, list)).filter(l => l.studentId === studentId)
    if (!left.length || list.state === 'draft') continue
    if (list.state === 'checked') {
      await db.updateWhere(payoutLine, { id: left.map(l => l.id) }, { state: 'held', heldFor: 'notAtSchool', seq: null, cardNo: null, lastFour: null })
      await recount(db, listId)
    } else if (list.makerId) await listTodos.open(db, 'left', [{ row: { ...list, name: left[0]?.name ?? '' }, to: [list.makerId] }])
  }
})
