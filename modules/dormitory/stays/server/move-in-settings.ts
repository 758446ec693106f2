import type { Db } from '#server/context.ts'
import { settingsReader } from '#server/params/settings.ts'
import { MOVE_IN_PARAMETERS } from '../model/move-in-parameters.ts'
import type { Reach } from '../model/move-in-slots.ts'
import { settingsOf as staySettings } from './settings.ts'

const moveInSettings = settingsReader('dormitory', MOVE_IN_PARAMETERS)
/** Change deadline in minutes, and permitted distance from the planned day. Cached. */
export async function settingsOf(db: Db): Promise<Reach & { changeMinutes: number }> {
  const { earlyDays: early, neverCameDays: late } = await staySettings(db)
  const { moveInChangeMinutes: changeMinutes } = await moveInSettings(db)
  return { early, late, changeMinutes }
}
