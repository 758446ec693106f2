import type { Db } from '#server/context.ts'
import { demoAccess } from './access/demo-access.ts'
import { demoArrears } from './arrears/demo-arrears.ts'
import { demoChanges } from './change/demo-change.ts'
import { demoChecks } from './check/demo-check.ts'
import { demoClaims } from './claim/demo-claims.ts'
import { demoDamages } from './damage/demo-damage.ts'
import { demoHolidays } from './holiday/demo-holiday.ts'
import { demoMoveIn } from './move-in/demo-move-in.ts'
import { demoNights } from './night/demo-night.ts'
import { demoPresort } from './presort/demo-presort.ts'
import { makeMap } from './setup/demo-map.ts'
import { demoStays } from './stay/demo-stays.ts'
import { demoTemps } from './temp/demo-temp.ts'

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
  await demoArrears(db)
  await demoDamages(db)
  // last: it plans with the beds left over
  await demoPresort(db)
}
