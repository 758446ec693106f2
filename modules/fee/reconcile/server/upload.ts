import { refusalOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import { type Db, handle } from '#server/context.ts'
import { type Attachment, attachFiles, findAttachment } from '#server/files/attachments.ts'
import { withLocal } from '#server/files/uploaded.ts'
import type { StatementFile } from '../../merchants/model/provider.ts'
import { adapterOf, type Merchant, merchantOf, NoticeRefusal, StatementFault } from '../../merchants/server/api.ts'
import { uploadStatement } from '../model/actions.ts'
import { reconDay } from '../model/recon-day.ts'
import { mustBePast } from './fetch.ts'
import { type Day, matchDay, storeRows } from './match.ts'
import { dayOf } from './open-days.ts'

/** What the file says, or a refusal that says why it says nothing. */
const read = (db: Db, merchant: Merchant, file: Attachment, bizDate: string): Promise<StatementFile> =>
  withLocal(db, file, path => adapterOf(merchant).readStatement(merchant, { name: file.name, path }, bizDate)).catch((fault: unknown) => {
    if (!(fault instanceof StatementFault || fault instanceof NoticeRefusal || fault instanceof SyntaxError)) throw fault
    throw refusalOf(reconDay, 'unreadable', { why: fault.message.slice(0, 200) }, 'statement')
  })
/** Refuses a statement that was used before, is another account's, or has nothing of the day. */
async function check(db: Db, merchant: Merchant, day: Day, file: Attachment, { merchantNo, rows }: StatementFile): Promise<void> {
  const used = await db.unscoped(reconDay).find({ digest: file.sha256 }) // of any account
  if (used) throw refusalOf(reconDay, 'seen', { day: used.bizDate, merchant: (await merchantOf(db, used.merchantId)).name }, 'statement')
  if (merchantNo && merchantNo !== merchant.merchantNo)
    throw refusalOf(reconDay, 'otherMerchant', { theirs: merchantNo, merchant: merchant.name, ours: merchant.merchantNo }, 'statement')
  if (!rows.length || rows.some(r => Math.abs(daysBetween(schoolDate(r.at), day.bizDate)) <= 1)) return
  throw refusalOf(reconDay, 'otherDay', { day: day.bizDate, first: schoolDate(rows.map(r => r.at).sort()[0] as string) }, 'statement')
}
export default handle(uploadStatement, async ({ db }, { merchantId, bizDate, statement }) => {
  mustBePast(bizDate)
  const merchant = await merchantOf(db, merchantId)
  const id = await dayOf(db, merchantId, bizDate)
  const day = await db.visible(reconDay).lock(id, 'fetchStatement')
  await attachFiles(db, reconDay, id, { statement })
  const file = (await findAttachment(db, statement[0] ?? '')) as Attachment
  const found = await read(db, merchant, file, bizDate)
  await check(db, merchant, day, file, found)
  await storeRows(db, id, found.rows)
  const patch = { source: 'uploaded', digest: file.sha256, fetchedAt: new Date().toISOString(), fetchNote: null } as const
  const { state, diffCount } = await matchDay(db, await db.update(reconDay, id, { state: 'matching', statement: [file.id], ...patch }))
  return { id, state, diffCount }
})
