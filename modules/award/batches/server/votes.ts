import { mustAllow, refusalOf } from '#model'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { seatsOf } from '#modules/workflow/server/api.ts'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notify } from '#server/notifications/notify.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { awardApplication } from '../model/application-row.ts'
import { holderOf } from '../model/batch.ts'
import { AWARD_MESSAGES } from '../model/messages.ts'
import { awardQuota, voteStates } from '../model/quota.ts'
import { byMedian } from '../model/ranking.ts'
import { awardVote } from '../model/vote.ts'
import { castVote, closeVote, myVotes, openVote } from '../model/vote-actions.ts'
import { factColumns, fieldOf, rankedIn } from './candidates.ts'

const PAGE = '/award/votes'
const BIZ = 'awardQuota'
/** A new vote begins without ballots; each member has it to do. */
const open = handle(openVote, async ({ db }, { id, members: given }) => {
  const quota = await db.visible(awardQuota).lock(id)
  mustAllow(awardQuota, quota, 'openVote')
  const { batch, item } = await fieldOf(db, quota)
  const count = (await rankedIn(db, quota)).length
  if (!count) throw refusalOf(awardQuota, 'noCases')
  const members = [...new Set(given.flatMap(m => m ?? []))]
  await db.removeWhere(awardVote, { quotaId: id })
  await db.update(awardQuota, id, { committee: members, voteState: 'open' })
  const values = { batch: batch.name, item: item.name, count }
  const title = { text: '为“{item}”投票', values: { item: item.name } }
  await openTodos(
    db,
    members.map(userId => ({ userId, kind: 'task' as const, title, bizType: BIZ, bizId: id, link: PAGE, mobileLink: PAGE })),
  )
  await notify(db, AWARD_MESSAGES.vote, { to: members, values, bizType: BIZ, bizId: id, link: PAGE, mobileLink: PAGE })
})
/** 40-A8: the median decides; who has not voted is counted and does not count. */
const close = handle(closeVote, async ({ db }, { id }) => {
  const quota = await db.visible(awardQuota).lock(id)
  mustAllow(awardQuota, quota, 'closeVote')
  const votes = await db.unscoped(awardVote).all({ quotaId: id }) // the count, not who voted how
  const ballots = votes.filter(v => !v.isAbstained).map(v => v.ranks ?? [])
  if (!ballots.length) throw refusalOf(awardQuota, 'nobodyVoted')
  const rows = await rankedIn(db, quota)
  const order = byMedian(
    rows.map(r => r.id),
    ballots,
  )
  await db.updateMany(
    awardApplication,
    order.map(({ id: one, median }, n) => ({ id: one, rankInCollege: n + 1, medianRank: median })),
  )
  await db.update(awardQuota, id, { voteState: 'closed' })
  await closeTodos(db, { bizType: BIZ, bizId: id }, 'cancelled')
  const abstained = votes.length - ballots.length
  return { ballots: ballots.length, abstained, absent: (quota.committee?.length ?? 0) - votes.length }
})
const cast = handle(castVote, async ({ db, me }, { quotaId, isAbstained, ids: given }) => {
  const quota = await db.unscoped(awardQuota).lock(quotaId) // members are found by their account next
  if (!quota.committee?.includes(me.userId)) throw notFound()
  if (quota.voteState !== 'open') throw refusalOf(awardQuota, 'notVoting', { state: { text: voteStates.labels[quota.voteState] } })
  const rows = await rankedIn(db, quota)
  const ids = given.flatMap(one => one ?? [])
  const known = new Set(rows.map(r => r.id))
  const isWhole = ids.length === rows.length && new Set(ids).size === ids.length && ids.every(one => known.has(one))
  if (!isAbstained && !isWhole) throw refusalOf(awardQuota, 'ballot', { count: rows.length }, 'ids')
  await db.upsert(awardVote, ['quotaId', 'memberId'], [{ quotaId, memberId: me.userId, ranks: isAbstained ? null : ids, isAbstained, castAt: new Date().toISOString() }])
  await closeTodos(db, { bizType: BIZ, bizId: quotaId, userIds: [me.userId] }, 'done')
})
const mine = handle(myVotes, async ctx => {
  const { db, me } = ctx
  const open = (await db.unscoped(awardQuota).all({ voteState: 'open' })).filter(q => q.committee?.includes(me.userId)) // the caller's own votes
  const own = new Map((await db.unscoped(awardVote).all({ quotaId: open.map(q => q.id), memberId: me.userId })).map(v => [v.quotaId, v])) // as above
  const [colleges, classes] = [await db.cached(department), await db.cached(stuClass)]
  const shown = []
  for (const quota of open) {
    const { batch, item } = await fieldOf(db, quota)
    const columns = await factColumns(ctx, item)
    const rows = await rankedIn(db, quota)
    const vote = own.get(quota.id)
    const order = vote?.ranks ?? []
    const placed = rows.toSorted((a, b) => (order.indexOf(a.id) + 1 || rows.length) - (order.indexOf(b.id) + 1 || rows.length))
    shown.push({
      ...{ quotaId: quota.id, batch: batch.name, item: item.name, college: colleges.get(quota.departmentId)?.name ?? '—' },
      ...{ quota: (await seatsOf(db, batch.id, holderOf(item.code, quota.departmentId))).issued, hasVoted: vote !== undefined, isAbstained: vote?.isAbstained ?? false },
      rows: placed.map(row => ({
        ...{ id: row.id, recipient: row.recipient ?? '', className: classes.get(row.classId ?? '')?.name ?? null },
        ...{ statement: row.statement, achievements: [row.achieved, row.achievements].filter(Boolean).join('\n') || null },
        ...{ values: columns.values(row).map((value, n) => `${columns.labels[n] ?? ''} ${value}`) },
      })),
    })
  }
  return shown
})
export default [open, close, cast, mine]
