import { takeInformation } from '#modules/student/server/api.ts'
import { type Db, on } from '#server/context.ts'
import { welcomeInfo } from '../model/info.ts'

/** 30-WI4: on enrolment the answers go into the record and its relatives; nothing is asked again. */
async function handOn(db: Db, studentId: string): Promise<void> {
  const info = await db.unscoped(welcomeInfo).find({ studentId }) // events concern the whole school
  if (!info) return
  const { email, homeAddress, postcode, emergencyName, emergencyPhone, politicalCode, healthCode, hukouAddress, family } = info
  await takeInformation(
    db,
    studentId,
    { email, homeAddress, postcode, emergencyName, emergencyPhone, politicalCode, healthCode, hukouAddress },
    (family ?? []).flatMap(one => one ?? []),
  )
}
export default on('student.enrolled', 'welcome.information', async ({ db }, { studentId }) => {
  if (typeof studentId === 'string') await handOn(db, studentId)
})
