import sql from 'sql-template-tag'
import { type Happening, profilePart } from '#server/extensions/profile-parts.ts'
import { dormStay } from '../../../stays/model/stay.ts'

const LIST = 'dormitory:dormStay:list'
interface Lived {
  bed: string
  isMove: boolean
  movesOn: boolean
  inAt: string | null
  outAt: string | null
}
/** A bed change is one event, the arrival; leaving the old bed is none. */
const eventsOf = ({ bed, isMove, movesOn, inAt, outAt }: Lived): Happening[] => [
  ...(outAt && !movesOn ? [{ at: new Date(outAt).toISOString(), title: { text: '退出 {bed}', values: { bed } } }] : []),
  ...(inAt ? [{ at: new Date(inAt).toISOString(), title: { text: isMove ? '调宿到 {bed}' : '入住 {bed}', values: { bed } }, tone: 'done' as const }] : []),
]
/** 30 SP: where a student has lived. */
export default profilePart({
  code: 'dormitory.stay',
  label: '住宿',
  permission: LIST,
  async happened({ db }, studentId, limit) {
    const rows = await db.query<Lived>(sql`
      select b.full_name as bed, l.source = 'change' as "isMove", l.check_out_reason is not distinct from 'change' as "movesOn", l.check_in_at as "inAt", l.check_out_at as "outAt"
      from ${db.visibleFor(dormStay, LIST).rows()} l join dorm_bed b on b.tenant_id = ${db.me.tenantId} and b.id = l.bed_id
      where l.student_id = ${studentId} and l.check_in_at is not null order by l.check_in_at desc limit ${limit}`)
    return rows.flatMap(eventsOf)
  },
})
