import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { writeAudit } from '#server/audit/audit-line.ts'
import { type Ctx, handle } from '#server/context.ts'
import { ask } from '#server/data/tenant-db.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { isCampus } from '#server/identity/address-limit.ts'
import { realmOfAppType } from '#server/identity/deps.ts'
import { type Identity, identityIn } from '#server/identity/index.ts'
import { originOf } from '#server/identity/origin.ts'
import { assertActive } from '#server/identity/schools.ts'
import { newToken, tokenHash } from '#server/identity/tokens.ts'
import { noteFailure, signInWay } from '#server/identity/ways.ts'
import { settings } from '#server/params/identity-parameters.ts'
import { deviceOf } from '../model/device.ts'
import { SCAN_SECONDS, SCAN_STATES, type ScanState, scanConfirm, scanned, scanState } from '../model/scan.ts'

/** QR codes per address and minute: a computer room shares one address. */
const CODES_A_MINUTE = 600
/** Grace period to redeem a code confirmed in the last second. */
const REDEEM_SECONDS = 30

/** Only hashes are stored: read access to the table allows neither opening nor redeeming a code. */
const stored = (scanId: string): string => createHash('sha256').update(`scan ${scanId}`).digest('base64url')

const create = customRoutes((app, { identity }) => {
  app.post('/api/auth/openApi/scan/create', { config: { open: 'the screen that shows the code is not signed in yet', limit: CODES_A_MINUTE } }, async (request, reply) => {
    const { tenantId, appType } = (request.body ?? {}) as Record<string, unknown>
    const realm = realmOfAppType(appType)
    const school = await identity.schools.byCode(typeof tenantId === 'string' ? tenantId : '')
    assertActive(school)
    reply.header('cache-control', 'no-store')
    return success(await newTicket(identity, { tenantId: school.id, realm, ...originOf(request) }), request.id, request.lang)
  })
})
async function newTicket({ deps }: Identity, of: { tenantId: string; realm: string; ip: string; device: string }): Promise<{ scanId: string; secret: string; expiresIn: number }> {
  const scanId = newToken()
  const secret = newToken()
  await ask(
    deps.pool,
    sql`insert into auth_challenge (kind, key, purpose, secret_hash, tenant_id, realm, state, ip, device, expires_at)
      values ('scan', ${stored(scanId)}, 'login', ${tokenHash(secret)}, ${of.tenantId}, ${of.realm}, 'waiting', ${of.ip}, ${of.device}, now() + make_interval(secs => ${SCAN_SECONDS}))`,
  )
  return { scanId, secret, expiresIn: SCAN_SECONDS }
}

const state = handle(scanState, async ({ db }, { scanId }) => {
  const rows = await db.query<{ state: ScanState; left: number }>(
    sql`select state, extract(epoch from expires_at - now())::float8 as left from auth_challenge where key = ${stored(scanId)} and kind = 'scan'`,
  )
  const [found] = rows
  if (!found) return { state: 'expired' as const, secondsLeft: 0 }
  const isOver = found.left <= 0 && found.state !== 'cancelled' && found.state !== 'used'
  return { state: isOver ? ('expired' as const) : found.state, secondsLeft: Math.max(0, Math.ceil(found.left)) }
})

interface Ticket {
  state: ScanState
  device: string
  ip: string
  left: number
}
/** Unexpired codes of the user's school and realm; a code of another school is not found. */
const mine = ({ me }: Ctx, scanId: string) => sql`key = ${stored(scanId)} and kind = 'scan' and tenant_id = ${me.tenantId} and realm = ${me.realm} and expires_at > now()`

const open = handle(scanned, async (ctx, { scanId }) => {
  const { db, me, refuse } = ctx
  const [ticket] = await db.query<Ticket>(sql`update auth_challenge set state = 'scanned', user_id = ${me.userId}
    where ${mine(ctx, scanId)} and state in ('waiting', 'scanned') and coalesce(user_id, ${me.userId}) = ${me.userId}
    returning state, device, ip, extract(epoch from expires_at - now())::float8 as left`)
  if (!ticket) throw await whyNot(ctx, scanId, refuse)
  const login = settings('login', await identityIn(ctx).deps.params(me.tenantId, 'login'))
  return { ...deviceOf(ticket.device), ip: ticket.ip, isCampus: isCampus(ticket.ip, login.campusRanges), secondsLeft: Math.ceil(ticket.left) }
})
const decide = handle(scanConfirm, async (ctx, { scanId, isConfirmed }) => {
  const { db, me, refuse } = ctx
  const next: ScanState = isConfirmed ? 'confirmed' : 'cancelled'
  const rows = await db.query(sql`update auth_challenge set state = ${next}, expires_at = greatest(expires_at, now() + make_interval(secs => ${REDEEM_SECONDS}))
    where ${mine(ctx, scanId)} and state = 'scanned' and user_id = ${me.userId} returning ip, device`)
  const [ticket] = rows as Array<{ ip: string; device: string }>
  if (!ticket) throw await whyNot(ctx, scanId, refuse)
  const action = `scan.${isConfirmed ? 'confirm' : 'cancel'}`
  await writeAudit(db, { userId: me.userId, action, bizType: 'user', bizId: me.userId, detail: ticket, ip: ctx.ip, traceId: ctx.traceId })
  return { state: next }
})
type Refuse = (key: 'unknown' | 'taken' | 'done', values?: Record<string, unknown>) => never
/** Reason why this user cannot open or decide on a code. */
async function whyNot(ctx: Ctx, scanId: string, refuse: Refuse): Promise<never> {
  const [ticket] = await ctx.db.query<{ state: ScanState; isMine: boolean }>(
    sql`select state, coalesce(user_id = ${ctx.me.userId}, true) as "isMine" from auth_challenge where ${mine(ctx, scanId)}`,
  )
  if (ticket && !ticket.isMine) return refuse('taken')
  if (ticket && ticket.state !== 'waiting') return refuse('done', { state: SCAN_STATES[ticket.state] })
  return refuse('unknown')
}

/** Redeemed once by the screen that created the code; its secret is not part of the QR code. */
const redeem = signInWay({ grant: 'social', source: 'scan' }, async call => {
  const { params, school, realm, identity } = call
  const rows = await ask<{ userId: string }>(
    identity.deps.pool,
    sql`update auth_challenge set state = 'used', used_at = now()
      where key = ${stored(params.code ?? '')} and kind = 'scan' and tenant_id = ${school.id} and realm = ${realm} and state = 'confirmed' and expires_at > now()
        and secret_hash = ${tokenHash(params.state ?? '')} returning user_id as "userId"`,
  )
  if (rows[0]) return { userId: rows[0].userId, way: 'scan' }
  noteFailure(call, { way: 'scan', reason: 'scan' })
  throw new Refusal(400, [{ rule: 'identity.scan.notYours', text: '二维码已失效，请换一个再扫' }])
})
export default [create, state, open, decide, redeem]
