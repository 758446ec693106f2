import sql, { raw, type Sql } from 'sql-template-tag'
import { type Fields, type InputOf, type Row, refusalOf, snake } from '#model'
import { smallGroups } from '#model/small-groups.ts'
import type { Registration } from '#server/base/extension-point.ts'
import { type Ctx, type Handler, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { minCell } from '#server/statistics/grouped.ts'
import { isOpen, type RoundEntity, type RoundRow } from '../../rounds/model/round.ts'
import type { RoundActions } from '../../rounds/model/round-actions.ts'
import { type RoundOptions, round } from '../../rounds/server/api.ts'
import type { TaskActions } from '../model/task.ts'
import { type AnonymousAnswers, shuffleJob, shuffleRound } from './anonymous.ts'
import { askLacking, moveDue, remindStudents } from './ask.ts'
import { followBoard } from './follow.ts'
import { lackingOf, progressOf } from './people.ts'
import { forgetMarks, takeReminders } from './remind.ts'
import { peopleOf, type TaskAnswers, type TaskAsks, type TaskKind, taskKinds } from './task-kinds.ts'

type Board<C extends Fields, M extends Fields> = TaskActions<C, M>['board']
export interface TaskOptions<R, C extends Fields, M extends Fields> extends Omit<RoundOptions<R>, 'link'> {
  answers: TaskAnswers
  asks: TaskAsks<R>
  /** Where what is said names nobody: written anew in random order each night and when the round ends. */
  anonymous?: AnonymousAnswers
  /** The declared further figures: aggregates over `s` (student) and `a` (answer). */
  counts?: Readonly<Record<Extract<keyof C, string>, Sql>>
  /** The declared further parts of the board. */
  more?: (ctx: Ctx, row: R, asked: InputOf<Board<C, M>>) => Promise<Record<Extract<keyof M, string>, unknown>>
}
const EVERY_MINUTES = 60

/**
 * Registers a task: a round that each student of its audience answers once. Adds to the round the to-dos of those who lack, reminders by mark and by hand, and the board that
 * shows progress by class in the reader's scope and follows live. Default export of a module's server file.
 */
export function task<E extends RoundEntity, C extends Fields, M extends Fields>(
  of: E,
  actions: RoundActions,
  watch: TaskActions<C, M>,
  { answers, asks, anonymous, counts, more, ...options }: TaskOptions<Row<E> & RoundRow, C, M>,
): readonly Registration[] {
  const kind: TaskKind = taskKinds.make({ round: of, answers, asks: asks as unknown as TaskAsks, follows: options.audience === 'live' })
  const lifecycle = round(of, actions, {
    ...options,
    link: asks.link,
    async published(ctx, row) {
      await options.published?.(ctx, row)
      await askLacking(ctx.db, kind, row)
    },
    async reopened(ctx, row) {
      await options.reopened?.(ctx, row)
      await askLacking(ctx.db, kind, row)
    },
    async extended(ctx, row) {
      await options.extended?.(ctx, row)
      await moveDue(ctx.db, of, row)
      await forgetMarks(ctx.db, row.id)
    },
    async closed(db, row) {
      await options.closed?.(db, row)
      if (anonymous) await shuffleRound(db, anonymous, row.id)
      await closeTodos(db, { bizType: of.name, bizId: row.id }, 'cancelled')
    },
  })
  return [kind, ...lifecycle, ...watching(kind, watch, counts ?? {}, more as More), followed(kind, watch), ...(anonymous ? [shuffleJob(of, anonymous)] : [])]
}
type Whole = Awaited<ReturnType<typeof progressOf<never>>>
/** Small classes of an anonymous task, and as many others as keep them from following from the total (60-SV5). Where the whole is too small, nothing is shown of it. */
function hiddenClasses(board: TaskActions['board'], { name }: RoundRow, { expected, byClass }: Whole, least: number): ReadonlySet<string> {
  if (expected && expected < least) throw refusalOf(board, 'few', { name, least })
  return smallGroups(new Map(byClass.map(c => [c.classId ?? '', c.expected])), least)
}
type More = ((ctx: Ctx, row: RoundRow, asked: object) => Promise<object>) | undefined
function watching(kind: TaskKind, watch: TaskActions, counts: Readonly<Record<never, Sql>>, more: More): Handler[] {
  return [
    handle(watch.board, async (ctx, asked) => {
      const row = (await ctx.db.unscoped(kind.round).one(asked.id)) as RoundRow // whose progress it shows is scoped next
      // a college beside the whole would be a further way to subtract
      if (asked.departmentId && kind.asks.isAnonymous?.(row)) throw refusalOf(watch.board, 'whole', { name: row.name })
      const progress = await progressOf(ctx.db, await peopleOf(ctx.db, kind, row, watch.board.permission, asked), counts)
      const hidden = kind.asks.isAnonymous?.(row) ? hiddenClasses(watch.board, row, progress, await minCell(ctx)) : undefined
      return {
        ...progress,
        byClass: progress.byClass.flatMap(({ classId, ...c }) => (classId && !hidden?.has(classId) ? [{ ...c, classId }] : [])),
        ...(await more?.(ctx, row, asked)),
      }
    }),
    handle(watch.lacking, async ({ db }, { id, classId }) => {
      const row = (await db.unscoped(kind.round).one(id)) as RoundRow // see above
      if (kind.asks.isAnonymous?.(row)) throw refusalOf(watch.lacking, 'anonymous', { name: row.name })
      return lackingOf(db, await peopleOf(db, kind, row, watch.lacking.permission, { classId }))
    }),
    handle(watch.remind, async ({ db }, { id, classId }) => {
      const row = (await db.unscoped(kind.round).one(id)) as RoundRow // see above
      if (!isOpen(row)) throw refusalOf(watch.remind, 'notOpen', { name: row.name })
      // how many of a class were told is how many of it lack
      if (classId && kind.asks.isAnonymous?.(row)) throw refusalOf(watch.lacking, 'anonymous', { name: row.name })
      const people = await peopleOf(db, kind, row, watch.remind.permission, { classId })
      const others = kind.asks.others?.(row)
      if (others) {
        const told = await others(db, people)
        if (!told) throw refusalOf(watch.remind, 'nobody')
        return { told }
      }
      const to = await takeReminders(db, watch.remind, { taskId: row.id, people, minutes: (await kind.asks.everyMinutes?.(db)) ?? EVERY_MINUTES })
      await remindStudents(db, kind, row, to)
      return { told: to.length }
    }),
  ]
}
/** The board changes with the answers and with the round itself. */
function followed({ round: of, answers }: TaskKind, { board }: TaskActions) {
  const [rounds, rows, key] = [raw(of.table), raw(answers.entity.table), raw(snake(answers.round))]
  return followBoard({
    board,
    path: `/api/${answers.entity.module}/${answers.entity.wire}/follow`,
    summary: '完成情况有变化时推送',
    async mustWatch(db, id) {
      if (!(await db.unscoped(of).count({ id }))) throw notFound() // the event says only that something changed
    },
    async marks(db, ids) {
      const found = await db.query<{ id: string; mark: string }>(sql`select r.id, concat_ws(' ', r.version, a.n, a.versions) as mark from ${rounds} r
        join lateral (select count(*) as n, sum(version) as versions from ${rows} a where a.tenant_id = r.tenant_id and a.${key} = r.id) a on true
        where r.tenant_id = ${db.me.tenantId} and r.id = any(${[...ids]}::uuid[])`)
      return new Map(found.map(f => [f.id, f.mark]))
    },
  })
}
