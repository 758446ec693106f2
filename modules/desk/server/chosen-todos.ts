import sql, { type Sql } from 'sql-template-tag'
import { type InputOf, trim } from '#model'
import type { Ctx } from '#server/context.ts'
import { likePattern } from '#server/data/where.ts'
import type { todoCount } from '../model/todo.ts'

type Chosen = InputOf<typeof todoCount>
/** Todos closed before this are archived: excluded from the list, found by search. */
const ARCHIVED = sql`now() - interval '2 years'`
/** Condition for the caller's todos, shared by count and list, so that they agree (P1). */
export const mine = ({ me }: Pick<Ctx, 'me'>, c: Chosen): Sql => todosOf(sql`t.tenant_id = ${me.tenantId} and t.user_id = ${me.userId}`, c)
/** Todos of these people (a condition on `t`). */
export function todosOf(people: Sql, c: Chosen): Sql {
  const isDone = c.tab === 'done'
  let where = people
  const and = (more: Sql): void => {
    where = sql`${where} and ${more}`
  }
  and(isDone ? sql`t.state <> 'open'` : sql`t.state = 'open'`)
  if (c.kind) and(sql`t.kind = ${c.kind}`)
  if (c.without) and(sql`t.kind <> ${c.without}`)
  if (c.bizType) and(sql`t.biz_type = ${c.bizType}`)
  if (c.applicantName) and(sql`t.applicant_name like ${likePattern(trim(c.applicantName))}`)
  if (c.arrivedFrom) and(sql`t.arrived_at >= ${c.arrivedFrom}::date`)
  if (c.arrivedTo) and(sql`t.arrived_at < ${c.arrivedTo}::date + 1`)
  if (c.due) and(DUE[c.due])
  const words = c.keyword ? trim(c.keyword).toLowerCase() : ''
  if (words) and(sql`lower(concat_ws(' ', t.title, t.applicant_name, t.summary)) like ${likePattern(words)}`)
  if (isDone && c.archived) and(sql`t.done_at < ${ARCHIVED}`)
  else if (isDone && !words) and(sql`t.done_at >= ${ARCHIVED}`)
  return where
}
/** Conditions on the due time, shared by filters, counts and messages. */
export const DUE = {
  overdue: sql`t.due_at < now()`,
  today: sql`t.due_at >= now() and t.due_at < (now() at time zone 'Asia/Shanghai')::date + 1`,
  week: sql`t.due_at >= now() and t.due_at < now() + interval '7 days'`,
  none: sql`t.due_at is null`,
} as const
export const totalOf = async (ctx: Ctx, c: Chosen): Promise<number> =>
  (await ctx.db.query<{ n: number }>(sql`select count(*)::int as n from todo t where ${mine(ctx, c)}`))[0]?.n ?? 0
