import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { deferLines } from '#modules/fee/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, onMany } from '#server/context.ts'
import { greenChannel } from '../model/green-channel.ts'
import { type Green, wantedOf } from './dues.ts'
import { settingsOf } from './settings.ts'

/** 30-WG3: the bills are deferred, each at most what it owes at this moment; whoever paid meanwhile has nothing deferred. */
export async function grant(db: Db, { id, studentId, lines }: Green): Promise<{ deferred: number; until: string }> {
  const until = addDays(today(), (await settingsOf(db))['green.deferDays'])
  const wanted = wantedOf(lines)
  const granted = await deferLines(
    db,
    wanted.map(w => ({ studentId, lineId: w.lineId, amount: w.defer })),
    until,
  )
  const now = wanted.map(w => {
    const amount = granted.get(w.lineId) ?? 0
    return { ...w, granted: amount, left: amount, closedOn: amount ? null : today() }
  })
  const deferred = now.reduce((sum, one) => sum + one.left, 0)
  await db.update(greenChannel, id, { lines: now, deferred, until })
  await db.emit('welcome.greenChannelApproved', { studentId, lineIds: [...granted.keys()], until })
  return { deferred, until }
}
/** 30-WG5: what is paid is not deferred any more, line by line; a payment that is taken back is. */
async function follow(db: Db, studentIds: readonly string[]): Promise<void> {
  const found = await db.query<{ id: string }>(
    sql`select id from green_channel where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and state = 'approved'`,
  )
  const rows = await db.unscoped(greenChannel).lockAll(found.map(f => f.id)) // events concern the whole school
  const owed = new Map(
    (
      await db.query<{ id: string; owed: number }>(sql`select l.id, case when l.closed_at is null then l.owed else 0 end::float8 as owed from bill_line l
      where l.tenant_id = ${db.me.tenantId} and l.student_id = any(${[...studentIds]}::uuid[])`)
    ).map(l => [l.id, l.owed]),
  )
  for (const row of rows) {
    const lines = row.lines.flatMap(one => {
      if (!one) return []
      const left = Math.min(one.granted ?? 0, Math.max(0, owed.get(one.lineId) ?? 0))
      return [{ ...one, left, closedOn: left ? null : (one.closedOn ?? today()) }]
    })
    const deferred = lines.reduce((sum, one) => sum + one.left, 0)
    if (JSON.stringify(lines) !== JSON.stringify(row.lines)) await db.update(greenChannel, row.id, { lines, deferred })
  }
}
export default onMany(['fee.paid', 'fee.refunded', 'fee.lineClosed'], 'welcome.green', async ({ db }, payloads) => {
  const ids = [...new Set(payloads.flatMap(p => (typeof p.studentId === 'string' ? [p.studentId] : [])))]
  if (ids.length) await follow(db, ids)
})
