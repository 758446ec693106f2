import type { Db } from '#server/context.ts'
import { LEAVE_MESSAGES } from '../model/messages.ts'
import type { MissedLesson } from '../model/missing.ts'
import type { Leave } from './hand-in.ts'
import { accountsOfTeachers, className, tellAbout } from './people.ts'
import type { StudentOf } from './students.ts'

const MOST_NAMED = 8
const lessonText = ({ date, sectionFrom, sectionTo }: MissedLesson): string => `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日 ${sectionFrom}–${sectionTo} 节`

/** 20-L5 and L13: whoever teaches what is missed hears of it, and hears again when it is not missed after all. One message a course. */
export async function tellTeachers(db: Db, which: 'teacher' | 'teacherFreed', who: StudentOf, row: Leave, lessons: readonly MissedLesson[]): Promise<void> {
  const accounts = await accountsOfTeachers(db, [...new Set(lessons.flatMap(l => l.teacherId ?? []))])
  const courses = Map.groupBy(lessons, l => `${l.teacherId} ${l.courseNo}`)
  const inClass = await className(db, who)
  for (const [first, ...rest] of courses.values()) {
    const userId = first && accounts.get(first.teacherId ?? '')
    if (!first || !userId) continue
    const all = [first, ...rest]
    const more = all.length > MOST_NAMED ? ` 等 ${all.length} 次` : ''
    const values = { name: who.name, className: inClass, course: `《${first.courseName}》`, lessons: all.slice(0, MOST_NAMED).map(lessonText).join('、') + more }
    await tellAbout(db, LEAVE_MESSAGES[which], [userId], row, values, '/personal/mylesson')
  }
}
