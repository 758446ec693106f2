import { today } from '#server/base/today.ts'
import { type Ctx, handle } from '#server/context.ts'
import { weeksOf } from '../model/calendar-rules.ts'
import { eachDay, weekdayOf } from '../model/days.ts'
import { lessonWeek } from '../model/lesson.ts'
import { isInWeek } from '../model/lesson-weeks.ts'
import { stuClass } from '../model/organisation.ts'
import { teacher } from '../model/people.ts'
import { calendarOf, currentOf, dayAt } from './calendar-book.ts'
import { type LessonsOf, lessonsOf, sectionBook, weekdayTaught } from './lessons.ts'
import { students } from './student-side.ts'

interface Whose {
  whose: 'class' | 'teacher' | 'nobody'
  of?: LessonsOf
  classId: string | null
  campusId: string | null
}
/** The requested class, refused outside the reader's scope; without one the student's class or the teacher's courses. */
async function whoseWeek({ db, me }: Ctx, classId: string | null | undefined): Promise<Whose> {
  const own = me.studentId ? await students(db).classOf(db, me.studentId) : null
  if (classId && classId !== own) await db.visibleFor(stuClass, 'campus:stuClass:list').one(classId)
  const wanted = classId ?? own
  if (wanted) return { whose: 'class', of: { classIds: [wanted] }, classId: wanted, campusId: null }
  if (!me.teacherId) return { whose: 'nobody', classId: null, campusId: null }
  return { whose: 'teacher', of: { teacherId: me.teacherId }, classId: null, campusId: (await db.cached(teacher)).get(me.teacherId)?.campusId ?? null }
}
export default handle(lessonWeek, async (ctx, input) => {
  const { db } = ctx
  const { of, ...who } = await whoseWeek(ctx, input.classId)
  const book = await calendarOf(db)
  const term = input.xn ? book.terms.find(t => t.xn === input.xn && (!input.xqM || t.xqM === input.xqM)) : currentOf(book)
  const weeks = term ? weeksOf(term) : []
  const now = weeks.find(w => w.startDate <= today() && today() <= w.endDate)
  const week = weeks.find(w => w.weekNo === input.weekNo) ?? now ?? weeks[0]
  const lessons = term && of ? await lessonsOf(db, of, term.xn, term.xqM) : []
  const campusId = lessons.find(l => l.campusId)?.campusId ?? who.campusId
  return {
    whose: who.whose,
    classId: who.classId,
    className: who.classId ? ((await db.cached(stuClass)).get(who.classId)?.name ?? null) : null,
    xn: term?.xn ?? null,
    xqM: term?.xqM ?? null,
    weekNo: week?.weekNo ?? null,
    currentWeek: now?.weekNo ?? null,
    weeks: term?.weeks ?? null,
    sections: (await sectionBook(db))(campusId, week?.startDate ?? today()).map(({ no, begin, end }) => ({ no, begin, end })),
    days: week
      ? eachDay(week.startDate, week.endDate).map(date => {
          const day = dayAt(book, date)
          return { date, weekday: weekdayOf(date), asWeekday: weekdayTaught(day), dayType: day?.dayType ?? null, name: day?.name ?? null }
        })
      : [],
    lessons: lessons.map(({ campusId: _campusId, teacherId: _teacherId, classIds: _classIds, ...l }) => ({ ...l, isThisWeek: week ? isInWeek(l.weeks, week.weekNo) : false })),
  }
})
