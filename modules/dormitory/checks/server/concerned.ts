import { notAllowed, type StateVerb } from '#model'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { mayBe, type ViolationVerb } from '../model/hearing.ts'
import { dormViolation } from '../model/violation.ts'
import { dayOf } from '../model/week.ts'
import { residentsOf } from './occupants.ts'
import type { Violation } from './violation.ts'

/** Within the reader's scope, locked: concurrent decisions are serialized. */
export async function held({ db }: Pick<Ctx, 'db'>, id: string): Promise<Violation> {
  await db.visible(dormViolation).one(id)
  return db.unscoped(dormViolation).lock(id) // found within the scope just before
}
export function mustBe(row: Violation, verb: StateVerb<typeof dormViolation> & ViolationVerb): void {
  if (!mayBe(verb, row)) throw notAllowed(dormViolation, row, verb)
}
/** People concerned by a violation: its student, or the room's residents at that time if nobody was identified. */
export async function concerned(db: Db, rows: readonly Violation[]): Promise<Map<string, string[]>> {
  const byDay = Map.groupBy(
    rows.filter(r => !r.studentId && r.roomId),
    r => dayOf(r.at),
  )
  const residents = new Map<string, string[]>()
  for (const [on, those] of byDay) {
    const found = await residentsOf(
      db,
      those.flatMap(r => r.roomId ?? []),
      on,
    )
    for (const r of those)
      residents.set(
        r.id,
        found.filter(f => f.roomId === r.roomId).map(f => f.studentId),
      )
  }
  return new Map(rows.map(r => [r.id, r.studentId ? [r.studentId] : (residents.get(r.id) ?? [])]))
}
/** Each of these violations with the accounts of the people it concerns. */
export async function concernedAccounts(db: Db, rows: readonly Violation[]): Promise<Array<{ row: Violation; to: string[] }>> {
  const people = await concerned(db, rows)
  const accounts = await accountsOf(db, [...people.values()].flat())
  return rows.map(row => ({ row, to: (people.get(row.id) ?? []).flatMap(id => accounts.get(id) ?? []) }))
}
