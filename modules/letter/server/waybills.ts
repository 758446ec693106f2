import { mustAllow, refusalOf } from '#model'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { paperOf } from '#server/print/papers.ts'
import { checkRow } from '#server/spreadsheets/check-row.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { letterWaybill } from '../model/letter-waybill.ts'
import { handOverLetter, scanEnvelope, sendLetters } from '../model/sending-actions.ts'
import { type Letter, moveLetters, tellSent } from './letter-todos.ts'
import { tidy } from './tidy.ts'
import { waybillFaults } from './waybill-rules.ts'

/** What was scanned: the code on the letter or its number. Letters are locked before their waybills, everywhere. */
async function scannedLetter({ db }: Ctx, text: string): Promise<Letter> {
  const id = await paperOf(db, admissionLetter.name, text)
  const found = await db.visible(admissionLetter).find(id ? { id } : { letterNo: text.trim() })
  if (!found) throw refusalOf(letterWaybill, 'unknownLetter', { letterNo: text.slice(0, 40) }, 'letterNo')
  return db.unscoped(admissionLetter).lock(found.id) // found in scope
}
/** 30-LT5: the letter goes into the envelope that bears its waybill, or into one whose waybill is free. */
const scan = handle(scanEnvelope, async (ctx, given) => {
  const { db, me } = ctx
  const waybill = tidy(given.waybill)
  const letter = await scannedLetter(ctx, given.letter)
  const letterNo = letter.letterNo ?? ''
  const bound = await db.unscoped(letterWaybill).find({ letterId: letter.id, waybill, state: 'bound' }) // of this letter
  const packed = { state: 'packed' as const, packedAt: new Date().toISOString(), packedBy: me.userId }
  if (bound) {
    mustAllow(admissionLetter, letter, 'scan')
    await db.update(letterWaybill, bound.id, packed)
  } else {
    const sheet = { letterNo, carrier: given.carrier ?? 'other', waybill, letterId: letter.id, studentId: letter.studentId, ...packed }
    const mustBeFree = () => checkRow(db, letterWaybill, sheet, waybillFaults)
    await mustBeFree()
    // undefined where somebody scanned it with another letter at this moment
    if (!(await db.insertOrSkip(letterWaybill, sheet))) await mustBeFree()
  }
  await moveLetters(db, [{ id: letter.id, state: 'packed' }])
  return { name: letter.name, letterNo }
})
/** Handed to the carrier. */
const send = handle(sendLetters, async ({ db }, { ids }) => {
  const chosen = ids.flatMap(id => id ?? [])
  const known = await db.visible(letterWaybill).all({ id: chosen })
  await db.unscoped(admissionLetter).lockAll(known.flatMap(w => w.letterId ?? [])) // of the waybills in scope
  const rows = await db.visible(letterWaybill).lockAll(chosen, 'send')
  const sentAt = new Date().toISOString()
  await sendSheets(
    db,
    rows.map(({ id, letterId, waybill }) => ({ id, letterId, waybill, sentAt })),
  )
  return { sent: rows.length }
})
interface Sent {
  id: string
  letterId: string | null
  waybill: string
  sentAt: string
}
/** Waybills and their letters are on their way, and the students know it; a letter that had come back is sent again. Locked by the caller. */
export async function sendSheets(db: Db, sheets: readonly Sent[]): Promise<void> {
  if (!sheets.length) return
  await db.updateMany(
    letterWaybill,
    sheets.map(({ id, sentAt }) => ({ id, sentAt, state: 'sent' as const })),
  )
  const waybillOf = new Map(sheets.map(s => [s.letterId ?? '', s.waybill]))
  const back = await db.unscoped(letterWaybill).all({ letterId: [...waybillOf.keys()], state: 'returned' }) // of these letters
  const cameBack = new Set(back.map(w => w.letterId))
  const letters = await moveLetters(
    db,
    [...waybillOf.keys()].map(id => ({ id, state: cameBack.has(id) ? ('resent' as const) : ('sent' as const) })),
  )
  await tellSent(
    db,
    letters.map(letter => ({ letter, waybill: waybillOf.get(letter.id) ?? '' })),
  )
}
/** Waybills of letters that no carrier takes are free again. */
export const freeWaybills = (db: Db, letterId: string) => db.removeWhere(letterWaybill, { letterId, state: ['bound', 'packed'] })
const handOver = handle(handOverLetter, async ({ db }, { id }) => {
  await db.visible(admissionLetter).lock(id, 'handOver')
  await freeWaybills(db, id)
  await moveLetters(db, [{ id, state: 'selfPickup' }])
})
export default [scan, send, handOver]
