import { handle } from '#server/context.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { recordCallBack } from '../model/dispatch-actions.ts'
import { repairScore } from '../model/score.ts'

/** 20-R9 */
export default handle(recordCallBack, async ({ db }, { id, note }) => {
  await db.visible(repairScore).one(id)
  await db.update(repairScore, id, { callBackNote: note, calledBackAt: new Date().toISOString() })
  await closeTodos(db, { bizType: 'repairScore', bizId: id }, 'done', '已回访')
})
