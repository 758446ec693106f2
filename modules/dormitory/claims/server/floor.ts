import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { coalescedReads } from '#server/base/coalesced-reads.ts'
import type { Db } from '#server/context.ts'
import { isFreeBetween } from '../../places/server/api.ts'
import { bedWithPlace } from '../../stays/server/api.ts'
import type { ClaimStatus as BedStanding } from '../model/actions.ts'
import type { Round } from './facts.ts'
import { offered } from './similar.ts'

/** Maximum age of a cached floor, in milliseconds. */
const FRESH_MS = 1000
/** Process id in versions: versions of another or earlier process are not comparable. */
const PROCESS = randomBytes(4).toString('hex')
interface Picture {
  version: number
  beds: Map<string, { state: BedStanding; version: number }>
}
const pictures = coalescedReads<Picture>(FRESH_MS)

async function look(db: Db, round: Round, floorId: string, before: Picture | undefined): Promise<Picture> {
  const rows = await db.query<{
    id: string
    state: BedStanding
  }>(sql`select b.id, case when not (${offered(round)}) then 'off' when ${isFreeBetween(db, 'main', round.moveIn, null)} then 'free' else 'taken' end as state
    from ${bedWithPlace(db.me.tenantId)} where b.floor_id = ${floorId} and b.deleted_at is null`)
  const version = (before?.version ?? 0) + 1
  const beds = new Map(
    rows.map(({ id, state }) => {
      const was = before?.beds.get(id)
      return [id, was?.state === state ? was : { state, version }]
    }),
  )
  return { version, beds }
}
const pictureOf = (db: Db, round: Round, floorId: string): Promise<Picture> => pictures(`${db.me.tenantId} ${round.id} ${floorId}`, before => look(db, round, floorId, before))

export interface Floor {
  since: string
  beds: ReadonlyMap<string, BedStanding>
}
export async function floorNow(db: Db, round: Round, floorId: string): Promise<Floor> {
  const { version, beds } = await pictureOf(db, round, floorId)
  return { since: `${PROCESS} ${version}`, beds: new Map([...beds].map(([id, { state }]) => [id, state])) }
}
/** Beds changed since that version; all beds if the version is not from this process. */
export async function changedSince(db: Db, round: Round, floorId: string, since: string): Promise<Floor> {
  const { version, beds } = await pictureOf(db, round, floorId)
  const [process, given] = since.split(' ')
  const from = process === PROCESS ? Number(given) : 0
  return { since: `${PROCESS} ${version}`, beds: new Map([...beds].filter(([, b]) => !(b.version <= from)).map(([id, { state }]) => [id, state])) }
}
