import { stuClass } from '#modules/campus/model/organisation.ts'
import { accountsOf, studentsOf } from '#modules/student/server/api.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { cqaScheme } from '../../schemes/model/scheme.ts'
import type { Scheme } from '../../schemes/server/api.ts'
import { cqaCorrection } from '../../sheets/model/correction.ts'
import { cqaSheet, scoreText } from '../../sheets/model/sheet.ts'
import { SCOPES, scopesOf, shareOf } from '../../sheets/server/api.ts'
import { correctResults, resultDifferences } from '../model/actions.ts'
import { RESULT_MESSAGES } from '../model/messages.ts'
import { type Difference, differencesOf } from './differences.ts'

/** Rows that are shown; all of them are approved. */
const MOST_SHOWN = 500
const ONLY_RANK = '名次随他人变动'
type Correcting = Pick<ActionCtx<typeof resultDifferences>, 'db' | 'refuse'>
/** Results are corrected after their notice; while scores are given they are calculated. */
async function mustBeOver({ db, refuse }: Correcting, { id, name, stage }: Scheme): Promise<void> {
  if (stage === 'scoring') refuse('scoring', { name })
  const count = await db.unscoped(cqaSheet).count({ schemeId: id, state: 'publicised' }) // of the whole scheme
  if (count) refuse('noticed', { name, count })
}
const differences = handle(resultDifferences, async (ctx, { id }) => {
  const { db } = ctx
  const scheme = await db.visibleFor(cqaScheme, 'cqa:cqaScheme:list').one(id)
  await mustBeOver(ctx, scheme)
  const { rows, seen } = await differencesOf(db, scheme)
  const shown = rows.slice(0, MOST_SHOWN)
  const [people, classes] = [
    await studentsOf(
      db,
      shown.map(r => r.sheet.studentId),
    ),
    await db.cached(stuClass),
  ]
  return {
    seen,
    count: rows.length,
    rows: shown.map(({ sheet, now, changes, fromRank, toRank }) => {
      const who = people.get(sheet.studentId)
      const where = { name: who?.name ?? '', studentNo: who?.studentNo ?? null, className: classes.get(sheet.classId ?? '')?.name ?? null }
      return { id: sheet.id, ...where, fromTotal: sheet.total, toTotal: now.total, fromRank, toRank, changes: changes || ONLY_RANK, isRankOnly: !changes }
    }),
  }
})
/** The version of each sheet rises, and what it was before is kept with who approved the change, and why. */
async function write(db: Db, scheme: Scheme, rows: readonly Difference[], reason: string): Promise<void> {
  const calculatedAt = new Date().toISOString()
  const [first] = scopesOf(scheme)
  await db.insertMany(
    cqaCorrection,
    rows.map(({ sheet, now, changes, fromRank, toRank }) => ({
      ...{ sheetId: sheet.id, schemeId: scheme.id, studentId: sheet.studentId, classId: sheet.classId, resultNo: sheet.resultNo + 1 },
      ...{ fromTotal: sheet.total, toTotal: now.total, fromRank, toRank, changes: changes || ONLY_RANK, reason, approverId: db.me.userId },
    })),
  )
  await db.updateMany(
    cqaSheet,
    rows.map(({ sheet, now, toRank }) => {
      const rankShare = shareOf(toRank, first ? now.ranks[SCOPES[first].size] : null)
      const { id, items, dimensions, total, pending: pendingReason, hash, ranks } = now
      return { id, items, dimensions, total, pendingReason, hash, ...ranks, rankShare, calculatedAt, resultNo: sheet.resultNo + 1 }
    }),
  )
}
async function tell(db: Db, scheme: Scheme, rows: readonly Difference[], reason: string): Promise<void> {
  const accounts = await accountsOf(
    db,
    rows.map(r => r.sheet.studentId),
  )
  const link = `/cqa/mine?scheme=${scheme.id}`
  await notifyEach(
    db,
    RESULT_MESSAGES.corrected,
    rows.flatMap(({ sheet, now, changes, fromRank, toRank }) => {
      const account = accounts.get(sheet.studentId)
      const values = { scheme: scheme.name, fromTotal: scoreText(sheet.total), toTotal: scoreText(now.total), fromRank: fromRank ?? '—', toRank: toRank ?? '—', reason }
      return account ? { to: [account], values: { ...values, changes: { text: changes || ONLY_RANK } }, bizType: 'cqaSheet', bizId: sheet.id, link, mobileLink: link } : []
    }),
  )
}
const correct = handle(correctResults, async (ctx, { id, seen, reason }) => {
  const { db, refuse } = ctx
  const scheme = await db.visibleFor(cqaScheme, 'cqa:cqaScheme:list').lock(id)
  await mustBeOver(ctx, scheme)
  const found = await differencesOf(db, scheme)
  if (!found.rows.length) refuse('same', { name: scheme.name })
  if (found.seen !== seen) refuse('changed')
  await write(db, scheme, found.rows, reason)
  await tell(db, scheme, found.rows, reason)
  await db.emit('cqa.resultCorrected', { schemeId: id, studentIds: found.rows.map(r => r.sheet.studentId) })
  return { count: found.rows.length }
})
export default [differences, correct]
