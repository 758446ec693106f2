import { HOUR_MS, MINUTE_MS } from '#model/days.ts'
import { addStudent, draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { mhSlot } from './model/slot.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export interface Pupil {
  id: string
  self: Actor
}
/** Two psychologists, 沈静 and 陆安, and the staff who must not read what is theirs. */
export interface CounsellingSchool extends SmallSchool {
  shen: Actor
  lu: Actor
  officer: Actor
  fdy: Actor
  pupil(name?: string): Promise<Pupil>
  /** An hour of 沈静, or of somebody else, that begins so many hours from now; negative: that has begun. Hours of one test do not overlap. */
  slot(inHours: number, of?: Actor): Promise<string>
  book(slotId: string, by: Actor, more?: object): Promise<Answer>
}
export const counsellingSchool = fixture(
  'counselling',
  smallSchool,
  async (s: SmallSchool) => ({
    shen: await s.as({ roles: ['psychologist'], nickName: '沈静' }),
    lu: await s.as({ roles: ['psychologist'], nickName: '陆安' }),
    officer: await s.as({ roles: ['officer'], nickName: '学工处' }),
    fdy: await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' }),
  }),
  (s): CounsellingSchool => ({
    ...s,
    async pupil(name = '周雨桐') {
      const { id } = await addStudent(s.officer, draftOf(s.ids.s2301, { name }))
      return { id, self: await selfOf(s, id) }
    },
    async slot(inHours, of = s.shen) {
      const start = Date.now() + inHours * HOUR_MS
      const draft = { psychologistId: of.userId, start: new Date(start).toISOString(), end: new Date(start + 10 * MINUTE_MS).toISOString(), room: `咨询室${serial('room')}` }
      return (await s.db.insert(mhSlot, draft)).id
    },
    book: (slotId, by, more = {}) => by.post('mentalHealth/mhAppointment/book', { slotId, topic: 'study', urgency: 'routine', ...more }),
  }),
)
