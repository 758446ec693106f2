import sql from 'sql-template-tag'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { handle } from '#server/context.ts'
import { isFreeBetween } from '../../places/server/api.ts'
import { bedWithPlace, isLockedNow, roomGender, roomWhy } from '../../stays/server/api.ts'
import { type BedStanding, runMap } from '../model/adjust-actions.ts'
import { READ_PRESORT } from '../model/fields.ts'
import { presortLine } from '../model/result.ts'
import { runFor } from './plan.ts'

interface BedRow {
  id: string
  bedNo: number
  roomId: string
  roomNo: string
  genderCode: string | null
  floorId: string
  floor: string
  isOff: boolean
  isLiving: boolean
  /** Taken in this simulation, regardless of scope. */
  isTaken: boolean
  lineId: string | null
  studentId: string | null
  name: string | null
  classId: string | null
  pinned: boolean | null
}
function standingOf(b: BedRow): BedStanding {
  if (b.lineId) return 'mine'
  if (b.isTaken) return 'other'
  if (b.isLiving) return 'living'
  return b.isOff ? 'off' : 'free'
}
/** One building of a simulation. Students outside the reader's scope show only as a taken bed. */
export default handle(runMap, async ({ db }, { runId, dormId }) => {
  const { run, plan } = await runFor(db, runId)
  const lines = db.visibleFor(presortLine, READ_PRESORT).rows()
  const dorms = await db.query<{ id: string; label: string; placed: number }>(
    sql`select d.id, d.full_name as label, x.n as placed from (select l.dorm_id, coalesce(sum(l.beds), count(*))::int as n from ${lines} l where l.run_id = ${run.id} and l.dorm_id is not null group by 1) x
      join dorm_building d on d.tenant_id = ${db.me.tenantId} and d.id = x.dorm_id order by d.full_name`,
  )
  const shown = dorms.find(d => d.id === dormId)?.id ?? dorms[0]?.id
  if (!shown) return { dormId: null, dorms, floors: [] }
  const beds = await db.query<BedRow>(sql`
    select b.id, b.bed_no as "bedNo", r.id as "roomId", r.room_no as "roomNo", ${roomGender} as "genderCode", f.id as "floorId", f.name as floor,
      (not b.is_enabled or ${isLockedNow} or ${roomWhy(plan.startDate)} is not null) as "isOff", not ${isFreeBetween(db, 'main', plan.startDate, null)} as "isLiving",
      exists (select 1 from presort_line o where o.tenant_id = b.tenant_id and o.run_id = ${run.id} and o.bed_id = b.id) as "isTaken",
      l.id as "lineId", l.student_id as "studentId", s.name, l.class_id as "classId", l.pinned
    from ${bedWithPlace(db.me.tenantId)} left join (select * from ${lines} l where l.run_id = ${run.id} and l.bed_id is not null) l on l.bed_id = b.id left join student s on s.tenant_id = b.tenant_id and s.id = l.student_id
    where b.dorm_id = ${shown} and b.deleted_at is null and r.deleted_at is null order by f.floor_no desc, r.room_no, b.bed_no`)
  const granted = await db.query<{ roomId: string; classId: string | null; departmentId: string | null; beds: number }>(
    sql`select l.room_id as "roomId", l.class_id as "classId", l.department_id as "departmentId", l.beds from ${lines} l where l.run_id = ${run.id} and l.dorm_id = ${shown} and l.student_id is null`,
  )
  const [classes, colleges] = [await db.cached(stuClass), await db.cached(department)]
  const to = (g: (typeof granted)[number]): string => `${(g.classId ? classes.get(g.classId)?.name : colleges.get(g.departmentId ?? '')?.name) ?? '—'} ${g.beds}`
  const grants = Map.groupBy(granted, g => g.roomId)
  const floors = [...Map.groupBy(beds, b => b.floorId)].map(([id, onFloor]) => ({
    id,
    label: onFloor[0]?.floor ?? '',
    rooms: [...Map.groupBy(onFloor, b => b.roomId)].map(([roomId, inRoom]) => ({
      id: roomId,
      roomNo: inRoom[0]?.roomNo ?? '',
      genderCode: inRoom[0]?.genderCode ?? null,
      granted: grants.get(roomId)?.map(to).join('、') ?? null,
      beds: inRoom.map(b => ({
        id: b.id,
        bedNo: b.bedNo,
        standing: standingOf(b),
        lineId: b.lineId,
        studentId: b.studentId,
        name: b.name,
        className: b.classId ? (classes.get(b.classId)?.name ?? null) : null,
        pinned: b.pinned ?? false,
      })),
    })),
  }))
  return { dormId: shown, dorms, floors }
})
