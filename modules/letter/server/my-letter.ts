import { mustAllow, type Row, refusalOf } from '#model'
import { ownStudentId } from '#modules/student/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { own } from '#server/data/present.ts'
import { findAttachment } from '#server/files/attachments.ts'
import { openStore } from '#server/files/store.ts'
import { downloadHeaders } from '#server/http/download.ts'
import { confirmAddress, myCopy, myLetter } from '../model/actions.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { MADE } from '../model/letter-states.ts'
import { letterWaybill, waybillEvent } from '../model/letter-waybill.ts'
import { settingsOf } from './settings.ts'

const MOST_EVENTS = 50
const COUNTS = ['toCheck', 'ready', ...MADE] as const
type Letter = Row<typeof admissionLetter>
const find = async ({ db, me }: Ctx): Promise<Letter | undefined> => db.unscoped(admissionLetter).find({ studentId: ownStudentId(me), state: COUNTS }) // one's own
async function ownLetter(ctx: Ctx): Promise<Letter> {
  const row = await find(ctx)
  if (!row) throw refusalOf(admissionLetter, 'hasNone')
  return row
}
const mine = handle(myLetter, async ctx => {
  const row = await ownLetter(ctx)
  const { letterNo, state, recipient, address, phone, addressConfirmedAt } = row
  const hasCopy = !!row.pdfId?.length && (await settingsOf(ctx.db)).showCopy
  const [sent] = await ctx.db.unscoped(letterWaybill).all({ letterId: row.id }, { sort: ['-sentAt'], limit: 1 }) // one's own
  const events = sent ? await ctx.db.unscoped(waybillEvent).all({ waybillId: sent.id }, { sort: ['-happenedAt'], limit: MOST_EVENTS }) : [] // as above
  const way = { waybill: sent?.waybill ?? null, carrier: sent?.carrier ?? null, events: events.map(({ kind, happenedAt, place }) => ({ kind, happenedAt, place })) }
  return own(ctx.me, admissionLetter, row, { ...way, letterNo, state, recipient, address, phone, addressConfirmedAt, canConfirm: state === 'toCheck', hasCopy })
})
/** 30-LT7: the address is the student's until the letter is checked. */
const confirm = handle(confirmAddress, async (ctx, given) => {
  const { db } = ctx
  const row = await db.unscoped(admissionLetter).lock((await ownLetter(ctx)).id) // one's own
  mustAllow(admissionLetter, row, 'confirmAddress')
  await db.update(admissionLetter, row.id, { ...given, addressConfirmedAt: new Date().toISOString() })
})
const copy = handle(myCopy, async ctx => {
  const row = await ownLetter(ctx)
  const file = row.pdfId?.[0] && (await settingsOf(ctx.db)).showCopy ? await findAttachment(ctx.db, row.pdfId[0]) : undefined
  if (!file) throw refusalOf(admissionLetter, 'noCopy')
  const store = await openStore((ctx.db as Gate).kernel)
  return { blob: await store.open(ctx.db, file), type: 'application/pdf', headers: downloadHeaders(`${row.letterNo}.pdf`) }
})
export default [mine, confirm, copy]
