import type { Db } from '#server/context.ts'
import { payoutLine, payoutList } from '../model/payout.ts'
import { draftOf, type Line, type List, recount } from './lists.ts'
import { lineTodos } from './notify.ts'

/** The next list of the same source: what waits on this one goes there. */
const nextOf = (db: Db, { source, title, sourceBatchId, fundId, month }: List): Promise<List> => draftOf(db, { source, title, sourceBatchId, fundId, month })
/** States in which a list takes no change of its lines any more. */
const PASSED: readonly List['state'][] = ['approved', 'exported', 'closed']

/** 40-B2: moves lines that were held to the next list, where they are judged anew. */
export async function moveHeld(db: Db, from: List, to: List, lines: readonly Line[]): Promise<void> {
  await db.updateMany(
    payoutLine,
    lines.map(l => ({ id: l.id, listId: to.id, seq: null, state: 'ready' as const, heldFor: null, failReason: null })),
  )
  await recount(db, from.id)
  await recount(db, to.id)
}
/** 40-B4: a student's account was corrected: a failed line gets a new one, linked to the old, and what waited for the account is judged anew. */
export async function reissue(db: Db, studentId: string): Promise<void> {
  const waiting = await db.unscoped(payoutLine).all({ studentId, state: ['failed', 'held'] }, { sort: ['listId'] }) // whoever saved the account decides
  for (const [listId, lines] of Map.groupBy(waiting, l => l.listId)) {
    const list = await db.unscoped(payoutList).lock(listId)
    const failed = lines.filter(l => l.state === 'failed')
    const held = lines.filter(l => l.state === 'held' && (l.heldFor === 'noAccount' || l.heldFor === 'name'))
    if (failed.length) await replace(db, list, failed)
    if (held.length && PASSED.includes(list.state)) await moveHeld(db, list, await nextOf(db, list), held)
    await lineTodos.follow(
      db,
      held.map(l => ({ ...l, state: 'ready' as const })),
    )
  }
}
async function replace(db: Db, list: List, failed: readonly Line[]): Promise<void> {
  const next = await nextOf(db, list)
  for (const line of failed) {
    const [old] = await db.updateWhere(payoutLine, { id: line.id, state: 'failed' }, { state: 'reissued' }, { returning: ['id'] })
    if (!old) continue
    const { studentId, grantId, month, round, what, amount, reservedBy } = line
    await db.insert(payoutLine, { listId: next.id, studentId, grantId, month, round, what, amount, reservedBy, replacesId: line.id })
    await lineTodos.follow(db, [{ ...line, state: 'reissued' }])
  }
  await recount(db, list.id)
  await recount(db, next.id)
}
