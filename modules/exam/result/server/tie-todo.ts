import type { Row } from '#model'
import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { admissionRun } from '../model/run.ts'
import { decideTie } from '../model/run-actions.ts'

type Run = Row<typeof admissionRun>
const about = { bizType: admissionRun.name, link: ({ batchId }: Run) => `/exam/confirmations?batch=${batchId}`, values: ({ name }: Run) => ({ name }) }
const todos = rowTodos(admissionRun, about, {
  tied: { text: '“{name}”递补有同分考生，请定次序', while: row => row.roundsTiedAt !== null, done: () => '已定次序', link: about.link },
})
/** 30-ES4: whom the clock cannot tell apart admissions puts in order; the round waits for that. */
export const askAboutTies = async (db: Db, row: Run): Promise<void> => todos.open(db, 'tied', [{ row, to: await accountsWith(db, decideTie.permission) }])
export const tiesSettled = (db: Db, row: Run): Promise<void> => todos.follow(db, [row])
