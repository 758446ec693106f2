import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { Refusal } from '#model'
import type { Call, KernelCtx } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import { routeOf } from './route.ts'

interface Claim {
  route: string
  key: string
  hash: string
}
function claimOf(ctx: KernelCtx, request: FastifyRequest): Claim | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !key || !ctx.me.userId) return undefined
  if (key.length > 100) throw new Refusal(400, [{ rule: 'http.badIdempotencyKey', text: 'Idempotency-Key 最多 100 个字符' }])
  const hash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('base64url')
  return { route: `${request.method} ${routeOf(request).url}`, key, hash }
}
const taking = (db: Gate, { route, key, hash }: Claim): Sql =>
  sql`insert into idempotency (tenant_id, user_id, route, key, request_hash) values (${db.me.tenantId}, ${db.me.userId}, ${route}, ${key}, ${hash}) on conflict do nothing returning 1 as first`
const take = async (db: Gate, claim: Claim): Promise<boolean> => (await db.query(taking(db, claim))).length > 0
const mine = (db: Gate, { route, key }: Claim): Sql => sql`tenant_id = ${db.me.tenantId} and user_id = ${db.me.userId} and route = ${route} and key = ${key}`
const sealed = (db: Gate, answer: unknown): string => JSON.stringify(db.kernel.cipher.encrypt(JSON.stringify(answer ?? null)))
const answered = (db: Gate, claim: Claim, answer: unknown): Sql => sql`update idempotency set response = ${sealed(db, answer)} where ${mine(db, claim)}`
/** Key and response in one insert; fails if the key was used. */
const takingAnswered = (db: Gate, { route, key, hash }: Claim, answer: unknown): Sql =>
  sql`insert into idempotency (tenant_id, user_id, route, key, request_hash, response) values (${db.me.tenantId}, ${db.me.userId}, ${route}, ${key}, ${hash}, ${sealed(db, answer)})`

/** One transaction, whatever key was sent: of a call that keeps nothing of its caller. */
export const unrecorded = <T>(ctx: KernelCtx, _request: FastifyRequest, work: (ctx: KernelCtx) => Promise<T>): Promise<T> => ctx.db.tx(db => work({ ...ctx, db: db as Gate }))
/** The same without a transaction, for a handler that opens its own: nothing stays locked while another machine answers. */
export const unrecordedInParts = <T>(ctx: KernelCtx, _request: FastifyRequest, work: (ctx: KernelCtx) => Promise<T>): Promise<T> => work(ctx)

/** Runs a write in one transaction. With an `Idempotency-Key`, a repeat within a day gets the first response and changes nothing. The response is stored encrypted: it may
 *  contain a password or a secret shown only once. */
export async function once<T>(ctx: KernelCtx, request: FastifyRequest, work: (ctx: KernelCtx) => Promise<T>): Promise<T> {
  return ctx.db.tx(async db => {
    const inside = { ...ctx, db: db as Gate }
    const claim = claimOf(ctx, request)
    if (!claim) return work(inside)
    if (!(await take(inside.db, claim))) return (await stored<T>(inside.db, claim)).response as T
    const answer = await work(inside)
    await inside.db.enqueue(answered(inside.db, claim, answer))
    return answer
  })
}
/** Same for work that touches only the database: it starts before the key is known to be new, and key and response are written with the commit. A repeat violates the unique key
 *  and is rolled back, or is refused earlier by the effects of the first; either way it gets the first response. */
export async function onceInTransaction<T>(ctx: KernelCtx, request: FastifyRequest, work: (ctx: KernelCtx) => Promise<T>): Promise<T> {
  const claim = claimOf(ctx, request)
  try {
    return await ctx.db.tx(async db => {
      const inside = { ...ctx, db: db as Gate }
      const answer = await work(inside)
      if (claim) await inside.db.enqueue(takingAnswered(inside.db, claim, answer))
      return answer
    })
  } catch (error) {
    const before = claim && (await storedAnswer<T>(ctx.db, claim))
    if (before) return before.response as T
    throw error
  }
}
/** The key was used already: the work is rolled back. */
class Repeated extends Error {}

