import type { Db } from '#server/context.ts'
import type { Batch } from '../../entry/server/api.ts'
import { midnightAfter } from './midnight-after.ts'
import { settingsOf } from './settings.ts'

/** 30-ES2: the end of the last day on which a mark may be doubted; null before the marks are published. */
export async function recheckUntil(db: Db, { scoresAt }: Pick<Batch, 'scoresAt'>): Promise<string | null> {
  if (!scoresAt) return null
  const { recheckDays } = await settingsOf(db)
  return midnightAfter(scoresAt, recheckDays)
}
