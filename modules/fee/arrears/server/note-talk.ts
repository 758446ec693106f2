import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { noteTalk } from '../model/actions.ts'
import { feeTalk } from '../model/fee-talk.ts'

export default handle(noteTalk, async ({ db, refuse }, talk) => {
  await db.visible(student).one(talk.studentId)
  if (talk.talkedOn > today()) refuse('future', { day: talk.talkedOn }, 'talkedOn')
  await db.insert(feeTalk, talk)
})
