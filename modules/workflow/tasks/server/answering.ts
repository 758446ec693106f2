import { type Action, type Entity, type Fields, type InputOf, type OutputOf, outputFields, type Refusal, type Row } from '#model'
import { type StudentOf, selfStudent, studentNumbers } from '#modules/student/server/api.ts'
import type { Registration } from '#server/base/extension-point.ts'
import { type Ctx, handlers } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { isOpen, type RoundEntity } from '../../rounds/model/round.ts'
import { mustTakePart } from '../../rounds/server/api.ts'
import { markAnswered } from './ask.ts'
import { type OwnTask, ownTasks } from './own-tasks.ts'
import { type TaskAnswers, taskKindOf } from './task-kinds.ts'

interface AnswerSet {
  answer: Action<Fields, Fields>
  mine: Action<Fields, Fields, true>
}
/** A student's answer; `before` is the one that it changes. */
interface Answered<R, A, F> {
  who: StudentOf
  round: R
  form: F
  before: A | undefined
}
/** What a task adds to answering. */
export interface Answering<R, A, F, M> {
  /** Why an answer can no longer be changed; by default none can once the task takes no answers. */
  cannotChange?(round: R): Refusal | undefined
  /** Refuses what the declared form allows. */
  check?(ctx: Ctx, given: Answered<R, A, F>): Promise<void>
  /** Columns besides the form. */
  columns?(given: Answered<R, A, F>): Partial<A>
  /** Effects, in the transaction of the answer. */
  answered?(ctx: Ctx, given: Answered<R, A, F>, row: A): Promise<void>
  /** Computed fields of one's own tasks. */
  mine?(ctx: Ctx, who: StudentOf, tasks: ReadonlyArray<OwnTask<R, A>>): Promise<(own: OwnTask<R, A>) => M | Promise<M>>
}
type Plain = Record<string, unknown>
type AnyRow = Row<Entity>
interface Work {
  round: RoundEntity
  actions: AnswerSet
  serve: Answering<Row<RoundEntity>, AnyRow, Plain, Plain>
}
/** Serves the actions that `answerActions` declares. */
export function handleAnswers<E extends RoundEntity, A extends Entity, S extends AnswerSet>(
  round: E,
  answers: A,
  actions: S,
  serve: Answering<Row<E>, Row<A>, Omit<InputOf<S['answer']>, 'version'>, Partial<OutputOf<S['mine']>>> = {},
): readonly Registration[] {
  // from here on any task is handled alike; its types have been checked against its actions
  const work = { round, actions, serve } as unknown as Work
  return [
    ...studentNumbers(answers),
    handlers.make({ action: actions.answer, run: (ctx, input) => answer(work, ctx, input) }),
    handlers.make({ action: actions.mine, run: async ctx => mine(work, ctx) }),
  ]
}
async function answer({ round: of, serve }: Work, ctx: Ctx, { version, ...form }: Plain): Promise<Plain> {
  const { db, me } = ctx
  const { answers } = taskKindOf(db, of)
  const who = await selfStudent(ctx, { lock: true })
  const round = await db.unscoped(of).one(String(form[answers.round])) // the audience is checked next
  const own = { [answers.round]: round.id, studentId: who.id }
  const find = () => db.unscoped(answers.entity).find(own as never) // the caller's own row
  const given = { who, round, form, before: await find() }
  if (!given.before || !serve.cannotChange) await mustTakePart(db, of, round)
  const problem = given.before && serve.cannotChange?.(round)
  if (problem) throw problem
  await serve.check?.(ctx, given)
  const draft = { ...columnsOf(answers, form), ...serve.columns?.(given) }
  const made = given.before ? undefined : await db.insertOrSkip(answers.entity, { ...placeOf(answers.entity, who), ...draft, ...own })
  // one inserted meanwhile is changed as one that was there: with its version
  const row = made ?? (await db.update(answers.entity, ((await find()) as AnyRow).id, draft, Number(version ?? 0)))
  await markAnswered(db, of, round, [me.userId])
  await serve.answered?.(ctx, given, row)
  return { id: row.id, version: row.version }
}
/** The whole form: what is not given is emptied. */
const columnsOf = ({ entity, round }: TaskAnswers, form: Plain): Plain =>
  Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, { options }]) =>
      options.readonly || options.computed || name === round || name === 'studentId' ? [] : [[name, form[name] ?? options.initial ?? null]],
    ),
  )
/** College and class of the time, where the answers keep them. */
const placeOf = ({ fields }: Entity, { departmentId, classId }: StudentOf): Plain => ({ ...(fields.departmentId ? { departmentId } : {}), ...(fields.classId ? { classId } : {}) })

async function mine({ round: of, actions, serve }: Work, ctx: Ctx): Promise<Plain[]> {
  const { answers } = taskKindOf(ctx.db, of)
  const who = await selfStudent(ctx)
  const tasks = await ownTasks<RoundEntity, AnyRow>(ctx.db, of, who.id)
  const compute = await serve.mine?.(ctx, who, tasks)
  const fields = outputFields(actions.mine.output)
  const shown = fields.answer?.options.fields ?? {}
  return Promise.all(
    tasks.map(async own => ({
      ...only(fields, own.round),
      [answers.round]: own.round.id,
      isOpen: own.isOpen,
      canChange: own.answer && serve.cannotChange ? !serve.cannotChange(own.round) : isOpen(own.round),
      answer: own.answer && only(shown, own.answer),
      ...(await compute?.(own)),
    })),
  )
}
