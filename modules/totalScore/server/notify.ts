import { student } from '#modules/student/model/student.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { type Notification, notifyEach } from '#server/notifications/notify.ts'
import { tsItem } from '../model/item.ts'
import { POINT_MESSAGES } from '../model/messages.ts'
import { pointsOf } from '../model/rules.ts'
import { tsScheme } from '../model/scheme.ts'
import type { Entry, Posted } from './post-points.ts'

export const MINE = '/totalScore/mine'
type Words = { studentId: string; itemId: string; amount: number; occurredOn: string; reason: string | null }
const noticeOf = async (db: Db, { who, amount, itemId, occurredOn, reason }: Words & { who: StudentOf }): Promise<Notification[]> => {
  const item = (await db.cached(tsItem)).get(itemId)
  const scheme = (await db.cached(tsScheme)).get(item?.schemeId ?? '')
  const values = { scheme: scheme?.name ?? '', item: item?.name ?? '', points: Math.abs(pointsOf(amount)), day: occurredOn, reason: reason ?? '' }
  return who.userId ? [{ to: [who.userId], values, bizType: student.name, bizId: who.id, link: MINE, mobileLink: MINE }] : []
}
/** 50-TS5: a deduction reaches the student at once. */
export async function tellPosted(db: Db, posted: readonly Posted[]): Promise<void> {
  const told = async (isDeduction: boolean): Promise<Notification[]> => {
    const some = posted.filter(p => p.counted && p.counted < 0 === isDeduction)
    const each = await Promise.all(
      some.map(({ studentId, who, item, counted, occurredOn, reason = null }) => noticeOf(db, { studentId, who, itemId: item.id, amount: counted, occurredOn, reason })),
    )
    return each.flat()
  }
  await notifyEach(db, POINT_MESSAGES.added, await told(false))
  await notifyEach(db, POINT_MESSAGES.deducted, await told(true))
}
export async function tellReversed(db: Db, reversed: ReadonlyArray<{ row: Entry; who: StudentOf; reason: string }>): Promise<void> {
  const each = await Promise.all(reversed.map(({ row, who, reason }) => noticeOf(db, { ...row, who, reason })))
  await notifyEach(db, POINT_MESSAGES.reversed, each.flat())
}
