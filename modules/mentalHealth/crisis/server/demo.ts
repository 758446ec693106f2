import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { attentionCase } from '../../attention/model/attention-case.ts'
import { crisisEvent, crisisStep } from '../model/crisis-event.ts'

/** A finished drill of a red case. */
export async function demoCrises(db: Db): Promise<void> {
  const [psychologist, fdy] = [await demoAccount(db, 'psychologist'), await demoAccount(db, 'fdy')]
  const [red] = await db.unscoped(attentionCase).all({ level: '1', state: 'open' }) // the demo's own
  if (!psychologist || !fdy || !red) return
  const at = moment(-3, '09:55')
  const words = {
    place: '演练：学生公寓 3 号楼',
    facts: '演练：室友说他留了字条，电话不接',
    outcome: '演练：已由家长接回，医院复诊',
    review: '演练：第一位没有及时确认，值班表已改',
  }
  const event = {
    studentId: red.studentId,
    caseId: red.id,
    at,
    reportedById: fdy.id,
    leadId: psychologist.id,
    guardianAt: moment(-3, '10:30'),
    closedOn: day(-2),
    state: 'closed' as const,
  }
  await db.insertMany(crisisEvent, [{ ...event, ...words }], { history: false })
  const made = await db.unscoped(crisisEvent).find({ caseId: red.id }) // just made
  const step = (time: string, by: { id: string }, kind: 'step' | 'guardian' | 'handOver' | 'accept' | 'close', said: string | null, person: string | null = null) => ({
    ...{ eventId: made?.id ?? '', at: moment(-3, time), byId: by.id, kind, words: said, person },
  })
  await db.insertMany(
    crisisStep,
    [
      step('10:02', fdy, 'step', '到宿舍找到学生，和室友一起陪着，没有离开'),
      step('10:10', fdy, 'handOver', '学生情绪平稳些，在宿舍，我在旁边', '心理中心'),
      step('10:19', psychologist, 'accept', null),
      step('10:30', psychologist, 'guardian', '告知现在的情况，母亲 12:00 到校', '学生母亲'),
      step('17:40', psychologist, 'close', null),
    ],
    { history: false },
  )
}
