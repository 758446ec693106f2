import type { SettingsOf } from '#model'
import { settingsReader } from '#server/params/settings.ts'
import { ACCESS_PARAMETERS } from '../model/parameters.ts'
import type { Limits } from '../model/rules.ts'

export type AccessSettings = SettingsOf<typeof ACCESS_PARAMETERS>

/** The school's settings of doors and visitors with defaults, cached. */
export const accessSettings = settingsReader('dormitory', ACCESS_PARAMETERS)
export const limitsOf = (s: Pick<AccessSettings, 'alertLateMinutes' | 'alertNotSeenDays' | 'alertNotLeftHours'>): Limits => ({
  lateMinutes: s.alertLateMinutes,
  notSeenDays: s.alertNotSeenDays,
  notLeftHours: s.alertNotLeftHours,
})
