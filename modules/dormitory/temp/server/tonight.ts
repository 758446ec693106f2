import sql, { empty } from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { type Db, handle } from '#server/context.ts'
import { inNight, nightAt } from '../../places/model/night.ts'
import { dormStay } from '../../stays/model/stay.ts'
import { expectedPresence } from '../../stays/server/api.ts'
import { tempTonight } from '../model/actions.ts'
import { AGREED } from '../model/temp-location.ts'

interface Occupant {
  studentId: string
  dormId: string
  dorm: string
  roomNo: string
  bedId: string
  bedNo: number
  name: string | null
  studentNo: string | null
  classId: string | null
}
/** Residents in the reader's scope with approved nights elsewhere tonight. */
const sleepersOf = (db: Db, night: string, dormId: string | null): Promise<Occupant[]> =>
  db.query<Occupant>(sql`select s.student_id as "studentId", s.dorm_id as "dormId", d.full_name as dorm, r.room_no as "roomNo", b.id as "bedId", b.bed_no as "bedNo", s.name, s.student_no as "studentNo",
      s.class_id as "classId"
    from ${db.visible(dormStay).rows()} s join dorm_building d on d.tenant_id = ${db.me.tenantId} and d.id = s.dorm_id join dorm_room r on r.tenant_id = d.tenant_id and r.id = s.room_id
      join dorm_bed b on b.tenant_id = d.tenant_id and b.id = s.bed_id
    where s.state = 'checkedIn' ${dormId ? sql`and s.dorm_id = ${dormId}` : empty}
      and exists (select from temp_location x where x.tenant_id = d.tenant_id and x.student_id = s.student_id and x.state = any(${[...AGREED]}::text[])
        and x."from" < ${inNight(night, '11:59')} and x."to" > ${inNight(night, '12:00')})
    order by d.full_name, r.room_no, b.bed_no`)

/** 20-DT6: name, room and "excused" only; no data of the application. Uses the expected-presence service like every screen. */
export default handle(tempTonight, async ({ db }, { night: given, dormId }) => {
  const night = given ?? nightAt(new Date().toISOString())
  const sleepers = await sleepersOf(db, night, dormId ?? null)
  const presence = await expectedPresence(db, night, { studentIds: sleepers.map(s => s.studentId) })
  const away = sleepers.filter(s => presence.get(s.studentId)?.expected === 'excused' && presence.get(s.studentId)?.bedId === s.bedId)
  const classes = await db.cached(stuClass)
  const shown = ({ studentId, roomNo, bedNo, name, studentNo, classId }: Occupant) => ({
    ...{ studentId, roomNo, bedNo, name, studentNo },
    className: classes.get(classId ?? '')?.name ?? null,
    expected: 'excused' as const,
  })
  const byDorm = Map.groupBy(away, s => s.dormId)
  return { night, dorms: [...byDorm].map(([id, those]) => ({ id, fullName: those[0]?.dorm ?? '', students: those.map(shown) })) }
})
