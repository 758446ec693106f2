import sql from 'sql-template-tag'
import { daysBetween } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { compute } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { AID_KINDS, type AidKind, aidStates, militaryAid } from '../model/aid.ts'
import { enlistRecord } from '../model/record.ts'

interface Latest {
  id: string
  kind: AidKind
  state: keyof typeof aidStates.labels
}
const days = compute(enlistRecord, ['daysLeft'], async (_ctx, rows) => {
  for (const row of rows) row.daysLeft = row.stage === 'discharged' && row.returnBy ? daysBetween(today(), row.returnBy) : null
})
const aids = compute(enlistRecord, ['aidState'], async ({ db, lang }, rows) => {
  const found = await db.query<Latest>(sql`select distinct on (enlist_id) enlist_id as id, kind, state from military_aid
    where tenant_id = ${db.me.tenantId} and enlist_id = any(${rows.map(r => r.id)}::uuid[]) order by enlist_id, created_at desc`)
  const latest = new Map(found.map(a => [a.id, a]))
  for (const row of rows) {
    const aid = latest.get(row.id)
    row.aidState = aid ? `${translate(lang, AID_KINDS[aid.kind])} ${translate(lang, aidStates.labels[aid.state])}` : null
  }
})
const years = compute(militaryAid, ['yearCount'], async (_ctx, rows) => {
  for (const row of rows) row.yearCount = row.years?.length ?? 0
})
export default [days, aids, years]
