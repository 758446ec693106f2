import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { isOpen as isRunning, notOpen } from '#modules/workflow/model/round.ts'
import { thoseInAudience } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { anyOf } from '#server/data/where.ts'
import { claimRound } from '../../model/claim/round.ts'
import type { ClaimBed } from '../../model/claim/rules.ts'
import { type Turn, turnOf } from '../../model/claim/waves.ts'
import { batched } from './batch-loader.ts'
import { againstTurn, bedsFor, type ClaimantFacts, choosersOf, claimFault, mustBeStudent, owedBy, type Round, unpaid } from './facts.ts'

const MEMORY_MS = 60_000
const MOST_KNOWN = 50_000
const known = new Map<string, number>()
/** Whom of these the round is for; who was once found in it is believed for a minute, so that the rush asks once a head. */
async function meantOf(db: Db, round: Round, userIds: readonly string[]): Promise<(userId: string) => boolean> {
  const keyOf = (userId: string): string => `${round.id} ${round.version} ${userId}`
  const strangers = userIds.filter(id => !((known.get(keyOf(id)) ?? 0) > Date.now()))
  if (!strangers.length) return () => true
  const found = await thoseInAudience(db, claimRound, round, strangers)
  if (known.size > MOST_KNOWN) known.clear()
  for (const id of found) known.set(keyOf(id), Date.now() + MEMORY_MS)
  return id => found.has(id) || !strangers.includes(id)
}
/** Who presses, and which bed they name. */
interface Press {
  userId: string
  studentId: string
  bedId: string | null
}
/** What there is to a press at the moment it is looked at. */
interface Seen {
  isMeant: boolean
  who: ClaimantFacts | undefined
  /** Fen that keep the student from choosing. */
  owed: number
  /** As it is now; undefined where none was named, or there is none. */
  bed: ClaimBed | undefined
}
/** All of it for any number of presses, on one trip. */
async function lookAt(db: Db, round: Round, presses: readonly Press[]): Promise<Seen[]> {
  const students = [...new Set(presses.map(p => p.studentId))]
  const bedIds = [...new Set(presses.flatMap(p => p.bedId ?? []))]
  const [isMeant, choosers, owing, beds] = await db.readOnly(inside =>
    Promise.all([
      meantOf(
        inside,
        round,
        presses.map(p => p.userId),
      ),
      choosersOf(inside, round, students),
      owedBy(inside, round, students),
      bedIds.length ? bedsFor(inside, round, sql`b.id = ${anyOf(bedIds, 'uuid')}`) : [],
    ]),
  )
  const people = new Map(choosers.map(c => [c.id, c]))
  const places = new Map(beds.map(b => [b.id, b]))
  return presses.map(p => ({
    isMeant: isMeant(p.userId),
    who: people.get(p.studentId),
    owed: owing.get(p.studentId) ?? 0,
    bed: places.get(p.bedId?.toLowerCase() ?? ''),
  }))
}
export interface Standing {
  round: Round
  who: ClaimantFacts
  turn: Turn
}
/** The student who presses, if the round takes their word now. */
function standingOf(round: Round, { isMeant, who, owed }: Seen): Standing {
  if (!isMeant) throw refusalOf(claimRound, 'notInAudience', { name: round.name })
  if (!who) throw notFound()
  const turn = turnOf(round, who, Date.now())
  const against = againstTurn(round, who, turn)
  if (against || !turn) throw claimFault(against ?? { rule: 'noWave', values: { name: round.name } })
  if (!isRunning(round)) throw notOpen(claimRound, round)
  if (owed) throw claimFault(unpaid(owed))
  return { round, who, turn }
}
const pressOf = (db: Db, bedId: string | null): Press => ({ userId: db.me.userId, studentId: mustBeStudent(db), bedId })
const together = batched<Press, Seen>()
/** The student who presses, and the bed that is named; in a rush one look serves all who press meanwhile. */
export async function mustChoose(db: Db, round: Round, bedId: string | null): Promise<{ standing: Standing; bed: ClaimBed | undefined }> {
  const seen = await together(`${db.me.tenantId} ${round.id} ${round.version}`, pressOf(db, bedId), presses => lookAt(db, round, presses))
  return { standing: standingOf(round, seen), bed: seen.bed }
}
/** The same once more inside a transaction, for what has just changed. */
export async function chooseAgain(db: Db, round: Round): Promise<Standing> {
  const [seen] = await lookAt(db, round, [pressOf(db, null)])
  return standingOf(round, seen as Seen)
}
