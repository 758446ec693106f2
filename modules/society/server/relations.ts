import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import { relationSource, type Who } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { society } from '../model/society.ts'
import { advisorsOf, unitAccounts } from './reach.ts'

/** The society an application is about; of one that is to be founded, what it asks for. */
async function namedBy(db: Db, { row }: Who): Promise<{ advisors: string[]; unit: string | null }> {
  if (typeof row.societyId === 'string') {
    const of = await db.unscoped(society).find({ id: row.societyId }) // who decides about it is looked for
    if (of) return { advisors: advisorsOf(of), unit: of.guidanceUnitId }
  }
  return { advisors: typeof row.advisorId === 'string' ? [row.advisorId] : [], unit: typeof row.guidanceUnitId === 'string' ? row.guidanceUnitId : null }
}
export default [
  relationSource('societyAdvisor', (db, whos) => Promise.all(whos.map(async who => [...(await accountsOfTeachers(db, (await namedBy(db, who)).advisors)).values()]))),
  relationSource('guidanceUnit', (db, whos) =>
    Promise.all(
      whos.map(async who => {
        const { unit } = await namedBy(db, who)
        return unit ? unitAccounts(db, unit) : []
      }),
    ),
  ),
]
