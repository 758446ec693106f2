import { daysBetween } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { compute } from '#server/context.ts'
import { storedPhrase } from '#server/i18n/wording.ts'
import { statusChange } from '../model/status-change.ts'
import { choiceNames } from './outcome.ts'

const left = compute(statusChange, ['daysLeft'], async (_ctx, rows) => {
  for (const row of rows) row.daysLeft = row.until && row.period === 'running' ? daysBetween(today(), row.until) : null
})
const choices = compute(statusChange, ['choiceNames'], async ({ db }, rows) => {
  const stored = new Map((await db.unscoped(statusChange).all({ id: rows.map(r => r.id) })).map(row => [row.id, row])) // choices of the rows that are shown
  for (const row of rows) row.choiceNames = (await choiceNames(db, stored.get(row.id) ?? { choices: null })).join('、') || null
})
export default [left, choices, storedPhrase(statusChange, ['problem'])]
