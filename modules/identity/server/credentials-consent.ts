import sql from 'sql-template-tag'
import { richText } from '#modules/system/model/app.ts'
import { setting } from '#modules/system/server/api.ts'
import { writeAudit } from '#server/audit/audit-line.ts'
import { type Db, handle } from '#server/context.ts'
import { endSessions } from '#server/identity/api.ts'
import { sessionNeed } from '#server/identity/extras.ts'
import { identityIn } from '#server/identity/index.ts'
import { agreeNotice, currentNotice, myConsents, userConsent, withdrawConsent } from '../model/credentials-consent.ts'

/** Current version of the notice; empty where the school requires no consent. */
const versionOf = async (db: Db): Promise<string> => (await setting<string>(db, 'privacy', 'noticeVersion')) || ''

/** A session starts restricted until the user has agreed to the current version. A single statement, because it is part of every sign-in. */
const need = sessionNeed(async (db, { userId }) => {
  const rows = await db.query(sql`
    select 1 from (select content ->> 'noticeVersion' as wanted from base_params where tenant_id = ${db.me.tenantId} and params_id = 'privacy' order by version desc limit 1) p
    where p.wanted <> '' and not exists (
      select from user_consent c where c.tenant_id = ${db.me.tenantId} and c.user_id = ${userId} and c.notice_version = p.wanted and c.withdrawn_at is null)`)
  return rows.length ? 'privacy' : undefined
})
const current = handle(currentNotice, async ({ db }) => {
  const text = await db.unscoped(richText).find({ params: 'privacy' }) // the notice is public
  return { noticeVersion: (await versionOf(db)) || null, title: text?.title ?? null, content: text?.content ?? null }
})
const agree = handle(agreeNotice, async (ctx, { noticeVersion }) => {
  const { db, me, ip, refuse } = ctx
  const wanted = await versionOf(db)
  if (wanted !== noticeVersion) refuse('changed', { noticeVersion: wanted || '—' })
  await db.insertOrSkip(userConsent, { userId: me.userId, noticeVersion, at: new Date().toISOString(), ip })
  if (me.sessionId) await identityIn(ctx).lift(db, me.sessionId, 'privacy')
})
const withdraw = handle(withdrawConsent, async ({ db, me, ip, traceId, refuse }) => {
  const rows = await db.updateWhere(userConsent, { userId: me.userId, noticeVersion: await versionOf(db), withdrawnAt: null }, { withdrawnAt: sql`now()` })
  if (!rows.length) refuse('none')
  await writeAudit(db, { userId: me.userId, action: 'consent.withdraw', bizType: 'user', bizId: me.userId, ip, traceId })
  return { sessionsEnded: await endSessions(db, [me.userId], 'logout') }
})
const mine = handle(myConsents, async ({ db, me }) => {
  const wanted = await versionOf(db)
  return db.query<{ noticeVersion: string; at: string; withdrawnAt: string | null; isCurrent: boolean }>(sql`
    select notice_version as "noticeVersion", at, withdrawn_at as "withdrawnAt", notice_version = ${wanted} and withdrawn_at is null as "isCurrent" from user_consent
    where tenant_id = ${me.tenantId} and user_id = ${me.userId} order by at desc limit 100`)
})
export default [need, current, agree, withdraw, mine]
