import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { dormBed } from '../../places/model/places.ts'
import { countedBeds } from './bed-kinds.ts'

/** Beds that somebody of this gender could move into now, of all buildings. */
export async function freeBeds(db: Db, gender: string): Promise<number> {
  const beds = db.unscoped(dormBed) // a number for the school, whoever asks
  const [row] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${countedBeds(db, beds)} c where c.kind = 'free' and (c.gender = ${gender} or c.gender is null)`)
  return row?.n ?? 0
}
