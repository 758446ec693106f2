import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { takenTimes } from '#server/extensions/taken-times.ts'
import { lessonTimes } from './lessons.ts'

export default takenTimes('campus.lesson', async (db, { classId }, { from, to }) => {
  if (!classId) return []
  const lessons = await lessonTimes(db, { classIds: [classId] }, schoolDate(from), schoolDate(to))
  return lessons.map(l => ({
    kind: 'lesson' as const,
    name: l.courseName,
    sourceId: l.id,
    from: schoolInstant(l.date, l.begin.slice(0, 5)),
    to: schoolInstant(l.date, l.end.slice(0, 5)),
  }))
})
