import { ZipFile } from 'yazl'
import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { type Ctx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { schoolName } from '#server/data/school-name.ts'
import { downloadHeaders } from '#server/http/download.ts'
import { translate } from '#server/i18n/translate.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import type { PrintDocument } from '#server/print/document.ts'
import { drawPdf } from '#server/print/draw-pdf.ts'
import { payOrder } from '../../orders/model/pay-order.ts'
import { receiptKind } from '../../prices/model/dictionaries.ts'
import { myReceiptPdf, myReceipts, receipt, receiptPdf, receiptZip } from '../model/receipt.ts'
import type { Receipt } from './settle-receipts.ts'

const MOST_IN_ZIP = 500
const MOST_OWN = 100
const PDF = 'application/pdf'
/** What the receipts of a school look like: in the reader's language, with the school's names. */
interface Paper {
  ctx: Ctx
  school: string
  kinds: ReadonlyMap<string, { dictionaryValue: string }>
}
async function paperOf(ctx: Ctx): Promise<Paper> {
  return { ctx, school: await schoolName(ctx.db), kinds: await itemsOf(ctx.db, receiptKind.code) }
}
function documentOf({ ctx: { lang }, school, kinds }: Paper, row: Receipt): PrintDocument {
  const say = (text: string): string => translate(lang, text)
  const facts: Array<readonly [string, string]> = [
    [say('票据号码'), row.no ?? ''],
    [say('校验码'), row.checkCode ?? ''],
    [say('缴费人'), row.payerName],
    [say('开票日期'), row.issuedAt ? schoolDate(row.issuedAt) : ''],
    [say('订单号'), row.orderNo],
    ...(row.reverseNo ? [[say('红票号码'), row.reverseNo] as const] : []),
  ]
  return {
    school,
    title: kinds.get(row.kind)?.dictionaryValue ?? row.kind,
    parts: [
      { kind: 'grid', title: '', columns: 2, cells: facts },
      {
        ...{ kind: 'table', title: '', blank: 0, head: [say('项目'), say('学年'), say('金额')] },
        rows: [...(row.items ?? []).map(i => [i.item, i.xn, yuanText(i.amount)]), [say('合计'), '', yuanText(row.amount)]],
      },
      { kind: 'seal', text: school, date: row.issuedAt ? schoolDate(row.issuedAt) : '' },
    ],
    foot: { left: row.isTest ? [say('测试票据，不作凭证')] : [], right: [], link: '' },
  }
}
/** The receipt as it stands now: one that was reversed says so across the page. */
function pdfOf(paper: Paper, row: Receipt): Promise<Buffer> {
  const document = documentOf(paper, row)
  const watermark = row.state === 'reversed' ? translate(paper.ctx.lang, '已冲红') : row.isTest ? translate(paper.ctx.lang, '测试') : ''
  return drawPdf(paper.ctx.db, { size: 'A5L', title: document.title, papers: [document], watermark })
}
const nameOf = ({ no, payerName }: Receipt): string => `${no ?? ''} ${payerName}.pdf`.replace(/[\\/:*?"<>|]/g, '')
async function answerFor(ctx: Ctx, row: Receipt) {
  if (!row.no) throw refusalOf(receipt, 'notIssued')
  return { blob: await pdfOf(await paperOf(ctx), row), type: PDF, headers: downloadHeaders(nameOf(row)) }
}
/** Receipts of the student's fees, whoever paid them; those of other payers are found by their orders. */
async function ofCaller({ db, me }: Pick<Ctx, 'db' | 'me'>) {
  if (me.studentId) return { studentId: me.studentId }
  const orders = await db.unscoped(payOrder).all({ payerId: me.userId }, { sort: ['-createdAt'], limit: MOST_OWN }) // the caller's own
  return { 'studentId.isNull': true, orderId: orders.map(o => o.id) }
}
const one = handle(receiptPdf, async (ctx, { id }) => answerFor(ctx, await ctx.db.visible(receipt).one(id)))
const own = handle(myReceiptPdf, async (ctx, { id }) => {
  const row = await ctx.db.unscoped(receipt).find({ ...(await ofCaller(ctx)), id }) // the caller's own
  if (!row) throw notFound()
  return answerFor(ctx, row)
})
/** All that were issued in some days, reversed ones among them, one PDF each. */
const zip = handle(receiptZip, async (ctx, { from, to, kind }) => {
  const asked = { 'issuedAt.ge': schoolInstant(from), 'issuedAt.le': to, ...(kind ? { kind } : {}) }
  const rows = await ctx.db.visible(receipt).all(asked, { sort: ['issuedAt'], limit: MOST_IN_ZIP + 1 })
  if (!rows.length) throw refusalOf(receipt, 'none')
  if (rows.length > MOST_IN_ZIP) throw refusalOf(receipt, 'tooMany', { most: MOST_IN_ZIP, n: await ctx.db.visible(receipt).count(asked) })
  const [paper, archive] = [await paperOf(ctx), new ZipFile()]
  for (const row of rows) archive.addBuffer(await pdfOf(paper, row), nameOf(row))
  archive.end()
  return { blob: archive.outputStream, type: 'application/zip', headers: downloadHeaders(`${from} ${to}.zip`, rows.length) }
})
const mine = handle(myReceipts, async ({ db, me }) => {
  const rows = await db.unscoped(receipt).all(await ofCaller({ db, me }), { sort: ['-createdAt'], limit: MOST_OWN }) // the caller's own
  return {
    receipts: rows.map(({ id, kind, no, amount, state, issuedAt, reverseNo, orderNo, isTest }) => ({ id, kind, no, amount, state, issuedAt, reverseNo, orderNo, isTest })),
  }
})
export default [one, own, zip, mine]
