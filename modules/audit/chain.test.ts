import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { appendToChain, verifyAudit } from '#server/audit/audit-chain.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { type Actor, openSchool, type School, testSecret } from '#testing/school.ts'
import { forgetOld } from './server/retention.ts'
import { verify } from './server/verify.ts'
import { asOwner, audited } from './testing.ts'

let school: School
let admin: Actor
let told: ReturnType<typeof captureNotifications>
beforeAll(async () => {
  school = await openSchool()
  told = captureNotifications(school.server)
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school.close())

describe('the chain', () => {
  it('10-A2 seals what is audited, each seal over the one before, and finds the chain whole', async () => {
    await audited(school, 'a')
    await audited(school, 'b')
    expect(await appendToChain(school.db)).toBeGreaterThanOrEqual(2)
    expect(await appendToChain(school.db)).toBe(0)
    const { rows, broken } = await verifyAudit(school.db)
    expect(rows).toBeGreaterThanOrEqual(2)
    expect(broken).toBeUndefined()
  })
  it('10-A2 finds whole what was sealed with the secret itself, before the chain had a key of its own, and goes on from there', async () => {
    const { core } = school.server
    const { key } = core
    core.key = purpose => (purpose === 'audit chain' ? testSecret() : key(purpose))
    const [old] = await audited(school, 'old')
    await appendToChain(school.db)
    core.key = key
    await audited(school, 'new')
    await appendToChain(school.db)
    expect((await verifyAudit(school.db)).broken).toBeUndefined()
    await asOwner(school, 'update audit_log set action = $1 where id = $2', ['other', old?.id])
    expect((await verifyAudit(school.db)).broken).toMatchObject({ fault: 'altered', auditId: old?.id })
    await asOwner(school, 'update audit_log set action = $1 where id = $2', ['old', old?.id])
  })
  it('10-A2 two processes sealing at once make one chain without gaps or doubles', async () => {
    for (let i = 0; i < 40; i++) await audited(school, `many${i}`)
    await Promise.all([appendToChain(school.db), appendToChain(school.db), appendToChain(school.db)])
    const [seals] = await school.db.query<{ most: number; n: number }>(sql`select max(no) as most, count(*)::int as n from audit_seal where tenant_id = ${school.tenantId}`)
    expect(seals?.most).toBe(seals?.n)
    expect((await verifyAudit(school.db)).broken).toBeUndefined()
  })
  it('10-A2 the application may neither edit nor remove rows of any log', async () => {
    for (const table of ['audit_log', 'audit_seal', 'operation_log', 'login_log'])
      for (const text of [`delete from ${table}`, `update ${table} set tenant_id = tenant_id`])
        await expect(school.server.core.pool.query(text)).rejects.toThrow(/permission denied/)
  })
  it('10-A2 a row altered by hand in the storage is named by the next check, which calls the administrators', async () => {
    const [row] = await audited(school, 'secret')
    await appendToChain(school.db)
    await asOwner(school, 'update audit_log set action = $1 where id = $2', ['harmless', row?.id])
    expect((await verify(school.db)).broken).toMatchObject({ fault: 'altered', auditId: row?.id })
    expect((await told('audit.broken')).map(t => t.to)).toEqual([[admin.userId]])
    const answer = await admin.post<{ isWhole: boolean; fault: string }>('audit/auditCheck/verify', {})
    expect(answer.data).toMatchObject({ isWhole: false, fault: 'altered' })
    await asOwner(school, 'update audit_log set action = $1 where id = $2', ['secret', row?.id])
    expect((await verifyAudit(school.db)).broken).toBeUndefined()
  })
  it('10-A2 a removed row, a row slipped in and a broken seal are found, too', async () => {
    const [gone] = await audited(school, 'gone')
    await audited(school, 'after')
    await appendToChain(school.db)
    const saved = await asOwner(school, 'select * from audit_log where id = $1', [gone?.id])
    await asOwner(school, 'delete from audit_log where id = $1', [gone?.id])
    expect((await verifyAudit(school.db)).broken).toMatchObject({ fault: 'removed', auditId: gone?.id })
    const r = saved[0] as { seq: string; at: string }
    await asOwner(
      school,
      "insert into audit_log (tenant_id, id, seq, user_id, action, biz_type, detail, at) overriding system value values ($1, $2, $3, null, 'gone', 'student', '{}', $4)",
      [school.tenantId, gone?.id, r.seq, r.at],
    )
    const slipped = await audited(school, 'slipped in', { at: '2026-01-01T00:00:00+08:00' })
    expect((await verify(school.db)).broken).toMatchObject({ fault: 'inserted', auditId: slipped[0]?.id })
    await asOwner(school, 'delete from audit_log where id = $1', [slipped[0]?.id])
    await asOwner(school, 'delete from audit_seal where tenant_id = $1 and no = 2', [school.tenantId])
    expect((await verifyAudit(school.db)).broken).toMatchObject({ fault: 'resealed', no: 3 })
  })
})

describe('how long logs are kept', () => {
  it('10-A1 fewer than 180 days are refused, fewer than 365 ask for a second confirmation', async () => {
    expect((await admin.post('base/baseParams/submit', { paramsId: 'audit', version: 0, content: { keepDays: 179 } })).code).toBe(422)
    expect((await admin.post('base/baseParams/submit', { paramsId: 'audit', version: 0, content: { keepDays: 200 } })).code).toBe(422)
    expect((await admin.post('base/baseParams/submit', { paramsId: 'audit', version: 0, content: { keepDays: 200 }, isConfirmed: true })).code).toBe(200)
  })
  it('10-A1 gives up what is older, goes on with the chain from there, and never touches the last half year', async () => {
    const other = await school.another()
    const put = (at: string) => audited(other, 'x', { at })
    for (const at of ['2020-01-01', '2020-02-01', '2020-03-01']) await put(at)
    await put(new Date(Date.now() - 170 * DAY_MS).toISOString())
    await other.db.query(sql`insert into operation_log (tenant_id, module, action, biz_type, at) values (${other.tenantId}, 'm', 'a', 'x', '2020-01-01')`)
    await appendToChain(other.db)
    expect(await forgetOld(other.db)).toBe(4)
    await other.db.query(sql`select forget_logs(${other.tenantId}, now())`)
    const [left] = await other.db.query<{ n: number }>(sql`select count(*)::int as n from audit_log where tenant_id = ${other.tenantId} and at < now() - interval '100 days'`)
    expect(left?.n).toBe(1)
    await put(new Date().toISOString())
    await appendToChain(other.db)
    expect((await verifyAudit(other.db)).broken).toBeUndefined()
  })
})
