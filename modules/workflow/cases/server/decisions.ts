import { handle } from '#server/context.ts'
import { addSign, answerTask, approveTask, delegateTask, rejectTask, removeSign, returnTask, takeBackTask, transferTask } from '../model/decide.ts'
import { personsOf } from './case-people.ts'
import { lockedByTask } from './cases.ts'
import { decideTask, mayAct, myTurn } from './decide-task.ts'
import { caseRefusal } from './refusals.ts'
import { type Acting, runCommand } from './run-command.ts'

const approve = handle(approveTask, (ctx, input) => decideTask(ctx, { ...input, action: 'approve' }))
const reject = handle(rejectTask, (ctx, input) => decideTask(ctx, { ...input, action: 'reject' }))
const returned = handle(returnTask, (ctx, input) => decideTask(ctx, { ...input, action: 'return' }))

/** Approvers must be staff; whether this person may take this task is checked by the engine. */
async function names({ db }: Acting, userIds: readonly string[]): Promise<string> {
  const persons = await personsOf(db, userIds)
  for (const id of userIds) {
    const person = persons.get(id)
    if (!person || person.isStudent) throw caseRefusal('receiver', { name: person?.name ?? '—', why: person ? '是学生' : '没有这个账号' }, 'userId')
  }
  return [...persons.values()].map(p => p.name).join('、')
}
const transfer = handle(transferTask, async (ctx, { taskId, userId, opinion }) => {
  const { c, held, onBehalfOf } = await myTurn(ctx, taskId)
  const to = await names(ctx, [userId])
  return runCommand(ctx, c, {
    event: { kind: 'transfer', task: held.task.no, by: held.task.userId, to: userId },
    action: 'transfer',
    held,
    onBehalfOf,
    opinion: opinion ?? null,
    to,
  })
})
const delegate = handle(delegateTask, async (ctx, { taskId, userId, opinion }) => {
  const { c, held, onBehalfOf } = await myTurn(ctx, taskId)
  const to = await names(ctx, [userId])
  return runCommand(ctx, c, {
    event: { kind: 'delegate', task: held.task.no, by: held.task.userId, to: userId },
    action: 'delegate',
    held,
    onBehalfOf,
    opinion: opinion ?? null,
    to,
  })
})
const answer = handle(answerTask, async (ctx, { taskId, opinion }) => {
  const { c, held, onBehalfOf } = await myTurn(ctx, taskId)
  return runCommand(ctx, c, { event: { kind: 'answer', task: held.task.no, by: held.task.userId }, action: 'answer', held, onBehalfOf, opinion })
})
const add = handle(addSign, async (ctx, { taskId, userIds, as, opinion }) => {
  const { c, held, onBehalfOf } = await myTurn(ctx, taskId)
  const to = await names(ctx, userIds)
  return runCommand(ctx, c, {
    event: { kind: 'addSign', task: held.task.no, by: held.task.userId, to: userIds, as },
    action: 'addSign',
    held,
    onBehalfOf,
    opinion: opinion ?? null,
    to,
  })
})
/** The task of the added co-signer; the engine checks that the caller added them. */
const remove = handle(removeSign, async (ctx, { taskId }) => {
  const { c, held } = await lockedByTask(ctx.db, taskId)
  const adder = c.state.tasks.find(t => t.no === held.task.of)
  const onBehalfOf = adder && adder.userId !== ctx.me.userId ? await mayAct(ctx, c, { task: { ...adder, state: 'todo' } }) : null
  const to = (await personsOf(ctx.db, [held.task.userId])).get(held.task.userId)?.name ?? null
  return runCommand(ctx, c, { event: { kind: 'removeSign', task: held.task.no, by: onBehalfOf?.id ?? ctx.me.userId }, action: 'removeSign', held, onBehalfOf, to })
})
const takeBack = handle(takeBackTask, async (ctx, { taskId }) => {
  const { c, held } = await lockedByTask(ctx.db, taskId)
  const onBehalfOf = held.task.userId === ctx.me.userId ? null : await mayAct(ctx, c, { task: { ...held.task, state: 'todo' } })
  return runCommand(ctx, c, { event: { kind: 'takeBack', task: held.task.no, by: held.task.userId }, action: 'takeBack', held, onBehalfOf })
})
export default [approve, reject, returned, transfer, delegate, answer, add, remove, takeBack]
