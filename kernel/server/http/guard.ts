import type { FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify'
import { Refusal } from '#model'
import { addressOf, RateLimit, tooManyCalls } from '../base/rate-limit.ts'
import type { Need } from '../context.ts'
import type { Authenticate, Caller } from './app.ts'
import type { FairScheduler } from './fair-scheduler.ts'
import { routeOf } from './route.ts'

/** Default rate limit per client address of an open route. A campus behind one address opens its sign-in pages within minutes. */
const OPEN_PER_MINUTE = 3000

/** Authenticates and authorises the caller and waits for a slot, unless the matched route declares why it is open. Unmatched URLs are left to the 404. */
export const guard =
  (authenticate: Authenticate, scheduler: FairScheduler): preHandlerHookHandler =>
  async (request, reply) => {
    const { url, config } = routeOf(request)
    if (url === undefined) return
    const { open, permission, allowWhileRestricted } = config
    if (open) return
    const caller = await authenticate(request)
    if (!caller) throw new Refusal(401, [])
    request.caller = caller
    if (caller.need && !allowWhileRestricted) throw needFirst(caller.need)
    if (permission !== 'signedIn' && (!permission || !caller.principal.permissions.has(permission)))
      throw new Refusal(403, [{ rule: 'access.noPermission', text: '没有这项操作的权限' }])
    const leave = await scheduler.acquire(caller.principal.tenantId)
    if (reply.raw.closed) leave()
    else reply.raw.once('close', leave)
  }
/** 428 for a session that must complete a step first. */
export const needFirst = (need: Need): Refusal =>
  need === 'password'
    ? new Refusal(428, [{ rule: 'session.passwordFirst', text: '请先修改初始密码' }], { need })
    : new Refusal(428, [{ rule: 'session.privacyFirst', text: '请先阅读并同意隐私政策' }], { need })
/** The caller of a signed-in route; 401 where the guard found none. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Refusal(401, [])
  return request.caller
}
/** Rate limit by route and client address, before the body is read: the route's `limit`, or the default of open routes. `factor` multiplies every limit. */
export function limitCalls(factor: number): onRequestHookHandler {
  const calls = new RateLimit()
  return (request, _reply, done) => {
    const { url, config } = routeOf(request)
    const limit = config.limit ?? (config.open ? OPEN_PER_MINUTE : undefined)
    if (limit === undefined || url === undefined) return done()
    const { perMinute, group } = typeof limit === 'number' ? { perMinute: limit, group: `${request.method} ${url}` } : limit
    const retryAfter = calls.take(`${group} ${addressOf(request.ip)}`, perMinute * factor)
    done(retryAfter ? tooManyCalls(retryAfter) : undefined)
  }
}
