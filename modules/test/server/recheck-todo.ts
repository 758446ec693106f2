import type { Row } from '#model'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { TEST_MESSAGES } from '../model/messages.ts'
import { recheckStates, testRecheck } from '../model/recheck.ts'
import { testSchedule } from '../model/schedule.ts'

type Recheck = Row<typeof testRecheck>
const nameOf = async (db: Db, { scheduleId }: Recheck): Promise<string> => (await db.unscoped(testSchedule).one(scheduleId)).name // of a request the caller made or answers
const about: MessageAbout<Recheck> = {
  bizType: testRecheck.name,
  link: row => `/test/rechecks?id=${row.id}`,
  values: async (row, db) => ({ name: await nameOf(db, row), reason: row.reason }),
}
export const recheckTodos = rowTodos(testRecheck, about, {
  check: {
    text: '{student}申请复核“{name}”的成绩',
    while: row => row.state === 'asked',
    done: row => recheckStates.labels[row.state],
    link: about.link,
    message: TEST_MESSAGES.recheckAsked,
  },
})
export async function tellRechecked(db: Db, row: Recheck): Promise<void> {
  const mine = { ...about, link: ({ scheduleId }: Recheck) => `/test/sit?id=${scheduleId}` }
  const more = { result: { text: recheckStates.labels[row.state] }, from: row.before, score: row.after ?? row.before, answer: row.answer ?? '' }
  await notifyAbout(db, TEST_MESSAGES.rechecked, mine, [{ row, to: [...(await accountsOf(db, [row.studentId])).values()], more }])
}
