import { figureOn } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'
import { settingsReader } from '#server/params/settings.ts'
import { ARREARS_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of lodging fees with defaults, cached. */
export const settingsOf = settingsReader('dormitory', ARREARS_PARAMETERS)

/** 20-DF1: charged months of a school year, from September on, by the policy figure of that day. */
export const monthsPerYear = async (db: Db, on: string): Promise<number> => (await figureOn(db, 'refund.months', { on })).year
