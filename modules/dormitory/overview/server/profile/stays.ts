import sql from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { type Happening, profilePart } from '#server/extensions/profile-parts.ts'
import { firstPeople } from '#server/i18n/wording.ts'
import { dormStay } from '../../../stays/model/stay.ts'

const LIST = 'dormitory:dormStay:list'
/** Room-mates named at most. */
const MATES = 7
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
interface Lives {
  bed: string
  since: string
  mates: string[] | null
}
/** The bed of today with those who share the room; a temporary bed only if there is no other. */
async function livesNow(db: Db, studentId: string): Promise<Lives | undefined> {
  const [lives] = await db.query<Lives>(sql`
    select b.full_name as bed, l.check_in_at as since, (select array_agg(m.name order by m.name) from dorm_stay m where m.tenant_id = l.tenant_id and m.room_id = l.room_id and m.state = 'checkedIn' and m.student_id <> l.student_id) as mates
    from ${db.visibleFor(dormStay, LIST).rows()} l join dorm_bed b on b.tenant_id = ${db.me.tenantId} and b.id = l.bed_id
    where l.student_id = ${studentId} and l.state = 'checkedIn' order by (l.kind = 'temporary'), l.check_in_at desc limit 1`)
  return lives
}
/** 30 SP: where a student lives and has lived. */
export default profilePart({
  code: 'dormitory.stay',
  label: '住宿',
  order: 15,
  permission: LIST,
  async whereabouts({ db }, studentId) {
    const lives = await livesNow(db, studentId)
    return lives ? { kind: 'lives', text: lives.bed } : null
  },
  async lines({ db }, studentId) {
    const lives = await livesNow(db, studentId)
    if (!lives) return []
    return [
      { label: '床位', value: lives.bed },
      { label: '入住日期', value: schoolDate(lives.since) },
      lives.mates?.length ? { label: '室友', value: firstPeople(lives.mates, MATES) } : null,
    ]
  },
  async happened({ db }, studentId, limit) {
    const rows = await db.query<Lived>(sql`
      select b.full_name as bed, l.source = 'change' as "isMove", l.check_out_reason is not distinct from 'change' as "movesOn", l.check_in_at as "inAt", l.check_out_at as "outAt"
      from ${db.visibleFor(dormStay, LIST).rows()} l join dorm_bed b on b.tenant_id = ${db.me.tenantId} and b.id = l.bed_id
      where l.student_id = ${studentId} and l.check_in_at is not null order by l.check_in_at desc limit ${limit}`)
    return rows.flatMap(eventsOf)
  },
})
