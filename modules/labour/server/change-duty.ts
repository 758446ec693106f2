import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { handle } from '#server/context.ts'
import { labourProject, labourSession } from '../model/project.ts'
import { changeDuty, labourDuty } from '../model/week.ts'
import { cleanPost, lockPlaces, mustHavePlaces } from './week.ts'

export default handle(changeDuty, async ({ db }, { id, ...given }) => {
  await lockPlaces(db)
  const duty = await db.visible(labourDuty).lock(id)
  const session = await db.unscoped(labourSession).one(duty.sessionId) // of the duty
  if (Date.parse(session.endsAt) <= Date.now()) {
    const { name } = await db.unscoped(labourProject).one(duty.projectId) // names what the refusal is about
    throw refusalOf(labourDuty, 'over', { name, at: schoolTimeText(session.startsAt) })
  }
  const post = cleanPost(given)
  await mustHavePlaces(db, [session.id], [post.place], { dutyId: id })
  await db.update(labourDuty, id, post)
})
