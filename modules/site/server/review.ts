import sql from 'sql-template-tag'
import { notAllowed } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { FINDINGS, pinContent, publishContent, sendBackContent, submitContent, withdrawContent } from '../model/actions.ts'
import { contentChannel } from '../model/channel.ts'
import { contentItem } from '../model/content-item.ts'
import { findingsOf } from './findings.ts'
import { askReviewers, followItem, passedBy, tellOut, tellSentBack } from './item-todos.ts'
import { type Item, pagesChanged } from './revisions.ts'
import { settingsOf } from './settings.ts'

/** Whoever wrote a part of what has not been approved yet. */
async function authorsOf(db: Db, { id, liveNo }: Item): Promise<Set<string>> {
  const written = await db.query<{ byId: string }>(sql`select distinct by_id as "byId" from content_revision
    where tenant_id = ${db.me.tenantId} and item_id = ${id} and no > ${liveNo ?? 0} and by_id is not null`)
  return new Set(written.map(r => r.byId))
}
const isOver = ({ expireAt }: Item): boolean => expireAt !== null && Date.parse(expireAt) <= Date.now()
async function write(db: Db, id: string, patch: Partial<Item>): Promise<Item> {
  const after = await db.update(contentItem, id, patch)
  await followItem(db, [after])
  return after
}
/** 60-WC5: what the detector finds goes to review only with a reason, which the reviewer reads. */
const submit = handle(submitContent, async ({ db, refuse }, { id, reason }) => {
  const row = await db.visible(contentItem).lock(id, 'submit')
  if (row.lastNo === row.liveNo) throw notAllowed(contentItem, row, 'submit')
  if (isOver(row)) refuse('expired', { expireAt: schoolTimeText(row.expireAt ?? '') }, 'expireAt')
  const channel = (await db.cached(contentChannel)).get(row.channelId)
  if (!channel?.isEnabled) refuse('channel', { channel: channel?.name ?? '' })
  const findings = await findingsOf(db, row)
  if (findings.length && !reason?.trim())
    refuse(
      'found',
      {
        what: findings.map(f => ({ text: FINDINGS[f.kind] })),
        examples: findings
          .map(f => f.text)
          .join('；')
          .slice(0, 200),
      },
      'reason',
    )
  const checkNote = findings.length ? (reason ?? null) : null
  const after = await write(db, id, { state: 'reviewing', step: 0, reviewerIds: [], reviewNote: null, withdrawReason: null, checkNote })
  const { otherReviewer } = await settingsOf(db)
  await askReviewers(db, after, otherReviewer ? await authorsOf(db, after) : new Set())
  return { state: after.state }
})
/** 60-WC1: so many steps, each by somebody else, none by an author. The last one puts the text out, now or at its time. */
const publish = handle(publishContent, async ({ db, me, refuse }, { id, no }) => {
  const row = await db.visible(contentItem).lock(id, 'publish')
  if (no !== row.lastNo) refuse('version', { title: row.title, last: row.lastNo, no })
  const { otherReviewer, reviewSteps } = await settingsOf(db)
  const authors = await authorsOf(db, row)
  if (otherReviewer && authors.has(me.userId)) refuse('own')
  const passed = row.reviewerIds ?? []
  if (passed.includes(me.userId)) refuse('again')
  if (isOver(row)) refuse('expired', { expireAt: schoolTimeText(row.expireAt ?? '') })
  const step = row.step + 1
  const reviewed = { step, reviewerId: me.userId, reviewerIds: [...passed, me.userId] }
  if (step < reviewSteps) {
    const after = await db.update(contentItem, id, reviewed)
    await passedBy(db, after, me.userId)
    await askReviewers(db, after, new Set([...(otherReviewer ? authors : []), ...reviewed.reviewerIds]))
    return { state: after.state, left: reviewSteps - step }
  }
  const isNow = Date.parse(row.publishAt) <= Date.now()
  const after = await write(db, id, { ...reviewed, liveNo: no, state: isNow ? 'published' : 'scheduled', expiryTold: null })
  if (isNow) await tellOut(db, [after])
  await pagesChanged(db)
  return { state: after.state, left: 0 }
})
const sendBack = handle(sendBackContent, async ({ db }, { id, note }) => {
  await db.visible(contentItem).lock(id, 'sendBack')
  await tellSentBack(db, await write(db, id, { state: 'draft', step: 0, reviewerIds: [], reviewNote: note }), note)
})
const withdraw = handle(withdrawContent, async ({ db, refuse }, { id, reason }) => {
  const row = await db.visible(contentItem).lock(id, 'withdraw')
  if (row.liveNo === null && row.state !== 'reviewing') refuse('notOut', { title: row.title })
  await write(db, id, { state: row.liveNo === null ? 'draft' : 'withdrawn', liveNo: null, pinnedUntil: null, step: 0, reviewerIds: [], withdrawReason: reason })
  await pagesChanged(db)
})
const pin = handle(pinContent, async ({ db, refuse }, { id, pinnedUntil }) => {
  await db.visible(contentItem).lock(id, 'pin')
  if (pinnedUntil && Date.parse(pinnedUntil) <= Date.now()) refuse('past', { until: schoolTimeText(pinnedUntil) }, 'pinnedUntil')
  await db.update(contentItem, id, { pinnedUntil: pinnedUntil ?? null })
  await pagesChanged(db)
})
export default [submit, publish, sendBack, withdraw, pin]
