import type { InputOf, Row } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { calendarOf, isSchoolDayOn, lessonTimes } from '#modules/campus/server/api.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/model/application.ts'
import { ownRows, refuseWith } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import type { registerOuting } from '../model/actions.ts'
import { goingOut, HOLDING } from '../model/going-out.ts'
import { dateOf, stayProblems, timeProblems } from '../model/rules.ts'
import { mustKnow } from './regions.ts'
import { settingsOf } from './settings.ts'
import { mustBePresent } from './students.ts'

export type Trip = Row<typeof goingOut>
export type Form = Omit<InputOf<typeof registerOuting>, 'members'>

/** 20-G1: violations of this trip, for each of these students in order. */
async function problemsOf(db: Db, whos: readonly StudentOf[], form: Form): Promise<Violation[][]> {
  const { aheadDays } = await settingsOf(db)
  const first = timeProblems(form, aheadDays, Date.now())
  if (first.length) return whos.map(() => first)
  const book = await calendarOf(db)
  const classIds = [...new Set(whos.flatMap(who => who.classId ?? []))]
  const lessons = classIds.length ? await lessonTimes(db, { classIds }, dateOf(form.outPlanned), dateOf(form.backPlanned)) : []
  return whos.map(({ classId }) =>
    stayProblems(
      form,
      lessons.filter(l => classId && l.classIds.includes(classId)),
      date => isSchoolDayOn(book, date),
    ),
  )
}
/** What speaks against a trip by timetable, calendar and other trips, for each of these students in order. The trip `id` is excluded from the overlap check. */
export async function objectionsTo(db: Db, whos: readonly StudentOf[], form: Form, id?: string): Promise<Violation[][]> {
  const problems = await problemsOf(db, whos, form)
  const held = (await db.unscoped(goingOut).all({ studentId: whos.map(who => who.id), state: HOLDING })).filter(o => o.id !== id && overlaps(o, form)) // these students' own rows, by id
  return whos.map((who, at) => {
    const clash = held.find(o => o.studentId === who.id)
    if (!clash) return problems[at] ?? []
    return [{ key: 'overlap', values: { from: schoolTimeText(clash.outPlanned), to: schoolTimeText(clash.backPlanned), place: clash.place }, field: 'outPlanned' }]
  })
}
/** Refuses a trip the student may not register; the trip `id` is excluded from the overlap check. */
export async function validate(db: Db, who: StudentOf, form: Form, id?: string): Promise<void> {
  mustBePresent(who)
  await mustKnow(db, goingOut, form.cantonCode)
  refuseWith(goingOut, (await objectionsTo(db, [who], form, id)).flat())
}
const overlaps = (a: Pick<Trip, 'outPlanned' | 'backPlanned'>, b: Pick<Trip, 'outPlanned' | 'backPlanned'>): boolean =>
  Date.parse(a.outPlanned) < Date.parse(b.backPlanned) && Date.parse(b.outPlanned) < Date.parse(a.backPlanned)

/** A student's own trips. */
export const ownTrips = ownRows(goingOut, 'studentId')
