import type { Demo } from '#server/demo/options.ts'
import demoEntry from '../entry/server/demo.ts'
import demoResult from '../result/server/demo.ts'
import demoSeating from '../seating/server/demo.ts'
import demoTickets from '../seating/server/demo-tickets.ts'
import { demoApplicant } from './demo-applicant.ts'

/** An entrance examination that takes registrations, with its seats, one whose tickets are out, and one whose results are. */
export default (async (db, options) => {
  const own = await demoApplicant(db)
  await demoEntry(db, options, own)
  await demoSeating(db)
  await demoTickets(db, own)
  await demoResult(db, options, own)
}) satisfies Demo
