import sql from 'sql-template-tag'
import { isPresent } from '#modules/student/model/status.ts'
import { cancel } from '#modules/workflow/server/api.ts'
import { on } from '#server/context.ts'
import { HOLDING } from '../model/temp-location.ts'
import { temps } from './application.ts'
import { endTemps, isAway, lockTemps } from './end-temps.ts'

const WHY = '学籍状态变动'
/** Ends nights elsewhere of somebody who is no longer a student. */
export default on('student.statusChanged', 'dormitory.tempEnd', async (ctx, { studentId, to }) => {
  if (typeof studentId !== 'string' || isPresent(String(to))) return
  const rows = await lockTemps(ctx.db, sql`student_id = ${studentId} and state = any(${[...HOLDING]}::text[])`)
  const away = rows.filter(row => isAway(row))
  if (away.length) await endTemps(ctx.db, away, { backAt: new Date().toISOString(), backWay: 'status', note: WHY })
  for (const row of rows.filter(r => !away.includes(r)))
    if (row.state === 'approved') await temps.cancelApproved(ctx, row, WHY)
    else await cancel(ctx, { bizType: 'tempLocation', bizId: row.id }, WHY)
})
