import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { classHistory } from '../model/history.ts'
import type { FLOW_DIMENSIONS, Movement } from '../model/statistics.ts'
import { ENDED, WITH_RECORD } from '../model/status.ts'

export type FlowDimension = keyof typeof FLOW_DIMENSIONS
const GROUPS: Readonly<Record<FlowDimension | 'all', string>> = {
  department: 'h.department_id::text',
  major: 'h.major_id::text',
  grade: 'h.grade::text',
  level: 'h.level',
  campus: 'h.campus_id::text',
  all: "'all'::text",
}
/** Moves between groups as common table expressions: `standing` is every span with its group (`grp`, empty when not enrolled or outside the reader's scope), `moved` one row per
 *  entry into and exit from a group. Groups change only at a move, so opening + entries − exits = closing for every group and any two days. */
export function steps(db: Db, group: FlowDimension | 'all', permission: string): Sql {
  const { tenantId } = db.me
  return sql`
    standing as (
      select h.student_id, h."from" as day, h."to" as until, h.status, h.status = any(${[...WITH_RECORD]}) as on_roll,
        case when h.status = any(${[...WITH_RECORD]}) and h.id in (select v.id from ${db.visibleFor(classHistory, permission).rows()} v) then ${raw(GROUPS[group])} end as grp
      from class_history h where h.tenant_id = ${tenantId}
    ),
    step as (
      select *, lag(on_roll) over w as was_on_roll, lag(status) over w as was_status, lag(grp) over w as was_grp
      from standing window w as (partition by student_id order by day)
    ),
    moved as (
      select student_id, day, grp as key,
        case when was_on_roll then 'movedIn' when was_status = any(${[...ENDED]}) then 'restored' else 'joined' end as movement
      from step where grp is not null and grp is distinct from was_grp
      union all
      select student_id, day, was_grp,
        case when on_roll then 'movedOut' when status = 'graduated' then 'graduated' when status in ('completed', 'incomplete') then 'completed'
             when status = 'withdrawn' then 'withdrawn' when status = 'transferredOut' then 'transferredOut' else 'lost' end
      from step where was_grp is not null and was_grp is distinct from grp
    )`
}
/** Entries add to a group, exits subtract. */
export const SIGNS: Readonly<Record<Movement, 1 | -1>> = {
  joined: 1,
  restored: 1,
  movedIn: 1,
  movedOut: -1,
  graduated: -1,
  completed: -1,
  withdrawn: -1,
  transferredOut: -1,
  lost: -1,
}
