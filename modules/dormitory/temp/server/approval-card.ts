import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import type { Ctx } from '#server/context.ts'
import { nightsAway, nightsTouched } from '../model/nights.ts'
import { isInTime } from '../model/rules.ts'
import { AGREED, tempLocation } from '../model/temp-location.ts'
import { bedsOfStudents, houseNights, nightsInTerm } from './facts.ts'
import { settingsOf } from './settings.ts'
import { placeName, type Temp } from './submit.ts'

const EARLIER = 6
/** Data an approver needs. */
export async function cardOf({ db }: Ctx, row: Temp) {
  const [settings, book] = [await settingsOf(db), await calendarOf(db)]
  const bed = (await bedsOfStudents(db, [row.studentId])).get(row.studentId)
  const nights = nightsAway(row, await houseNights(db, bed?.dormId, nightsTouched(row)))
  const isSchool = (date: string): boolean => isSchoolDayOn(book, date)
  // other applications of the same student, for readers of this one; places and reasons stay hidden
  const others = await db.unscoped(tempLocation).all({ studentId: row.studentId, state: AGREED, 'from.le': row.from }, { sort: ['-from'], limit: EARLIER + 1 })
  const wasLate = ({ state, backAt, to }: Temp): boolean => state === 'overdue' || (backAt !== null && Date.parse(backAt) > Date.parse(to) + settings.tempGraceHours * HOUR_MS)
  const earlier = others
    .filter(o => o.id !== row.id)
    .slice(0, EARLIER)
    .map(o => ({ id: o.id, tempNo: o.tempNo, from: o.from, to: o.to, nights: o.actualNights ?? o.nights, placeType: o.placeType, state: o.state, wasLate: wasLate(o) }))
  return {
    id: row.id,
    tempNo: row.tempNo,
    from: row.from,
    to: row.to,
    nights: nights.map(({ date }) => ({ date, isBeforeSchool: isSchool(addDays(date, 1)) })),
    state: row.state,
    placeType: row.placeType,
    placeName: await placeName(db, row.cantonCode),
    address: row.address,
    companion: row.companion,
    contactName: row.contactName,
    contactPhone: row.contactPhone,
    guardianInformed: row.guardianInformed,
    bed: bed?.fullName ?? null,
    termTotal: (await nightsInTerm(db, row.studentId, row.firstNight, row.id)) + (row.actualNights ?? row.nights),
    termNights: settings.tempTermNights,
    isLate: !isInTime(row.firstNight, settings.tempSubmitBefore, Date.parse(row.createdAt)),
    submitBefore: settings.tempSubmitBefore,
    earlier,
    lateCount: earlier.filter(e => e.wasLate).length,
  }
}
