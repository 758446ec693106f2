import type { Demo } from '#server/demo/options.ts'
import { demoAudits } from '../audit/server/demo.ts'
import { demoCertificates } from '../certificates/server/demo.ts'
import { demoClearance } from '../clearance/server/demo.ts'

/** The closed batch of last year with its certificates, and an open one, of which some miss an item. */
export default (async (db, options) => {
  const batches = await demoAudits(db)
  if (!batches) return
  await demoCertificates(db, batches.closed)
  await demoClearance(db, batches.open, options)
}) satisfies Demo
