import { integer } from '#model'
import { taskActions } from '#modules/workflow/tasks/model/task.ts'
import { testCandidate } from './attempt.ts'
import { testSchedule } from './schedule.ts'

/** For staff: how far the candidates are, who lacks, reminding them. */
export const testTask = taskActions(testSchedule, testCandidate, { counts: { passed: integer('合格', { required: true }) }, remindWith: 'test:testSchedule:publish' })
