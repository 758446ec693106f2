import type { Row } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { calendarOf, isSchoolDayOn, lessonTimes } from '#modules/campus/server/api.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { mustBePresent, refuseWith } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { outingApplication } from '../model/application.ts'
import { goingOut, HOLDING } from '../model/going-out.ts'
import { dateOf, stayProblems, timeProblems } from '../model/rules.ts'
import { regionNames } from './regions.ts'
import { settingsOf } from './settings.ts'

export type Trip = Row<typeof goingOut>
/** What the rules look at. */
export type Form = Pick<Trip, 'outPlanned' | 'backPlanned' | 'cantonCode'>

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
/** What speaks against a trip of this student; the trip `id` is excluded from the overlap check. */
export async function violationsOf(db: Db, who: StudentOf, form: Form, id?: string): Promise<Violation[]> {
  const isKnown = (await regionNames(db)).has(form.cantonCode)
  return isKnown ? (await objectionsTo(db, [who], form, id)).flat() : [{ key: 'cantonUnknown', values: { code: form.cantonCode }, field: 'cantonCode' }]
}
/** Refuses a trip that an approver changes to what the student may not register. */
export async function validate(db: Db, who: StudentOf, form: Form, id: string | undefined): Promise<void> {
  mustBePresent(outingApplication.apply, who)
  refuseWith(goingOut, await violationsOf(db, who, form, id))
}
const overlaps = (a: Pick<Trip, 'outPlanned' | 'backPlanned'>, b: Pick<Trip, 'outPlanned' | 'backPlanned'>): boolean =>
  Date.parse(a.outPlanned) < Date.parse(b.backPlanned) && Date.parse(b.outPlanned) < Date.parse(a.backPlanned)
