import { demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { helpRequest } from '../model/help-request.ts'
import { takeResults } from './jobs.ts'
import { type Fact, takeFacts } from './take-facts.ts'

const FACTS = [
  { signal: 'absentSign', daysAgo: 9, value: 3 },
  { signal: 'lateNight', daysAgo: 6, value: 3 },
  { signal: 'absentNight', daysAgo: 4, value: 1 },
  { signal: 'arrears', daysAgo: 12, value: 75 },
  { signal: 'failedCourses', daysAgo: 30, value: 3 },
  { signal: 'leaveOverdue', daysAgo: 2, value: 1.5 },
] as const
const STEP = 7
const PEOPLE = 40
/** Facts of the last weeks; of some students they have come to a proposal, of those with a case they belong to it. Two wait for an answer, one of them without a name. */
export async function demoSignals(db: Db): Promise<void> {
  const psychologist = await demoAccount(db, 'psychologist')
  const pupils = (await demoPupils(db)).filter(p => !p.isOwn)
  if (!psychologist || !pupils.length) return
  const chosen = [...pupils.filter(p => p.isNear), ...pupils.filter(p => !p.isNear)].slice(0, PEOPLE)
  const facts = chosen.flatMap(({ id: studentId }, n) =>
    FACTS.slice(0, 1 + (n % STEP === 0 ? 3 : n % 2)).map(
      ({ signal, daysAgo, value }, k): Fact => ({ studentId, signal, value, occurredAt: moment(-daysAgo - (n % 5), '07:00'), sourceId: `demo-${n}-${k}` }),
    ),
  )
  await takeFacts(db, facts)
  await takeResults(db)
  const who = pupils.find(p => p.isNear)
  if (!who) return
  const words = { about: 'self', text: '最近睡不好，想找人聊聊。', contact: '13800000000' } as const
  await db.insertMany(helpRequest, [{ ...words, isAnonymous: false, studentId: who.id, isTold: true }], { history: false })
  await db.insertMany(helpRequest, [{ about: 'peer', person: '隔壁宿舍的同学', text: '这几天都没有去上课，也不怎么说话，有点担心。', isAnonymous: true, isTold: true }], {
    anonymous: true,
  })
}
