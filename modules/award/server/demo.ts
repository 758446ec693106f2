import type { Demo } from '#server/demo/options.ts'
import { demoBatches } from '../batches/server/demo.ts'
import { demoItems } from '../items/server/demo.ts'
import { demoHistory } from '../records/server/demo.ts'

/** Items and gifts, three finished years, a batch that colleges rank, and one on notice with objections. */
export default (async (db, { students }) => {
  await demoItems(db)
  await demoHistory(db, students)
  await demoBatches(db, students)
}) satisfies Demo
