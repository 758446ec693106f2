import { handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { aiCall, judgeAiCall, myAiCalls } from '../model/call.ts'

const MOST = 100
const mine = handle(myAiCalls, async ({ db, me }) => {
  const rows = await db.unscoped(aiCall).all({ userId: me.userId }, { sort: ['-at'], limit: MOST }) // the caller's own
  return rows.map(row => only(myAiCalls.output, row))
})
const judge = handle(judgeAiCall, async ({ db, me }, { id, accepted }) => {
  await db.updateWhere(aiCall, { id, userId: me.userId }, { accepted }, { bookkeeping: true })
})
export default [mine, judge]
