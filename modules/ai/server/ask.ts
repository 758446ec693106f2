import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { askDocuments, askState } from '../model/ask.ts'
import { answerQuestion } from './answer.ts'
import { providersFor } from './providers.ts'
import { kindsOf } from './search.ts'
import { openUse } from './uses.ts'
import { CITING } from './versions.ts'

const ask = handle(askDocuments, async (ctx, { question }) => {
  const { rule: _, ...answer } = await answerQuestion(ctx, question)
  return answer
})
const state = handle(askState, async ({ db, me }) => {
  const use = await openUse(db, CITING)
  const isOn = use !== undefined && (await providersFor(db, use)).length > 0
  const [counted] = await db.query<{ calls: number }>(
    sql`select calls from ai_daily where tenant_id = ${me.tenantId} and use = ${CITING} and user_id = ${me.userId} and day = ${today()}`,
  )
  const limit = use?.dailyPerUser ?? 0
  return { isOn, limit, left: Math.max(0, limit - (counted?.calls ?? 0)), kinds: kindsOf(db) }
})
export default [ask, state]
