import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { accountOf } from '../../merchants/server/api.ts'
import { RECON_MESSAGES } from '../model/messages.ts'
import { reconDay } from '../model/recon-day.ts'
import type { Day } from './match.ts'

export const aboutDay: MessageAbout<Day> = {
  bizType: 'reconDay',
  link: ({ bizDate }) => `/fee/reconcile?month=${bizDate.slice(0, 7)}`,
  values: async ({ merchantId, bizDate }, db) => ({ merchant: (await accountOf(db, merchantId)).name, day: bizDate }),
}
export const dayTodos = rowTodos<Day, 'differences'>(
  reconDay,
  { ...aboutDay, values: async (day, db) => ({ ...(await aboutDay.values(day, db)), n: String(day.diffCount) }) },
  {
    differences: {
      text: '{merchant} {day} 有 {n} 笔对账差异',
      while: day => day.diffCount > 0,
      link: ({ merchantId, bizDate }) => `/fee/differences?merchantId=${merchantId}&bizDate.ge=${bizDate}&bizDate.le=${bizDate}`,
      message: RECON_MESSAGES.differences,
      done: () => '已处理',
    },
  },
)
