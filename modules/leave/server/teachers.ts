import type { Phrase } from '#model'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { LEAVE_MESSAGES } from '../model/messages.ts'
import type { MissedLesson } from '../model/missing.ts'
import { aboutLeave } from './people.ts'
import type { Leave } from './submit.ts'

const MOST_NAMED = 8
const lessonText = ({ date, sectionFrom: from, sectionTo: to }: MissedLesson): Phrase => ({
  text: '{month}月{day}日 {from}–{to} 节',
  values: { date, month: Number(date.slice(5, 7)), day: Number(date.slice(8)), from, to },
})

/** 20-L5 and L13: notifies teachers of missed lessons, and again when they are not missed after all. One message per course. */
export async function tellTeachers(db: Db, which: 'teacher' | 'teacherFreed', who: StudentOf, row: Leave, lessons: readonly MissedLesson[]): Promise<void> {
  const accounts = await accountsOfTeachers(db, [...new Set(lessons.flatMap(l => l.teacherId ?? []))])
  const courses = Map.groupBy(lessons, l => `${l.teacherId} ${l.courseNo}`)
  for (const [first, ...rest] of courses.values()) {
    const userId = first && accounts.get(first.teacherId ?? '')
    if (!first || !userId) continue
    const all = [first, ...rest]
    const values = {
      name: who.name,
      className: who.className ?? '',
      course: { text: '《{title}》', values: { title: first.courseName } },
      lessons: firstOf(all.map(lessonText), MOST_NAMED),
    }
    await notifyAbout(db, LEAVE_MESSAGES[which], aboutLeave, [{ row, to: [userId], more: values, link: '/personal/mylesson' }])
  }
}
