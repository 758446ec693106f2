import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { randomOf } from '#server/demo/random.ts'
import { makeMaterials } from './demo/materials.ts'
import { makeOrders } from './demo/orders.ts'
import { makeWorkers } from './demo/workers.ts'

const WHOLE = 6000
const LEAST = 300
/** Teams and sixty workers, three hundred materials, and a year of orders for a school of this size, of which some are open and a few overdue. */
export default async function demo(db: Db, { students, passwordHash }: { students: number; passwordHash: string }): Promise<void> {
  const random = randomOf(2013)
  const officer = await demoAccount(db, 'officer')
  const workers = await makeWorkers(db, passwordHash)
  await makeMaterials(db, random, workers)
  await makeOrders(db, random, workers, Math.max(LEAST, Math.min(WHOLE, students)), officer?.id ?? null)
}
