import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { application } from '#modules/workflow/server/api.ts'
import { outingSubject } from '../model/flow.ts'
import { goingOut } from '../model/going-out.ts'
import { LINK } from './notify-trip.ts'
import { validate } from './trips.ts'

/** Trips as applications, where the school requires approval. */
export default application<typeof goingOut>(outingSubject, {
  async describe(db, row) {
    const who = (await studentsOf(db, [row.studentId])).get(row.studentId)
    if (!who?.userId) throw refusalOf(goingOut, 'noAccount', { name: who?.name ?? '—' })
    const hours = Math.round((Date.parse(row.backPlanned) - Date.parse(row.outPlanned)) / 360_000) / 10
    return {
      applicantId: who.userId,
      studentId: who.id,
      title: { text: '{name} 外出：{place}', values: { name: who.name, place: row.place } },
      summary: { text: '{from} 至 {to}', values: { from: schoolTimeText(row.outPlanned), to: schoolTimeText(row.backPlanned) } },
      facts: { hours },
    }
  },
  link: row => `${LINK}?id=${row.id}`,
  mobileLink: row => `${LINK}?id=${row.id}`,
  async edited(db, row, patch) {
    const who = (await studentsOf(db, [row.studentId])).get(row.studentId)
    if (who && (patch.outPlanned || patch.backPlanned)) await validate(db, who, { ...row, ...patch }, row.id)
  },
  async onApproved({ db }, row) {
    await db.update(goingOut, row.id, { state: 'registered' })
  },
})
