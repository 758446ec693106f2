import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { handle } from '#server/context.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { letterBatch } from '../model/letter-batch.ts'
import { letterWaybill } from '../model/letter-waybill.ts'
import { layWaybills } from '../model/sending-actions.ts'
import { tidy } from './tidy.ts'

/** 30-LT5: as many waybills as letters, or one that is missing would move all that follow into wrong envelopes. The batch is locked, so that two rolls wait for each other. */
export default handle(layWaybills, async ({ db }, { id, carrier, waybills }) => {
  const numbers = waybills.split(/\r?\n/).map(tidy).filter(Boolean)
  const twice = numbers.find((waybill, n) => numbers.indexOf(waybill) < n)
  if (twice) throw refusalOf(letterWaybill, 'twice', { waybill: twice }, 'waybills')
  const { batchNo } = await db.visible(letterBatch).lock(id)
  const letters = await db.query<{ id: string; letterNo: string | null; studentId: string }>(sql`select l.id, l.letter_no as "letterNo", l.student_id as "studentId"
    from ${db.visible(admissionLetter).rows()} l where l.batch_id = ${id} and l.state = 'printed'
    and not exists (select from letter_waybill w where w.tenant_id = l.tenant_id and w.letter_id = l.id and w.state <> 'returned') order by l.seq`)
  if (letters.length !== numbers.length) throw refusalOf(letterWaybill, 'countDiffers', { batchNo, letters: letters.length, waybills: numbers.length }, 'waybills')
  const [used] = await db.unscoped(letterWaybill).all({ waybill: numbers }, { limit: 1 }) // a number is used once in the whole school
  if (used) throw refusalOf(letterWaybill, 'used', { waybill: used.waybill, letterNo: used.letterNo }, 'waybills')
  await db.insertMany(
    letterWaybill,
    letters.map((letter, n) => ({ letterNo: letter.letterNo ?? '', carrier, waybill: numbers[n] ?? '', letterId: letter.id, studentId: letter.studentId })),
  )
  return { bound: letters.length }
})
