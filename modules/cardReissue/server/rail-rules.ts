import { addDays } from '#modules/campus/model/days.ts'
import { submitParams } from '#modules/system/model/params.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { keepTask } from '#server/notifications/todos.ts'
import { cardKind } from '../model/card-kind.ts'
import { settingsOf } from './settings.ts'

const DEFAULT_FROM = '10-01'
/** The discount year of the railway in which a day lies: 1 October to 30 September by default. */
export function discountYear(given: string, day = today()): { from: string; to: string } {
  const begins = /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d)$/.test(given) ? given : DEFAULT_FROM
  const year = Number(day.slice(0, 4)) - (day.slice(5) < begins ? 1 : 0)
  return { from: `${year}-${begins}`, to: addDays(`${year + 1}-${begins}`, -1) }
}
const RAIL_TODO = 'railRules'
/** 50-CR4: the railway publishes its rules each year; whoever keeps the settings has a to-do until they have been compared with them. Returns how many people have it. */
export async function askForRules(db: Db, day = today()): Promise<number> {
  const { tripsFrom, tripsYear } = await settingsOf(db)
  const year = Number(discountYear(tripsFrom, day).from.slice(0, 4))
  const isUsed = await db.unscoped(cardKind).count({ isTrain: true, isEnabled: true }) // published kinds
  const people = isUsed && tripsYear < year ? await accountsWith(db, submitParams.permission) : []
  const title = { text: '请核对 {year} 年的火车票优惠办法，核对后改参数“优惠办法核对到”', values: { year } }
  await keepTask(db, { bizType: RAIL_TODO }, people, { title, link: '/system/parameters?node=cardReissue' }, '已核对')
  return people.length
}
export default scheduledJob('cardReissue.railRules', '核对火车票优惠办法', '15 7 * * *', db => askForRules(db))
