import sql, { empty } from 'sql-template-tag'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { dormBuilding } from '#modules/dormitory/places/model/places.ts'
import { student } from '#modules/student/model/student.ts'
import { type Db, handle } from '#server/context.ts'
import { type Counts, noCounts, presenceBoard } from '../model/actions.ts'
import type { PresenceStateName } from '../model/presence-state.ts'

interface Cell {
  departmentId: string | null
  classId: string | null
  dormId: string | null
  isSilent: boolean
  state: PresenceStateName
  n: number
}
/** One statement, so one snapshot: every student with a school record is in it once, also one whose state is not found yet. */
const cellsOf = (db: Db, departmentId: string | null | undefined): Promise<Cell[]> =>
  db.query<Cell>(sql`select s.department_id as "departmentId", s.class_id as "classId", p.dorm_id as "dormId", coalesce(p.is_silent, false) as "isSilent",
      case when s.status <> 'active' then 'notAtSchool' when p.state is null or p.state = 'notAtSchool' then 'unknown' else p.state end as state, count(*)::int as n
    from ${db.visibleFor(student, presenceBoard.permission).rows()} s left join presence_state p on p.tenant_id = s.tenant_id and p.student_id = s.id
    where s.has_record ${departmentId ? sql`and s.department_id = ${departmentId}` : empty} group by 1, 2, 3, 4, 5`)
const put = (into: Counts, { state, n }: Cell): void => {
  into[state] += n
  into.total += n
}
export default [
  handle(presenceBoard, async ({ db }, { departmentId }) => {
    const cells = await cellsOf(db, departmentId)
    const [departments, classes, dorms] = [await db.cached(department), await db.cached(stuClass), await db.cached(dormBuilding)]
    const all = noCounts()
    for (const cell of cells) put(all, cell)
    const by = (idOf: (cell: Cell) => string | null, nameOf: (id: string | null) => string | null) =>
      [...Map.groupBy(cells, idOf)]
        .map(([id, own]) => {
          const counts = noCounts()
          for (const cell of own) put(counts, cell)
          return { id, name: nameOf(id), ...counts }
        })
        .sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'zh-CN'))
    const colleges = by(
      c => c.departmentId,
      id => departments.get(id ?? '')?.name ?? null,
    )
    // a whole school is read by college first; whoever has one college, by class
    const isOne = colleges.length < 2
    const silent = new Set(cells.flatMap(c => (c.isSilent && c.dormId ? [c.dormId] : [])))
    return {
      at: new Date().toISOString(),
      all,
      colleges: isOne ? [] : colleges,
      classes: isOne
        ? by(
            c => c.classId,
            id => classes.get(id ?? '')?.name ?? null,
          )
        : [],
      dorms: by(
        c => c.dormId,
        id => dorms.get(id ?? '')?.fullName ?? null,
      ),
      silent: [...silent].flatMap(id => dorms.get(id)?.fullName ?? []).sort((a, b) => a.localeCompare(b, 'zh-CN')),
    }
  }),
]
