import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { type HandedIn, handIn } from '#modules/fee/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { examApplication } from '../model/application.ts'
import { examBatch } from '../model/batch.ts'
import { EXAM_MESSAGES } from '../model/messages.ts'
import type { Batch } from './batches.ts'
import type { Application } from './my-applications.ts'
import { settingsOf } from './settings.ts'

export const SOURCE = 'examApplication'
export const aboutApplication: MessageAbout<Application> = {
  bizType: SOURCE,
  link: row => `/dzks/exame/apply?batch=${row.batchId}`,
  values: async ({ name, batchId }, db) => ({ name, batch: (await db.unscoped(examBatch).one(batchId)).name }), // published to everybody
}
export async function tell(db: Db, event: keyof typeof EXAM_MESSAGES, rows: readonly Application[], more: Record<string, unknown> = {}): Promise<void> {
  if (rows.length)
    await notifyAbout(
      db,
      EXAM_MESSAGES[event] as never,
      aboutApplication,
      rows.map(row => ({ row, to: [row.userId], more: more as never })),
    )
}
const isOver = (at: string): boolean => Date.now() >= Date.parse(at)
/** Decisions are taken until the review ends, and none after the fee is due. */
export function mustBeReviewable({ name, reviewTo, payTo, fee }: Batch): void {
  if (isOver(reviewTo)) throw refusalOf(examBatch, 'reviewOver', { name, at: schoolTimeText(reviewTo) })
  if (fee && isOver(payTo)) throw refusalOf(examBatch, 'payOver', { name, at: schoolTimeText(payTo) })
}
export const lineOf = (row: Pick<Application, 'id' | 'userId' | 'name'>, { name, payTo }: Batch, item: string, amount: number): HandedIn => ({
  ...{ sourceType: SOURCE, sourceId: row.id, sourceSeq: '1', item, amount, xn: schoolYearOf(today()), dueDate: schoolDate(payTo) },
  payer: { type: 'applicant', id: row.userId, name: row.name },
  explain: { note: name },
})
/** Rows that were locked and may pass: they owe the fee, or are complete where there is none. One statement a step, however many they are. */
export async function approveAll(db: Db, batch: Batch, rows: readonly Application[], more: Partial<Application> = {}): Promise<void> {
  if (!rows.length) return
  const { feeItem: item } = await settingsOf(db)
  const lines = batch.fee
    ? await handIn(
        db,
        rows.map(row => lineOf(row, batch, item, batch.fee)),
      )
    : []
  const decided = {
    heldBy: null,
    heldUntil: null,
    reviewerId: db.me.userId,
    reviewedAt: new Date().toISOString(),
    state: batch.fee ? ('approved' as const) : ('paid' as const),
    ...more,
  }
  await db.updateMany(
    examApplication,
    rows.map(({ id }, n) => ({ id, billLineId: lines[n] ?? null, ...decided })),
  )
  if (batch.fee) await tell(db, 'due', rows, { until: schoolTimeText(batch.payTo), amount: yuanText(batch.fee) })
  else await tell(db, 'done', rows)
}
/** 30-EA5: registrations end and owe nothing any more; what was paid meanwhile is the applicant's credit, unless the fee is kept. */
export async function lapseAll(db: Db, batch: Batch, rows: readonly Application[], reason: string, keepsFee = false): Promise<void> {
  if (!rows.length) return
  const owing = keepsFee ? [] : rows.filter(row => row.billLineId)
  const { feeItem } = await settingsOf(db)
  const xn = new Map(
    (
      await db.query<{
        id: string
        xn: string
        item: string
      }>(sql`select l.id, l.xn, i.code as item from bill_line l join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
        where l.tenant_id = ${db.me.tenantId} and l.id = any(${owing.flatMap(r => r.billLineId ?? [])}::uuid[])`)
    ).map(l => [l.id, l]),
  )
  await handIn(
    db,
    owing.map(row => {
      const line = xn.get(row.billLineId ?? '')
      return { ...lineOf(row, batch, line?.item ?? feeItem, 0), ...(line ? { xn: line.xn } : {}) }
    }),
  )
  await db.updateMany(
    examApplication,
    rows.map(({ id }) => ({ id, state: 'lapsed' as const, heldBy: null, heldUntil: null, reviewNote: reason })),
  )
  await tell(db, 'lapsed', rows, { reason })
}
