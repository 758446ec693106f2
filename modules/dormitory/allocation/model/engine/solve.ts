import { seededRandom } from '#model/random.ts'
import { type Reason, reasonsOf, scoreOf } from './explain.ts'
import { seatAll, seatLeft } from './greedy.ts'
import { improve } from './improve.ts'
import { type Measures, measure } from './measures.ts'
import { Seating } from './seating.ts'
import { EFFORT, type Occupant, type PlanInput } from './types.ts'
import { NO_SUCH_BED, type World, worldOf } from './world.ts'

/** A student's bed, or why there is none. */
export interface Placed {
  studentId: string
  bedId: string | null
  roomId: string | null
  score: number
  reasons: Reason[]
  unplaced: 'noBed' | 'quota' | 'accessible' | 'international' | 'pin' | null
  pinned: boolean
}
export interface Outcome {
  lines: Placed[]
  measures: Measures
}
/** Solves a plan. Deterministic for the same input, in any order, and seed (20-DP4); yields progress from 0 to 1. */
export function* solve(input: PlanInput, effort: number = EFFORT): Generator<number, Outcome> {
  const world = worldOf(input)
  const seating = new Seating(world)
  seatAll(seating)
  yield 0.1
  for (const share of improve(seating, seededRandom(input.seed), Math.round(world.count * effort))) yield 0.1 + share * 0.85
  seatLeft(seating)
  const people = new Map(input.students.map(s => [s.id, s]))
  const lines = world.studentIds.map((id, s) => lineOf(seating, s, people.get(id)))
  return { lines, measures: measure(input, lines) }
}
/** Runs it to the end synchronously. */
export function solved(input: PlanInput, effort?: number): Outcome {
  const steps = solve(input, effort)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
function lineOf(seating: Seating, s: number, who: Occupant | undefined): Placed {
  const { world } = seating
  const bed = seating.bedOf[s] as number
  const studentId = world.studentIds[s] as string
  const pinned = (world.pinned[s] as number) >= 0
  if (bed < 0) return { studentId, bedId: null, roomId: null, score: 0, reasons: [], unplaced: whyNot(seating, world, s, who), pinned: false }
  const reasons = reasonsOf(seating, s, Boolean(who?.hasPriority || who?.needsAccessible))
  return {
    studentId,
    bedId: world.bedIds[bed] as string,
    roomId: world.roomIds[world.roomOfBed[bed] as number] as string,
    score: scoreOf(reasons, world),
    reasons,
    unplaced: null,
    pinned,
  }
}
function whyNot(seating: Seating, world: World, s: number, who: Occupant | undefined): NonNullable<Placed['unplaced']> {
  if (world.pinned[s] === NO_SUCH_BED || (world.pinned[s] as number) >= 0) return 'pin'
  if ([...(world.quotasOf[s] as Int32Array)].some(q => isFull(seating, q))) return 'quota'
  if (who?.isInternational) return 'international'
  return who?.needsAccessible ? 'accessible' : 'noBed'
}
const isFull = ({ quotaUsed, roomsUsed, world }: Seating, q: number): boolean =>
  (quotaUsed[q] as number) >= (world.quotaBeds[q] as number) || ((world.quotaRooms[q] as number) >= 0 && (roomsUsed[q] as number) >= (world.quotaRooms[q] as number))
