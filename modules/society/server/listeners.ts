import { isAtSchool, STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import { factsOfStudents, oneStudent } from '#modules/workflow/server/api.ts'
import { on } from '#server/context.ts'
import { societyMember } from '../model/member.ts'
import { end, lockPair } from './membership.ts'
import { askStaff } from './notify.ts'
import { POSTS } from './reach.ts'

const isStatus = (value: string): value is StudentStatus => Object.hasOwn(STUDENT_STATUS, value)
export default [
  /** Whoever is no longer at school leaves all societies, with that reason. */
  on('student.statusChanged', 'society.left', async ({ db }, { studentId, to }) => {
    const status = String(to)
    if (!isStatus(status) || isAtSchool(status)) return
    const rows = await db.unscoped(societyMember).all({ studentId: String(studentId), state: ['asked', 'confirming', 'active'] }, { sort: ['societyId'] }) // of the student the event names
    for (const { id, societyId } of rows) {
      const { of } = await lockPair(db, String(studentId), societyId)
      const [row] = await db.unscoped(societyMember).all({ id, state: ['asked', 'confirming', 'active'] }) // as it stands behind the lock
      if (row) await end(db, row, of, STUDENT_STATUS[status])
    }
  }),
  /** 50-PN13: a punishment that bars from offices makes somebody look whether the post is kept. */
  on('discipline.effective', 'society.doubt', async ({ db }, { studentId }) => {
    const rows = await db.unscoped(societyMember).all({ studentId: String(studentId), state: 'active', role: POSTS }) // as above
    if (!rows.length || !(await factsOfStudents(db, oneStudent(String(studentId)), ['discipline.barsOffices']))(String(studentId))['discipline.barsOffices']) return
    await db.updateWhere(societyMember, { id: rows.map(r => r.id) }, { postDoubt: '处分期内不能担任' })
    await askStaff(db, 'review', await db.unscoped(societyMember).all({ id: rows.map(r => r.id) })) // just written
  }),
]
