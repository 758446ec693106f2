import { LRUCache } from 'lru-cache'
import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { isOpen as isRunning, notOpen } from '#modules/workflow/rounds/model/round.ts'
import { thoseInAudience } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { anyOf } from '#server/data/where.ts'
import { claimRound } from '../model/round.ts'
import type { ClaimBed } from '../model/rules.ts'
import { type Turn, turnOf } from '../model/waves.ts'
import { batched } from './batch-loader.ts'
import { blockedBy, type ClaimLack, lacksOf } from './conditions.ts'
import { againstTurn, bedsFor, type ClaimantFacts, choosersOf, claimFault, lackingPhoto, mustBeStudent, owedBy, type Round, unpaid } from './facts.ts'

const MEMORY_MS = 60_000
const MOST_KNOWN = 50_000
const known = new LRUCache<string, number>({ maxSize: MOST_KNOWN, sizeCalculation: () => 1 })
/** Which of these users are in the round's audience; a positive answer is cached for a minute, so that a rush checks each student once. */
async function meantOf(db: Db, round: Round, userIds: readonly string[]): Promise<(userId: string) => boolean> {
  const keyOf = (userId: string): string => `${round.id} ${round.version} ${userId}`
  const strangers = userIds.filter(id => !((known.get(keyOf(id)) ?? 0) > Date.now()))
  if (!strangers.length) return () => true
  const found = await thoseInAudience(db, claimRound, round, strangers)
  for (const id of found) known.set(keyOf(id), Date.now() + MEMORY_MS)
  return id => found.has(id) || !strangers.includes(id)
}
/** The user of a request, and the bed named. */
interface Press {
  userId: string
  studentId: string
  bedId: string | null
}
/** Data of a request, as read. */
interface Seen {
  isMeant: boolean
  who: ClaimantFacts | undefined
  /** Amount in fen that bars the student from choosing. */
  owed: number
  lacksPhoto: boolean
  lacks: readonly ClaimLack[]
  /** Current state; undefined if none was named or it does not exist. */
  bed: ClaimBed | undefined
}
/** Loads the data of any number of requests in one round trip. */
async function lookAt(db: Db, round: Round, presses: readonly Press[]): Promise<Seen[]> {
  const students = [...new Set(presses.map(p => p.studentId))]
  const bedIds = [...new Set(presses.flatMap(p => p.bedId ?? []))]
  const [isMeant, choosers, owing, photoless, lacks, beds] = await db.readOnly(inside =>
    Promise.all([
      meantOf(
        inside,
        round,
        presses.map(p => p.userId),
      ),
      choosersOf(inside, round, students),
      owedBy(inside, round, students),
      lackingPhoto(inside, round, students),
      lacksOf(inside, round, students),
      bedIds.length ? bedsFor(inside, round, sql`b.id = ${anyOf(bedIds, 'uuid')}`) : [],
    ]),
  )
  const people = new Map(choosers.map(c => [c.id, c]))
  const places = new Map(beds.map(b => [b.id, b]))
  return presses.map(p => ({
    isMeant: isMeant(p.userId),
    who: people.get(p.studentId),
    owed: owing.get(p.studentId) ?? 0,
    lacksPhoto: photoless.has(p.studentId),
    lacks: lacks.get(p.studentId) ?? [],
    bed: places.get(p.bedId?.toLowerCase() ?? ''),
  }))
}
export interface Claimant {
  round: Round
  who: ClaimantFacts
  turn: Turn
}
/** The requesting student, if the round accepts requests from them now. */
function standingOf(round: Round, { isMeant, who, owed, lacksPhoto, lacks }: Seen): Claimant {
  if (!isMeant) throw refusalOf(claimRound, 'notInAudience', { name: round.name })
  if (!who) throw notFound()
  const turn = turnOf(round, who, Date.now())
  const against = againstTurn(round, who, turn)
  if (against || !turn) throw claimFault(against ?? { rule: 'noWave', values: { name: round.name } })
  if (!isRunning(round)) throw notOpen(claimRound, round)
  if (owed) throw claimFault(unpaid(owed))
  if (lacksPhoto) throw claimFault({ rule: 'noPhoto', values: {} })
  if (lacks.length) throw blockedBy(lacks)
  return { round, who, turn }
}
const pressOf = (db: Db, bedId: string | null): Press => ({ userId: db.me.userId, studentId: mustBeStudent(db), bedId })
const together = batched<Press, Seen>()
/** The requesting student and the named bed; concurrent requests share one query. */
export async function mustChoose(db: Db, round: Round, bedId: string | null): Promise<{ standing: Claimant; bed: ClaimBed | undefined }> {
  const seen = await together(`${db.me.tenantId} ${round.id} ${round.version}`, pressOf(db, bedId), presses => lookAt(db, round, presses))
  return { standing: standingOf(round, seen), bed: seen.bed }
}
/** Repeats the check inside the transaction, against changes since. */
export async function chooseAgain(db: Db, round: Round): Promise<Claimant> {
  const [seen] = await lookAt(db, round, [pressOf(db, null)])
  return standingOf(round, seen as Seen)
}