async function along<T>(db: Gate, claim: Claim, work: () => Promise<T>): Promise<T> {
  const { rows, flush } = db.queue(taking(db, claim))
  const isFirst = rows.then(found => found.length > 0)
  isFirst.catch(() => {}) // prevents an unhandled rejection: it is awaited below, but may fail before
  const mustBeFirst = async (): Promise<void> => {
    flush()
    if (!(await isFirst)) throw new Repeated()
  }
  const answer = await work().catch(async fault => {
    await mustBeFirst()
    throw fault
  })
  await mustBeFirst()
  await db.enqueue(answered(db, claim, answer))
  return answer
}
/** Same for work that reads first and begins its transaction itself: the key is written in there. A refusal before that writes nothing, not even the key. */
export async function onceDeferred<T>(ctx: KernelCtx, request: FastifyRequest, work: (ctx: KernelCtx) => Promise<T>): Promise<T> {
  const claim = claimOf(ctx, request)
  if (!claim) return work(ctx)
  const before = await storedAnswer<T>(ctx.db, claim)
  if (before) return before.response as T
  let isTaken = false
  const around: Call['around'] = (inside, write) => {
    if (isTaken) return write(inside)
    isTaken = true
    return along(inside, claim, () => write(inside))
  }
  try {
    const answer = await work({ ...ctx, db: ctx.db.as({ around }) })
    // no transaction was begun: store the response all the same, for repeats
    if (!isTaken) await ctx.db.as({ around }).tx(async () => answer)
    return answer
  } catch (error) {
    if (error instanceof Repeated) return (await stored<T>(ctx.db, claim)).response as T
    // refused because of what the first request had just done
    const meanwhile = error instanceof Refusal && !isTaken ? await storedAnswer<T>(ctx.db, claim) : undefined
    if (meanwhile) return meanwhile.response as T
    throw error
  }
}
/** Same for a write in several transactions: a repeat while it runs gets 409; a failure releases the key for another try. */
export async function onceInParts<T>(ctx: KernelCtx, request: FastifyRequest, work: (ctx: KernelCtx) => Promise<T>): Promise<T> {
  const claim = claimOf(ctx, request)
  if (!claim) return work(ctx)
  if (!(await take(ctx.db, claim))) {
    const { isAnswered, response } = await stored<T>(ctx.db, claim)
    if (!isAnswered) throw new Refusal(409, [{ rule: 'http.stillRunning', text: '同一个请求还在办理，请稍候' }])
    return response as T
  }
  try {
    const answer = await work(ctx)
    await ctx.db.query(answered(ctx.db, claim, answer))
    return answer
  } catch (error) {
    await ctx.db.query(sql`delete from idempotency where ${mine(ctx.db, claim)}`)
    throw error
  }
}
interface Stored<T> {
  response: T | null
  isAnswered: boolean
}
const reused = (): Refusal => new Refusal(409, [{ rule: 'http.keyReused', text: '同一个 Idempotency-Key 已用于另一个请求' }])
async function stored<T>(db: Gate, claim: Claim): Promise<Stored<T>> {
  const found = await storedAnswer<T>(db, claim)
  if (!found) throw reused()
  return found
}
/** Stored response of this key, if it was used. */
async function storedAnswer<T>(db: Gate, claim: Claim): Promise<Stored<T> | undefined> {
  const [row] = await db.query<{ request_hash: string; response: string | null }>(sql`select request_hash, response from idempotency where ${mine(db, claim)}`)
  if (!row) return undefined
  if (row.request_hash !== claim.hash) throw reused()
  if (row.response === null) return { response: null, isAnswered: false }
  return { response: JSON.parse(db.kernel.cipher.decrypt(row.response)) as T, isAnswered: true }
}
