import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { roundStates } from '#modules/workflow/rounds/model/round.ts'
import { clearedAmong, clearedOf, mustBeCleared, type NoticeLineOf, noticeKind, publishNotice } from '#modules/workflow/server/api.ts'
import { type Db, handle, on } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { notify } from '#server/notifications/notify.ts'
import { cqaScheme, RANK_SCOPES } from '../../schemes/model/scheme.ts'
import type { Scheme } from '../../schemes/server/api.ts'
import { cqaSheet, dimensionsText, shownScore } from '../../sheets/model/sheet.ts'
import { calculate, SCOPES, type Sheet, scopesOf } from '../../sheets/server/api.ts'
import { publiciseSheets } from '../model/actions.ts'
import { RESULT_MESSAGES } from '../model/messages.ts'

const BIZ = 'cqaSheet'
const COLUMNS = ['name', 'className', 'dimensions', 'total', 'rank']
const OBJECTED = '公示异议成立'
const NONE = '—'
const MOST_NAMED = 10
/** Before a result is on notice. */
const OPEN = ['open', 'selfDone', 'groupDone', 'fdyDone'] as const
const PAGE = '/cqa/mine'

const ranksText = (scheme: Scheme, sheet: Sheet): string =>
  scopesOf(scheme)
    .flatMap(scope => {
      const [rank, size] = [sheet[SCOPES[scope].rank], sheet[SCOPES[scope].size]]
      return rank && size ? `${RANK_SCOPES[scope]} ${rank}/${size}` : []
    })
    .join('，')
/** 50-CQ11: dimensions, total and rank, never what they are made of. A sheet that lacks a grade is listed without them (50-CQ5). */
function lineOf(scheme: Scheme, sheet: Sheet): NoticeLineOf {
  const isPending = sheet.pendingReason !== null || sheet.total === null
  const values = isPending
    ? { dimensions: NONE, total: NONE, rank: NONE }
    : { dimensions: dimensionsText(sheet.dimensions), total: shownScore(sheet.total ?? 0), rank: ranksText(scheme, sheet) }
  return { bizId: sheet.id, studentId: sheet.studentId, values }
}
/** By class and there by total, as a class reads its list. */
const inOrder = (a: Sheet, b: Sheet): number => (a.classId ?? '').localeCompare(b.classId ?? '') || (b.total ?? 0) - (a.total ?? 0) || (a.id < b.id ? -1 : 1)

/** Who has not been confirmed, by class. */
const unconfirmed = (db: Db, schemeId: string): Promise<Array<{ name: string | null; count: number }>> =>
  db.query<{
    name: string | null
    count: number
  }>(sql`select c.name, count(*)::int as count from cqa_sheet t left join stu_class c on c.tenant_id = t.tenant_id and c.id = t.class_id
    where t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${schemeId} and t.state = any(${[...OPEN]}::text[]) group by 1 order by 1`)
const publicise = handle(publiciseSheets, async (ctx, { id }) => {
  const { db, refuse } = ctx
  const scheme = await db.visible(cqaScheme).lock(id)
  const { name, state } = scheme
  if (state !== 'published' && state !== 'closed') refuse('over', { name, state: { text: roundStates.labels[state] } })
  if (scheme.calculatingSince) refuse('running', { name, since: schoolTimeText(scheme.calculatingSince) })
  const open = await unconfirmed(db, id)
  const classes = firstOf(
    open.map(o => o.name ?? NONE),
    MOST_NAMED,
  )
  if (open.length) refuse('unconfirmed', { count: open.reduce((sum, o) => sum + o.count, 0), classes })
  if (scheme.stage === 'scoring') await calculate(db, scheme)
  const sheets = await db.unscoped(cqaSheet).all({ schemeId: id, state: 'collegeDone' }) // of the whole scheme
  if (!sheets.length) refuse('nothing', { name })
  const columns = scheme.noticeColumns?.length ? scheme.noticeColumns.flatMap(c => c ?? []) : COLUMNS
  const lines = sheets.sort(inOrder).map(sheet => lineOf(scheme, sheet))
  const { endAt } = await publishNotice(ctx, { round: scheme, roundOf: cqaScheme, of: cqaSheet, level: scheme.noticeLevel ?? 'class', columns, lines })
  await db.update(cqaScheme, id, { stage: 'publicised' })
  return { count: sheets.length, endAt }
})
/** Results without an open objection are final; the scheme is locked with the last of them. */
async function finish(db: Db, schemeId: string, ids: readonly string[]): Promise<void> {
  const scheme = await db.unscoped(cqaScheme).lock(schemeId) // the event names it
  await mustBeCleared(db, BIZ, ids)
  const done = await db.updateWhere(cqaSheet, { id: ids, state: 'publicised' }, { state: 'final', returnedReason: null }, { returning: ['studentId'] })
  if (!done.length) return
  const left = await db.unscoped(cqaSheet).count({ schemeId, state: ['collegeDone', 'publicised'] }) // of the whole scheme
  if (!left) await db.update(cqaScheme, schemeId, { stage: 'locked' })
  const accounts = await accountsOf(
    db,
    done.map(d => d.studentId),
  )
  const link = `${PAGE}?scheme=${schemeId}`
  await notify(db, RESULT_MESSAGES.final, { to: [...accounts.values()], values: { scheme: scheme.name }, bizType: 'cqaScheme', bizId: schemeId, link, mobileLink: link })
}
const ended = on('publicNotice.ended', 'cqa.noticeEnded', async ({ db }, { noticeId, roundId }) => {
  if (typeof noticeId !== 'string' || typeof roundId !== 'string') return
  const scheme = await db.unscoped(cqaScheme).find({ id: roundId }) // whether the notice is about one
  if (scheme) await finish(db, scheme.id, await clearedOf(db, noticeId))
})
/** An upheld objection sends the result back to be corrected; one dismissed after the notice lets it be final. */
const objected = on('publicNotice.objectionDecided', 'cqa.objected', async ({ db }, { bizType, bizId, upheld }) => {
  if (bizType !== BIZ || typeof bizId !== 'string') return
  const sheet = await db.unscoped(cqaSheet).find({ id: bizId }) // the event names the row
  if (sheet?.state !== 'publicised') return
  if (upheld) {
    await db.update(cqaSheet, bizId, { state: 'collegeDone', returnedReason: OBJECTED })
    return
  }
  if ((await clearedAmong(db, BIZ, [bizId])).has(bizId)) await finish(db, sheet.schemeId, [bizId])
})
export default [noticeKind({ entity: cqaSheet }), publicise, ended, objected]
