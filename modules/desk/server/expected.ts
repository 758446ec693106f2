import { schoolDayEnd, schoolInstant } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { overlaps, takenTimesOf } from '#server/extensions/taken-times.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { readExpected } from '../model/day.ts'

export default handle(readExpected, async ({ db, me, lang }) => {
  const who = me.studentId ? await studentOf(db, me.studentId) : undefined
  if (!who) return []
  const day = { from: schoolInstant(today()), to: schoolDayEnd(today()) }
  const times = await takenTimesOf(db, { id: who.id, classId: who.classId }, day)
  // a module may answer with more than it was asked for
  return times
    .filter(time => overlaps(time, day))
    .map(({ kind, name, sourceId, from, to }) => ({ key: `${kind} ${sourceId} ${from}`, kind, name: formatWording(lang, name), begin: from, end: to }))
})
