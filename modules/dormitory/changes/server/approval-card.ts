import sql from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { readPhrase } from '#server/i18n/wording.ts'
import { monthsPerYear } from '../../charges/server/api.ts'
import { stayStates } from '../../stays/model/states.ts'
import { dormStay } from '../../stays/model/stay.ts'
import { bedsOf } from '../../stays/server/api.ts'
import { changeCounts } from '../model/actions.ts'
import { dormChange } from '../model/dorm-change.ts'
import { monthsLeft } from '../model/fee.ts'
import { isOtherCollege } from '../model/rules.ts'
import { roomsOf } from './homes.ts'
import type { Change } from './validate.ts'

const EARLIER = 6
/** Data an approver needs. */
export async function cardOf({ db, lang }: Ctx, row: Change) {
  const beds = await bedsOf(db, [row.fromBedId, row.toBedId])
  const [fromBed, toBed] = [beds.get(row.fromBedId), beds.get(row.toBedId)]
  const rooms = await roomsOf(db, [fromBed?.roomId ?? '', toBed?.roomId ?? ''].filter(Boolean))
  const students = await studentsOf(db, [row.studentId, ...(row.peerId ? [row.peerId] : [])])
  const classes = await db.cached(stuClass)
  const stays = await db.unscoped(dormStay).all({ id: [row.fromStayId, row.peerStayId, row.toStayId].filter(s => s !== null) }) // of the same application
  const className = (classId: string | null): string | null => classes.get(classId ?? '')?.name ?? null
  const stateOf = (stayId: string | null): string | null => {
    const stay = stays.find(s => s.id === stayId)
    return stay ? translate(lang, stayStates.labels[stay.state]) : null
  }
  const side = (bed: typeof fromBed, studentId: string, stayId: string | null) => {
    const who = students.get(studentId)
    const mates = (rooms.get(bed?.roomId ?? '')?.residents ?? []).filter(r => r.studentId !== row.studentId && r.studentId !== row.peerId)
    return {
      studentId,
      name: who?.name ?? '',
      className: className(who?.classId ?? null),
      bed: bed?.fullName ?? '',
      stayState: stateOf(stayId),
      mates: mates.map(m => ({ bedNo: m.bedNo, name: m.name, className: className(m.classId), isClassmate: m.classId === row.classId })),
    }
  }
  // other changes of the same student, for readers of this one; details stay hidden
  const others = await db.unscoped(dormChange).all({ studentId: row.studentId }, { sort: ['-effectiveDate'], limit: EARLIER + 1 })
  // 20-DM2: a swap refused by the partner never reached an approver
  const earlier = others.filter(o => o.id !== row.id && (o.type !== 'swap' || o.peerConfirmedAt !== null)).slice(0, EARLIER)
  const earlierBeds = await bedsOf(
    db,
    earlier.map(e => e.toBedId),
  )
  const target = rooms.get(toBed?.roomId ?? '')
  const perYear = await monthsPerYear(db, row.effectiveDate)
  return {
    id: row.id,
    changeNo: row.changeNo,
    type: row.type,
    state: row.state,
    reason: row.reason,
    detail: row.detail,
    effectiveDate: row.effectiveDate,
    feeDiff: row.feeDiff,
    months: monthsLeft(row.effectiveDate, perYear),
    leavesClassRoom: row.leavesClassRoom,
    isOtherCollege: isOtherCollege(row.departmentId, { departmentId: target?.departmentId ?? null, residents: (target?.residents ?? []).map(r => r.departmentId) }),
    overrideReason: row.overrideReason,
    holdUntil: row.holdUntil,
    peerConfirmedAt: row.peerConfirmedAt,
    problem: readPhrase(lang, row.problem, row.wording?.problem),
    from: side(fromBed, row.studentId, row.fromStayId),
    to: side(toBed, row.peerId ?? row.studentId, row.peerStayId ?? row.toStayId),
    earlier: earlier.map(e => ({
      id: e.id,
      changeNo: e.changeNo,
      type: e.type,
      effectiveDate: e.effectiveDate,
      toBed: earlierBeds.get(e.toBedId)?.fullName ?? null,
      reason: e.reason,
      state: e.state,
    })),
  }
}
export default handle(changeCounts, async ({ db }) => {
  const [row] = await db.query<{
    pending: number
    due: number
    stuck: number
  }>(sql`select count(*) filter (where state = 'pending')::int as pending, count(*) filter (where state = 'approved' and effective_date <= ${today()}::date)::int as due,
    count(*) filter (where state = 'approved' and problem is not null)::int as stuck from ${db.visible(dormChange).rows()} x where state in ('pending', 'approved')`)
  return row ?? { pending: 0, due: 0, stuck: 0 }
})
