import sql from 'sql-template-tag'
import { appendToChain, sealUnlessLocked, UNSEALED, type Verified, verifyAudit } from '#server/audit/audit-chain.ts'
import { type Db, handle } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notify } from '#server/notifications/notify.ts'
import { verifyNow } from '../model/actions.ts'
import { auditCheck } from '../model/logs.ts'
import { auditBroken } from '../model/messages.ts'
import { keepers } from './keepers.ts'

/** Seals new entries, verifies the whole chain, stores the result, and alerts the administrators when it is broken. */
export async function verify(db: Db): Promise<Verified> {
  await appendToChain(db)
  const found = await verifyAudit(db)
  const { broken } = found
  const check = await db.insert(auditCheck, {
    at: new Date().toISOString(),
    rows: found.rows,
    state: broken ? 'broken' : 'ok',
    fault: broken?.fault ?? null,
    auditId: broken && (await isThere(db, broken.auditId)) ? broken.auditId : null,
    no: broken?.no ?? null,
  })
  if (broken) await notify(db, auditBroken, { to: await keepers(db), values: { no: broken.no, rows: found.rows }, bizType: 'auditCheck', bizId: check.id, link: '/audit/checks' })
  return found
}
async function isThere(db: Db, auditId: string | null): Promise<boolean> {
  const rows = auditId ? await db.query(sql`select 1 from audit_log where tenant_id = ${db.me.tenantId} and id = ${auditId}`) : []
  return rows.length > 0
}
export default [
  handle(verifyNow, async ({ db }) => {
    const { rows, broken } = await verify(db)
    return { rows, isWhole: !broken, fault: broken?.fault ?? null, auditId: broken?.auditId ?? null }
  }),
  scheduledJob('audit.seal', '审计封印', '* * * * *', sealUnlessLocked, { due: UNSEALED }),
  scheduledJob('audit.verify', '审计校验', '30 3 * * *', async db => (await verify(db)).rows),
]
