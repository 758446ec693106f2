import type { Ctx } from '#server/context.ts'
import { end, lockStays, release } from '../../stays/server/api.ts'
import { holidayStay } from '../model/holiday-stay.ts'
import type { HolidayStay } from './submit.ts'

/** Releases the central bed together with its stay. */
export async function giveUpBed({ db, me }: Pick<Ctx, 'db' | 'me'>, row: Pick<HolidayStay, 'id' | 'stayId'>): Promise<void> {
  if (!row.stayId) return
  const stays = await lockStays(db, [row.stayId])
  await release(
    db,
    stays.filter(s => s.state === 'reserved' || s.state === 'held'),
    '不再留校',
  )
  await end(
    { db, me },
    stays.filter(s => s.state === 'checkedIn'),
    { reason: 'cancelled', note: '不再留校', withDebts: true },
  )
  await db.update(holidayStay, row.id, { stayId: null })
}
