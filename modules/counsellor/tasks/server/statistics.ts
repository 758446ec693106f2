import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { user } from '#modules/system/model/user.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { entityGroup } from '#server/statistics/groupings.ts'
import { fdyTask } from '../model/fdy-task.ts'
import { fdyTaskAnswer, taskStatistics } from '../model/fdy-task-answer.ts'

/** Answers to tasks that began in the span and were not called off. */
export default answerStatistics(taskStatistics, {
  rows: ({ db }, { from, to }) => sql`(select a.task_id, a.user_id, a.department_id, a.state, k.weight from ${db.visibleFor(fdyTaskAnswer, taskStatistics.permission).rows()} a
    join fdy_task k on k.tenant_id = a.tenant_id and k.id = a.task_id
    where k.state <> 'cancelled' and (k.begin_time at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date)`,
  sums: {
    asked: sql`count(*)::int`,
    done: sql`count(*) filter (where state = 'done')::int`,
    notDone: sql`count(*) filter (where state = 'notDone')::int`,
    lacking: sql`count(*) filter (where state = 'waiting')::int`,
    percent: sql`round(100.0 * coalesce(sum(weight) filter (where state = 'done'), 0) / nullif(sum(weight), 0), 1)::float8`,
  },
  by: {
    byTask: entityGroup(sql`task_id`, fdyTask),
    byCollege: entityGroup(sql`department_id`, department),
    byPerson: entityGroup(sql`user_id`, user, { most: 200 }),
  },
  each: ({ asked, done, notDone, lacking, percent }) => ({ asked, done, notDone, lacking, percent }),
})
