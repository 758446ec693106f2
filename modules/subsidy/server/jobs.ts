import { refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Db, handle } from '#server/context.ts'
import { backgroundTask, enqueueTask } from '#server/jobs/background-task.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { payMonth } from '../model/actions.ts'
import { payDue } from './grants.ts'

const QUEUE = 'subsidy.month'
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
/** 40-Z4: the lines of a month, in one transaction. */
export const payLines = (db: Db, month: string): Promise<number> => db.tx(tx => payDue(tx, month))
export default [
  handle(payMonth, async ({ db }, { month }) => {
    if (!MONTH.test(month)) throw refusalOf(payMonth, 'month', {}, 'month')
    await enqueueTask(db, QUEUE, uuidv7(), { month })
  }),
  backgroundTask<{ month: string }>(QUEUE, {
    atOnce: 1,
    async run(db, { payload }) {
      await payLines(db, payload.month)
      return undefined
    },
    failed: async () => undefined,
  }),
  scheduledJob('subsidy.month', '生成当月资助发放', '30 6 1 * *', db => payLines(db, today().slice(0, 7))),
]
