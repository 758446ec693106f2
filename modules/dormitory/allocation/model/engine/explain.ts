import type { SoftRule } from '../rules.ts'
import { rhythm, smokeApart } from './score.ts'
import type { Seating } from './seating.ts'
import type { World } from './world.ts'

/** Reason for a bed: degree to which a rule is met. */
export interface Reason {
  rule: SoftRule | 'priority' | 'pinned'
  met: number
  of: number
}
const people = new Int32Array(64)
const others = new Int32Array(64)
const PERCENT = 100

/** Reasons for a student's bed, in order of interest. Medical grounds are shown only as existing (20-DP10). */
export function reasonsOf(seating: Seating, s: number, hasPriority: boolean): Reason[] {
  const { world } = seating
  const room = seating.roomOf(s)
  const n = seating.people(room, people)
  const mates = [...people.subarray(0, n)].filter(p => p !== s)
  const found: Reason[] = []
  const say = (rule: Reason['rule'], met: number, of: number): void => void (of > 0 && found.push({ rule, met, of }))
  if (hasPriority) say('priority', 1, 1)
  if ((world.pinned[s] as number) >= 0) say('pinned', 1, 1)
  if ((world.classOf[s] as number) >= 0) say('class', mates.filter(p => world.classOf[p] === world.classOf[s]).length, mates.length)
  say('neighbours', isNearClass(seating, room, world.classOf[s] as number) ? 1 : 0, world.next[room] === -1 && world.before[room] === -1 ? 0 : 1)
  const wished = world.mates[s] as Int32Array
  say('wish', [...wished].filter(m => seating.roomOf(m) === room).length, wished.length)
  const known = mates.filter(p => saysHours(world, s) && saysHours(world, p))
  say('rhythm', Math.round((known.reduce((sum, p) => sum + rhythm(world, s, p), 0) / (known.length || 1)) * PERCENT), known.length ? PERCENT : 0)
  if (world.smokes[s] !== -1) say('smoking', mates.filter(p => smokeApart(world, s, p)).length, mates.length)
  const bed = seating.bedOf[s] as number
  say('bedType', world.wantsBed[s] === world.bedTypeOf[bed] ? 1 : 0, (world.wantsBed[s] as number) >= 0 ? 1 : 0)
  say('tall', world.bedTypeOf[bed] === world.longBed ? 1 : 0, world.isTall[s] as number)
  return found
}
const saysHours = (world: World, s: number): boolean => (world.sleepAt[s] as number) >= 0 || (world.wakeAt[s] as number) >= 0 || world.quiet[s] !== 0
function isNearClass(seating: Seating, room: number, own: number): boolean {
  const { world } = seating
  if (own < 0) return false
  for (const near of [world.next[room] as number, world.before[room] as number]) {
    if (near < 0) continue
    const n = seating.people(near, others)
    for (let i = 0; i < n; i++) if (world.classOf[others[i] as number] === own) return true
  }
  return false
}
/** 0 to 100: satisfied share of the weights applicable to the student. */
export function scoreOf(reasons: readonly Reason[], { scoredBy }: World): number {
  let all = 0
  let met = 0
  for (const { rule, met: has, of } of reasons) {
    if (rule === 'priority' || rule === 'pinned') continue
    all += scoredBy[rule]
    met += (scoredBy[rule] * has) / of
  }
  return all ? Math.round((met / all) * PERCENT) : PERCENT
}
