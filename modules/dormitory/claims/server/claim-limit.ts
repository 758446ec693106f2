import { LRUCache } from 'lru-cache'
import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { claimFault } from './facts.ts'
import { claimSettings } from './settings.ts'

const WINDOW_MS = 10_000
/** Students remembered. Who pressed last is forgotten last, so no rush resets the limit of those who are in it. */
export const MOST_KNOWN = 50_000
const pressed = new LRUCache<string, number[]>({ maxSize: MOST_KNOWN, sizeCalculation: () => 1 })
/** 20-DC7: rate limit of claims per student in ten seconds, counted per process. */
export function mayPress(studentId: string, most: number, now = Date.now()): boolean {
  const recent = (pressed.get(studentId) ?? []).filter(at => at > now - WINDOW_MS)
  if (recent.length >= most) return false
  pressed.set(studentId, [...recent, now])
  return true
}
/** A waiting student who has not polled for this long is dropped from the queue. */
const GONE_SECONDS = 15
interface Crowd {
  inside: number
  /** Somebody is waiting, as far as this process knows. */
  isWaiting: boolean
}
const crowds = new Map<string, Crowd>()
const crowdOf = (roundId: string): Crowd => {
  const known = crowds.get(roundId) ?? { inside: 0, isWaiting: false }
  crowds.set(roundId, known)
  return known
}
/**
 * 20-DC7: admission control: limits concurrent claims; the others keep their place in the queue however often they retry. The queue is in the database, so it is
 * shared by processes and survives reloads.
 */
export async function admitted<T>(db: Db, roundId: string, studentId: string, isConfirming: boolean, work: () => Promise<T>): Promise<T> {
  const { claimsPerStudent, claimsAtOnce } = await claimSettings(db)
  // who has won a bed after many presses must not lose it for want of another
  if (!mayPress(isConfirming ? `${studentId} confirms` : studentId, claimsPerStudent))
    throw claimFault({ rule: 'tooFast', values: { seconds: WINDOW_MS / 1000, max: claimsPerStudent } }, { retryAfter: WINDOW_MS / 1000 }, 429)
  const crowd = crowdOf(roundId)
  if (crowd.isWaiting || crowd.inside >= claimsAtOnce) {
    const position = await placeOf(db, roundId, studentId)
    const free = claimsAtOnce - crowd.inside
    crowd.isWaiting = true
    if (position > free) throw waiting(position - Math.max(0, free))
    crowd.isWaiting = await leave(db, roundId, studentId)
  }
  crowd.inside++
  try {
    return await work()
  } finally {
    crowd.inside--
  }
}
const waiting = (position: number) => claimFault({ rule: 'waiting', values: { position } }, { position, retryAfter: 1 }, 429)
/** Position among those still waiting; the first call appends to the queue. */
async function placeOf(db: Db, roundId: string, studentId: string): Promise<number> {
  const [row] = await db.query<{ position: number }>(sql`
    with mine as (insert into claim_waiting (tenant_id, round_id, student_id) values (${db.me.tenantId}, ${roundId}, ${studentId})
      on conflict (tenant_id, round_id, student_id) do update set seen_at = clock_timestamp(),
        came_at = case when claim_waiting.seen_at < clock_timestamp() - make_interval(secs => ${GONE_SECONDS}) then clock_timestamp() else claim_waiting.came_at end returning came_at)
    select 1 + count(w.student_id)::int as position from mine left join claim_waiting w on w.tenant_id = ${db.me.tenantId} and w.round_id = ${roundId} and w.student_id <> ${studentId}
      and w.came_at < mine.came_at and w.seen_at > clock_timestamp() - make_interval(secs => ${GONE_SECONDS})`)
  return row?.position ?? 1
}
/** Removes an entry; returns whether others are waiting. */
async function leave(db: Db, roundId: string, studentId: string): Promise<boolean> {
  const [row] = await db.query<{ others: boolean }>(sql`
    with gone as (delete from claim_waiting where tenant_id = ${db.me.tenantId} and round_id = ${roundId}
      and (student_id = ${studentId} or seen_at < clock_timestamp() - make_interval(secs => ${GONE_SECONDS})) returning student_id)
    select exists (select 1 from claim_waiting w where w.tenant_id = ${db.me.tenantId} and w.round_id = ${roundId} and w.student_id not in (select student_id from gone)) as others`)
  return row?.others ?? false
}
