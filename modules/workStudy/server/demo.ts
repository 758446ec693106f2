import type { Db } from '#server/context.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { demoHours } from '../hours/server/demo.ts'
import { demoPosts } from '../posts/server/demo.ts'
import { demoWages } from '../wages/server/demo.ts'

/** Units with posts, people on duty since four months, their hours, and three paid months. */
export default (async (db: Db, { students }) => {
  const on = await demoPosts(db, { units: sized(students, 46, 10), posts: sized(students, 180, 30), onDuty: sized(students, 900, 60) })
  await demoHours(db, on)
  await demoWages(db)
}) satisfies Demo
