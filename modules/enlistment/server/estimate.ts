import { student } from '#modules/student/model/student.ts'
import { handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { estimateAid } from '../model/actions.ts'
import { militaryRefusal } from '../model/dictionaries.ts'
import { recordFor } from './aid-application.ts'
import { compensationOf, groundOf, knownOf } from './tuition.ts'

/** What a notice of this day would give a student: each year, the cap, the sums. */
export default handle(estimateAid, async ({ db, lang }, { studentId, noticeDate }) => {
  await db.visible(student).one(studentId)
  const known = await knownOf(db, studentId)
  const ground = groundOf(known, await recordFor(db, studentId))
  return { ...(await compensationOf(db, known, noticeDate)), ground: ground && translate(lang, (await labelsOf(db, militaryRefusal))(ground)) }
})
