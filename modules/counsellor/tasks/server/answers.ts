import { refusalOf } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { isOpen, notOpen } from '#modules/workflow/rounds/model/round.ts'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { fdyTask } from '../model/fdy-task.ts'
import { answerTask, fdyTaskAnswer, myTasks } from '../model/fdy-task-answer.ts'
import { settled } from './tasks.ts'

const SHOWN = 50
const mine = handle(myTasks, async ({ db, me }) => {
  const own = await db.unscoped(fdyTaskAnswer).all({ userId: me.userId }, { sort: ['-createdAt'], limit: SHOWN }) // the caller's own
  const tasks = new Map((await db.unscoped(fdyTask).all({ id: own.map(a => a.taskId), 'state.in': 'published,paused,closed' })).map(t => [t.id, t])) // that ask the caller
  const departments = await db.cached(department)
  return own
    .flatMap(({ id, taskId, state, words, proof, answeredAt }) => {
      const task = tasks.get(taskId)
      if (!task) return []
      const { name, content, proofKind, weight, endTime } = task
      const owner = departments.get(task.ownerDepartmentId ?? '')?.name ?? null
      return [{ id, name, content, proofKind, weight, owner, endTime, isOpen: isOpen(task), state, words, proof, answeredAt }]
    })
    .sort((a, b) => Number(b.isOpen && b.state === 'waiting') - Number(a.isOpen && a.state === 'waiting') || b.endTime.localeCompare(a.endTime))
})
const answer = handle(answerTask, async ({ db, me }, { id, words, proof, ...given }) => {
  const result = given.result ?? 'done'
  const row = await db.unscoped(fdyTaskAnswer).lock(id) // compared with the caller next
  if (row.userId !== me.userId) throw notFound()
  const task = await db.unscoped(fdyTask).one(row.taskId) // that asks the caller
  if (!isOpen(task)) throw notOpen(fdyTask, task)
  const said = words?.trim() || null
  const { name, proofKind } = task
  if (result === 'notDone' && !said) throw refusalOf(answerTask, 'reason', {}, 'words')
  if (result === 'done' && proofKind === 'words' && !said) throw refusalOf(answerTask, 'words', { name }, 'words')
  if (result === 'done' && proofKind === 'files' && !proof?.length) throw refusalOf(answerTask, 'files', { name }, 'proof')
  await db.update(fdyTaskAnswer, id, { state: result, words: said, proof: proof ?? [], answeredAt: new Date().toISOString() })
  await settled(db, task, me.userId)
})
export default [mine, answer]
