import { type Db, handle } from '#server/context.ts'
import { serialNosOn } from '#server/data/serial-no.ts'
import { makeCertificates } from '../model/actions.ts'
import { awardRecord } from '../model/award-record.ts'
import type { Award } from './records.ts'

/** Numbers in the order of the day of grant. */
export async function numberAll(db: Db, rows: readonly Award[]): Promise<number> {
  const bare = rows.filter(r => r.state === 'valid' && !r.certNo).sort((a, b) => a.grantedOn.localeCompare(b.grantedOn) || (a.recipient ?? '').localeCompare(b.recipient ?? ''))
  const numbers = await serialNosOn(
    db,
    'RY',
    'award_cert_no_seq',
    bare.map(r => r.grantedOn),
  )
  if (bare.length)
    await db.updateMany(
      awardRecord,
      bare.map(({ id }, n) => ({ id, certNo: numbers[n] ?? '' })),
    )
  return bare.length
}
export default handle(makeCertificates, async ({ db }, { ids }) => {
  const rows = await db.visible(awardRecord).lockAll(
    ids.flatMap(id => id ?? []),
    'certify',
  )
  const made = await numberAll(db, rows)
  return { made, kept: rows.length - made }
})
