import { withStudents } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { levelNames } from '../../levels/server/api.ts'
import { RECOGNITION_MESSAGES } from '../model/messages.ts'
import type { Batch, Recognition } from './scores.ts'

const about = ({ name }: Pick<Batch, 'name'>): MessageAbout<Recognition> => ({
  bizType: 'aidRecognition',
  link: ({ id }) => `/hardship/mine?id=${id}`,
  values: async () => ({ batch: name }),
})
const BELOW = '综合得分没有达到最低等级'
/** Results go to each student alone. */
export async function tellRecognised(db: Db, batch: Batch, rows: readonly Recognition[], to: string): Promise<void> {
  const [people, nameOf] = [await withStudents(db, rows), await levelNames(db)]
  const told = people.map(({ row, who }) => ({ row, who, more: { name: who.name, level: nameOf(row.level), to } }))
  await notifyAbout(db, RECOGNITION_MESSAGES.recognised, about(batch), told)
}
export async function tellNotRecognised(db: Db, batch: Batch, rows: readonly Recognition[]): Promise<void> {
  const told = (await withStudents(db, rows)).map(({ row, who }) => ({ row, who, more: { name: who.name, reason: { text: row.adjustReason ?? BELOW } } }))
  await notifyAbout(db, RECOGNITION_MESSAGES.notRecognised, about(batch), told)
}
