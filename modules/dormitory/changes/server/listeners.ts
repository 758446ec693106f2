import sql from 'sql-template-tag'
import { cancel } from '#modules/workflow/server/api.ts'
import { on } from '#server/context.ts'
import { mayLive } from '../../stays/model/rules.ts'
import { RUNNING } from '../model/states.ts'
import { changes } from './application.ts'
import { expireChanges, lockChanges } from './end-changes.ts'

const WORDS: Readonly<Record<string, string>> = { expired: '占位到期，床位已放出' }
export default [
  /** 20-DM1: a hold that expired or was released by others ends the application. */
  on('dormitory.stayReleased', 'dormitory.changeLapse', async (ctx, { stayId, kind, reason }) => {
    if (kind !== 'change') return
    const rows = await lockChanges(ctx.db, sql`to_stay_id = ${String(stayId)} and state in ('pending', 'returned', 'approved')`)
    for (const row of rows) await expireChanges(ctx, row, { text: WORDS[String(reason)] ?? String(reason) })
  }),
  /** Ends changes of somebody who is no longer a student. */
  on('student.statusChanged', 'dormitory.changeEnd', async (ctx, { studentId, to }) => {
    if (typeof studentId !== 'string' || typeof to !== 'string' || mayLive(to)) return
    const rows = await lockChanges(ctx.db, sql`(student_id = ${studentId} or peer_id = ${studentId}) and state = any(${[...RUNNING]}::text[])`)
    for (const row of rows)
      if (row.state === 'approved') await changes.cancelApproved(ctx, row, '学籍变动')
      else if (row.state === 'waitingPeer') await expireChanges(ctx, row, { text: '学籍变动' })
      else await cancel(ctx, { bizType: 'dormChange', bizId: row.id }, '学籍变动')
  }),
]
