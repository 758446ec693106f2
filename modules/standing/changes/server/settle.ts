import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { statusChange } from '../model/status-change.ts'
import { takeEffect } from './effect.ts'
import { knownOf } from './known.ts'
import { consequencesOf } from './outcome.ts'
import type { Change } from './target.ts'
import { typeOf } from './types.ts'

/** 30-SC2, 30-SC3: the sheet is kept as it was decided on; what is due takes effect at once, the rest on its day. */
export async function settle(acting: Pick<Ctx, 'db' | 'me' | 'lang'>, row: Change): Promise<void> {
  await schedule(acting.db, row)
  if (row.effectiveDate <= today()) await takeEffect(acting, row.id)
}
/** Nothing more is decided about this change, except for what is given here; the clock takes it from there. */
export async function schedule(db: Db, row: Change, given: Partial<Pick<Change, 'toClassId' | 'effectiveDate'>> = {}): Promise<void> {
  const consequences = await consequencesOf(db, await typeOf(db, row.typeId), await knownOf(db, row.studentId), { ...row, ...given })
  await db.update(statusChange, row.id, { ...given, state: 'approved', effectState: 'scheduled', consequences })
}
