import sql, { empty, type Sql } from 'sql-template-tag'
import { permissionKey } from '#model'
import { type Db, handle } from '#server/context.ts'
import { isOpen, type RoundEntity, type RoundRow } from '../model/round.ts'
import { getMyTaskSelect, getTaskSelect } from '../model/round-select.ts'
import { accountsOf } from './audience.ts'
import { roundKinds } from './round-kinds.ts'

const MOST = 200
const kindsOf = (db: Db, processType?: string | null) => db.registered(roundKinds).filter(k => !processType || k.options.processType === processType)
const item = (row: RoundRow) => ({
  id: row.id,
  value: row.id,
  label: row.name,
  name: row.name,
  processType: row.processType,
  xn: row.xn,
  xqM: row.xqM === null ? null : String(row.xqM),
  beginTime: row.beginTime,
  endTime: row.endTime,
  state: row.state,
  isCurrent: isOpen(row),
})
const newest = (rows: readonly RoundRow[]) => [...rows].sort((a, b) => b.beginTime.localeCompare(a.beginTime)).map(item)

const all = handle(getTaskSelect, async ({ db }, { processType }) => {
  const found = await Promise.all(kindsOf(db, processType).map(({ entity }) => db.visibleFor(entity, permissionKey(entity, 'list')).all({}, { sort: ['-beginTime'], limit: MOST })))
  return newest(found.flat() as RoundRow[])
})
/** 10-W20: whether the round is for the user or a student they counsel; a todo about it counts as well. */
async function concerns(db: Db, of: RoundEntity, row: RoundRow, withStudents: boolean): Promise<boolean> {
  const accounts = await accountsOf(db, of, row)
  const counselled: Sql =
    withStudents && db.me.teacherId
      ? sql` or exists (select from ${accounts} a join student_staff_now h on h.tenant_id = ${db.me.tenantId} and h.student_id = a.student_id
        where h.teacher_id = ${db.me.teacherId} and h.role = 'fdy')`
      : empty
  const [found] = await db.query<{ isMine: boolean }>(sql`select exists (select from ${accounts} a where a.id = ${db.me.userId})
    or exists (select from todo t where t.tenant_id = ${db.me.tenantId} and t.user_id = ${db.me.userId} and t.biz_type = ${of.name} and t.biz_id = ${row.id} and t.state = 'open')${counselled} as "isMine"`)
  return found?.isMine === true
}
const mine = handle(getMyTaskSelect, async ({ db }, { processType, isShowFdyTask }) => {
  const found: RoundRow[] = []
  for (const { entity } of kindsOf(db, processType)) {
    // each row's audience is checked next
    const rows = await db.unscoped(entity).all({ state: ['published', 'paused', 'closed'] }, { sort: ['-beginTime'], limit: MOST })
    for (const row of rows as RoundRow[]) if (await concerns(db, entity, row, isShowFdyTask === '1' || isShowFdyTask === 'true')) found.push(row)
  }
  return newest(found)
})
export default [all, mine]
