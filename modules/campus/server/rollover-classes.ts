import sql from 'sql-template-tag'
import type { Wording } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { stuClass } from '../model/organisation.ts'
import { CLASS_ROLES, classStaff, teacher } from '../model/people.ts'
import { changes, rolloverStep } from '../rollover/server/api.ts'
import { tellStaffChanged } from './relations.ts'
import { students } from './student-side.ts'

const later = (a: string, b: string): string => (a > b ? a : b)
const stillHas = (count: number): Wording => ({ text: '还有 {count} 名在读、休学或保留学籍的学生', values: { count } })

/** 30-BO5: classes past their expected end, unless somebody is still in them. */
const classes = rolloverStep({
  code: 'campus.endClasses',
  title: '结束到期班级',
  order: 40,
  async preview(db) {
    const past = await db.unscoped(stuClass).all({ state: 'active', 'expectedEnd.le': today() }, { sort: ['classNo'] }) // the whole school
    const keepers = await students(db).keepingOpen(
      db,
      past.map(c => c.id),
    )
    return past.map(c => {
      const count = keepers.get(c.id) ?? 0
      const exception = count ? { why: stillHas(count), link: `/campus/classes?q=${c.classNo}` } : undefined
      return changes('close', stuClass, c, { state: 'ended' }, { title: c.name, departmentId: c.departmentId, exception })
    })
  },
  /** Somebody who came back into a class since leaves its row as it was. */
  async hold(db, ids, direction) {
    if (direction === 'undo') return new Map()
    await db.unscoped(stuClass).lockAll(ids) // whoever enters a class waits
    return new Map([...(await students(db).keepingOpen(db, ids))].filter(([, count]) => count > 0).map(([id, count]) => [id, stillHas(count)]))
  },
})
/** Relations whose class was not ended, or, where they are taken back, was not opened again. */
async function withoutTheirClass(db: Db, ids: readonly string[], direction: 'run' | 'undo'): Promise<ReadonlyMap<string, Wording>> {
  const stays =
    direction === 'run'
      ? sql`c.state <> 'ended'`
      : sql`not exists (select from rollover_line l where l.tenant_id = c.tenant_id and l.row_id = c.id::text
    and l.row_entity = 'stuClass' and l.state = 'done' and l.done_version = c.version)`
  const rows = await db.query<{ id: string }>(sql`select r.id from class_staff r join stu_class c on c.tenant_id = r.tenant_id and c.id = r.class_id
    where r.tenant_id = ${db.me.tenantId} and r.id = any(${[...ids]}::uuid[]) and ${stays}`)
  const why = { text: direction === 'run' ? '班级没有结束' : '班级结转后又有变动' }
  return new Map(rows.map(({ id }) => [id, why]))
}
const staff = rolloverStep({
  code: 'campus.endStaff',
  title: '结束带班关系',
  order: 50,
  after: ['campus.endClasses'],
  async preview(db, _years, planned) {
    const ending = new Set(planned.filter(p => p.of.name === stuClass.name && p.kind === 'close' && !p.exception).map(p => p.rowId))
    const [teachers, all, relations] = await Promise.all([db.cached(teacher), db.cached(stuClass), db.cached(classStaff)])
    return [...relations.values()].flatMap(r => {
      const of = all.get(r.classId)
      if (!of || !(of.state === 'ended' || ending.has(of.id)) || (r.endDate !== null && r.endDate <= today())) return []
      const title = `${of.name} ${teachers.get(r.teacherId)?.name ?? ''}（${CLASS_ROLES[r.role]}）`
      return changes('close', classStaff, r, { endDate: later(r.startDate, today()) }, { title, departmentId: of.departmentId })
    })
  },
  atRun: after => ({ ...after, endDate: later(String(after.endDate), today()) }),
  hold: withoutTheirClass,
  async followed(db, ids, _years, direction) {
    const rows = await db.unscoped(classStaff).all({ id: [...ids] }) // relations that were just changed
    for (const { classId, role, teacherId } of rows)
      await tellStaffChanged(db, { classId, role, fromTeacherId: teacherId, toTeacherId: direction === 'run' ? null : teacherId, on: today() })
  },
})
export default [classes, staff]
