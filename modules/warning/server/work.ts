import { handle } from '#server/context.ts'
import { closeCase, followCase } from '../model/actions.ts'
import { warningCase } from '../model/warning-case.ts'
import { actDone } from './act-todos.ts'

const now = (): string => new Date().toISOString()
const follow = handle(followCase, async ({ db, me }, { id }) => {
  await db.visible(warningCase).lock(id, 'follow')
  await db.update(warningCase, id, { state: 'following', ownerId: me.userId, actedAt: now() })
  await actDone(db, [id], '跟进中')
})
/** 60-EW6: with an outcome and one sentence. Somebody referred is proposed to those who take it up, and leaves no other trace here. */
const close = handle(closeCase, async ({ db, me }, { id, outcome, note }) => {
  const { studentId, actedAt } = await db.visible(warningCase).lock(id, 'close')
  const at = now()
  await db.update(warningCase, id, { state: 'closed', outcome, note, actedAt: actedAt ?? at, closedAt: at, closedById: me.userId })
  await actDone(db, [id], '已结束')
  if (outcome === 'talked' || outcome === 'family') await db.emit('warning.caseHandled', { caseId: id, studentId, outcome, byId: me.userId, at })
  if (outcome === 'referred') await db.emit('warning.caseReferred', { caseId: id, studentId })
})
export default [follow, close]
