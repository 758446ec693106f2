import { MINUTE_MS } from '#model/days.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { attentionCase } from '../../attention/model/attention-case.ts'
import { mhBreakGlass } from '../model/break-glass.ts'

/** An invented one, over by now. */
export async function demoGlasses(db: Db): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  const [severe] = await db.unscoped(attentionCase).all({ level: '1', state: 'open' }) // the demo's own
  if (!officer || !severe) return
  const at = moment(-2, '23:40')
  const until = new Date(Date.parse(at) + 60 * MINUTE_MS).toISOString()
  const why = '演示：学生晚上没有回寝、电话关机，要判断去哪里找'
  await db.insertMany(mhBreakGlass, [{ studentId: severe.studentId, caseId: severe.id, byId: officer.id, at, until, why }], { history: false })
}
