import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { letterWaybill, waybillEvent } from '../model/letter-waybill.ts'
import { carrierTrackers, type ToldEvent } from './carrier-tracker.ts'
import { follow } from './events.ts'

type Sheet = Row<typeof letterWaybill>
const MOST = 2000
/** Calls at a time. */
const TOGETHER = 5
const TAIL = 4
/** 30-LT6: asks the carriers about letters on their way, those asked longest ago first. One that has told nothing of its end for two months is not asked about any more. */
export async function trackLetters(db: Db, stopping?: AbortSignal): Promise<number> {
  let told = 0
  for (const tracker of db.registered(carrierTrackers)) {
    const carriers = await tracker.carriers(db)
    if (!carriers.length) continue
    const due = await db.query<{ id: string }>(sql`select w.id from letter_waybill w join admission_letter l on l.tenant_id = w.tenant_id and l.id = w.letter_id
      where w.tenant_id = ${db.me.tenantId} and w.state = 'sent' and w.carrier = any(${[...carriers]}) and l.state <> 'void' and w.sent_at > now() - interval '60 days'
      order by w.tracked_at nulls first, w.id limit ${MOST}`)
    for (let n = 0; n < due.length && !stopping?.aborted; n += TOGETHER) {
      const sheets = await db.unscoped(letterWaybill).all({ id: due.slice(n, n + TOGETHER).map(d => d.id) }) // the clock looks at the whole school
      const letters = await db.unscoped(admissionLetter).all({ id: sheets.flatMap(w => w.letterId ?? []) }) // as above
      const phoneOf = new Map(letters.map(l => [l.id, l.phone ?? '']))
      const answers = await Promise.all(
        sheets.map(async sheet => ({
          sheet,
          events: await tracker.track(db, { carrier: sheet.carrier ?? '', waybill: sheet.waybill, phoneTail: phoneOf.get(sheet.letterId ?? '')?.slice(-TAIL) ?? '' }),
        })),
      )
      for (const { sheet, events } of answers) told += await db.tx(tx => note(tx, sheet, events))
    }
  }
  return told
}
/** What is new of one waybill; what was told before stays as it is. */
async function note(db: Db, { id, waybill, studentId }: Sheet, events: readonly ToldEvent[]): Promise<number> {
  await db.updateWhere(letterWaybill, { id }, { trackedAt: new Date().toISOString() }, { bookkeeping: true })
  const past = events.filter(e => Date.parse(e.happenedAt) <= Date.now())
  if (!past.length) return 0
  const added = await db.insertMany(
    waybillEvent,
    past.map(e => ({ ...e, waybill, waybillId: id, studentId })),
    { skipExisting: true },
  )
  if (added) await follow(db, [id])
  return added
}
export default scheduledJob('letter.track', '查询通知书物流', '20 */2 * * *', (db, _params, stopping) => trackLetters(db, stopping), {
  isWhole: false,
  due: `select from letter_waybill where tenant_id = $1 and state = 'sent'`,
})
