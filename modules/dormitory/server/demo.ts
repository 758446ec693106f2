import type { Db } from '#server/context.ts'
import { demoAccess } from '../access/server/demo.ts'
import { demoPresort } from '../allocation/server/demo.ts'
import { demoChanges } from '../changes/server/demo.ts'
import { demoMeters } from '../charges/server/demo.ts'
import { demoDamages } from '../charges/server/demo-damage.ts'
import { demoChecks } from '../checks/server/demo.ts'
import { demoClaims } from '../claims/server/demo.ts'
import { demoHolidays } from '../holidays/server/demo.ts'
import { demoNights } from '../nights/server/demo.ts'
import { makeMap } from '../places/server/demo.ts'
import { demoStays } from '../stays/server/demo.ts'
import { demoMoveIn } from '../stays/server/demo-move-in.ts'
import { demoTemps } from '../temp/server/demo.ts'

/** Demo buildings, residents, the newest grade's claims, and nights elsewhere. */
export default async function demo(db: Db, options: { students: number }): Promise<void> {
  await makeMap(db)
  await demoStays(db, options)
  await demoClaims(db)
  await demoMoveIn(db)
  await demoTemps(db, options)
  await demoNights(db, options)
  await demoChecks(db)
  await demoAccess(db, options)
  await demoChanges(db, options)
  await demoHolidays(db)
  await demoMeters(db)
  await demoDamages(db)
  // last: it plans with the beds left over
  await demoPresort(db)
}
