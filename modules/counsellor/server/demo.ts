import type { Demo } from '#server/demo/options.ts'
import { demoEvaluation } from '../evaluation/server/demo.ts'
import { demoFiles } from '../file/server/demo.ts'
import { demoLogs } from '../log/server/demo.ts'
import { demoTasks } from '../tasks/server/demo.ts'

/** Demo data of the parts, in the order in which they build on one another. */
export default (async (db, { students }) => {
  await demoFiles(db)
  await demoLogs(db, students)
  await demoTasks(db)
  await demoEvaluation(db)
}) satisfies Demo
