import type { Demo } from '#server/demo/options.ts'
import demoAppeals from '../appeals/server/demo.ts'
import demoCases from '../cases/server/demo.ts'
import demoHistory from '../history/server/demo.ts'
import demoLifting from '../lifting/server/demo.ts'

/** Cases in every stage, three appeals, reports and liftings, and some of the years before. */
export default (async (db, options) => {
  await demoCases(db, options)
  await demoAppeals(db)
  await demoLifting(db)
  await demoHistory(db)
}) satisfies Demo
