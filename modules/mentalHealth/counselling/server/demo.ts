import { addDays, MINUTE_MS, weekdayOf } from '#model/days.ts'
import { schoolMs } from '#model/school-time.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { mhAppointment } from '../model/appointment.ts'
import { mhReferral } from '../model/referral.ts'
import { mhSlot } from '../model/slot.ts'

const CLOCKS = ['09:00', '10:00', '14:00', '15:00', '16:00'] as const
const SAID = [
  ['study', '期末几门课压在一起，复习不进去'],
  ['relation', '和室友说不到一块，不知道怎么开口'],
  ['sleep', null],
  ['career', '专升本还是就业，想找人理一理'],
] as const
/** A week that was, and two weeks of hours of the demo's psychologist, the first of them booked. */
export async function demoCounselling(db: Db): Promise<void> {
  const psychologist = await demoAccount(db, 'psychologist')
  const pupils = (await demoPupils(db)).filter(p => !p.isOwn)
  if (!psychologist || !pupils.length) return
  const days = Array.from({ length: 22 }, (_, n) => addDays(day(0), n - 7)).filter(date => weekdayOf(date) <= 5)
  const drafts = days.flatMap(date =>
    CLOCKS.map((clock, n) => {
      const start = schoolMs(date, clock)
      const hour = { start: new Date(start).toISOString(), end: new Date(start + 50 * MINUTE_MS).toISOString() }
      return { ...hour, psychologistId: psychologist.id, room: n === 4 ? null : '咨询室一', isOnline: n === 4 }
    }),
  )
  await db.insertMany(mhSlot, drafts, { history: false })
  const slots = await db.unscoped(mhSlot).all({}, { sort: ['start'] })
  const past = slots.filter(s => Date.parse(s.end) < Date.now()).slice(-SAID.length)
  const coming = slots.filter(s => Date.parse(s.start) > Date.now()).slice(0, SAID.length)
  const booked = [...past, ...coming].flatMap((slot, n) => {
    const [topic, intake] = SAID[n % SAID.length] ?? SAID[0]
    const who = pupils[n]
    const state = Date.parse(slot.start) > Date.now() ? ('booked' as const) : ('done' as const)
    return who ? [{ slotId: slot.id, studentId: who.id, topic: topic as string, intake: intake as string | null, state }] : []
  })
  await db.insertMany(mhAppointment, booked, { history: false })
  await demoReferrals(
    db,
    psychologist.id,
    pupils.filter(p => p.isNear).map(p => p.id),
  )
}
/** Of the counsellor people sign in as: one that waits for the student, two that wait for the centre, one that has come back. */
async function demoReferrals(db: Db, psychologistId: string, studentIds: readonly string[]): Promise<void> {
  const fdy = await demoAccount(db, 'fdy')
  const said = { isDanger: false, dangerReason: null, agreedAt: null, takenById: null, reply: null }
  const drafts = [
    { ...said, state: 'asked' as const, reason: '近两周上课常走神，作业没有交' },
    { ...said, state: 'sent' as const, agreedAt: moment(-1, '09:00'), reason: '和室友闹了矛盾，想换宿舍，说睡不好' },
    { ...said, state: 'sent' as const, isDanger: true, reason: '室友说昨晚提到不想活，已陪在身边', dangerReason: '先告诉本人可能会离开陪伴的人' },
    { ...said, state: 'done' as const, agreedAt: moment(-9, '15:00'), takenById: psychologistId, reply: 'seen' as const, reason: '家里有变故，情绪低落' },
  ]
  const rows = fdy ? drafts.flatMap((draft, n) => (studentIds[n + 9] ? [{ ...draft, studentId: studentIds[n + 9] as string, referredById: fdy.id }] : [])) : []
  await db.insertMany(mhReferral, rows, { history: false })
}
