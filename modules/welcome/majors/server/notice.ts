import { schoolTimeText } from '#model/school-time.ts'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { type NoticeLineOf, publishNotice } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { majorAdjustment } from '../model/adjustment.ts'
import { majorAdjustBatch } from '../model/batch.ts'
import { MAJOR_MESSAGES } from '../model/messages.ts'
import { type Adjustment, aboutMajor } from './about.ts'
import type { Batch } from './places.ts'

export const NO_PLACE = '志愿专业没有名额了'
/** Nobody has a class or a number yet. */
const COLUMNS = ['name', 'college', 'item'] as const
const about = async (db: Db, batch: Pick<Batch, 'name'>) => {
  const known = await db.cached(gradeMajor)
  return aboutMajor(batch, id => known.get(id ?? '')?.name ?? '—')
}
/** From which major to which. */
export async function linesOf(db: Db, rows: readonly Adjustment[]): Promise<NoticeLineOf[]> {
  const known = await db.cached(gradeMajor)
  const nameOf = (id: string | null): string => known.get(id ?? '')?.name ?? '—'
  return rows.map(row => ({ bizId: row.id, studentId: row.studentId, values: { item: `${nameOf(row.fromGradeMajorId)} → ${nameOf(row.toGradeMajorId)}` } }))
}
/** 30-WM, 40-N: the result is shown to the school before it takes effect; returns until when. */
export async function publicise(db: Db, batch: Batch, rows: readonly Adjustment[]): Promise<string> {
  const { endAt } = await publishNotice({ db }, { round: batch, roundOf: majorAdjustBatch, of: majorAdjustment, level: 'school', columns: COLUMNS, lines: await linesOf(db, rows) })
  return endAt
}
export async function tellPlaced(db: Db, batch: Pick<Batch, 'name'>, rows: readonly Adjustment[], until: string | null): Promise<void> {
  const more = until ? { more: { until: schoolTimeText(until) } } : {}
  await notifyAbout(
    db,
    until ? MAJOR_MESSAGES.majorNoticed : MAJOR_MESSAGES.majorPlaced,
    await about(db, batch),
    (await withStudents(db, rows)).map(({ row, who }) => ({ row, who, ...more })),
  )
}
export async function tellRefused(db: Db, batch: Pick<Batch, 'name'>, rows: readonly Adjustment[]): Promise<void> {
  if (!rows.length) return
  const now = await db.unscoped(majorAdjustment).all({ id: rows.map(r => r.id) }) // of the batch, with their reasons
  await notifyAbout(
    db,
    MAJOR_MESSAGES.majorRefused,
    await about(db, batch),
    (await withStudents(db, now)).map(({ row, who }) => ({ row, who, more: { reason: { text: row.cancelReason ?? '' } } })),
  )
}
