import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followNotices } from '#modules/message/server/distribute-notice.ts'
import { readWorkbook } from '#testing/read-workbook.ts'
import type { Actor } from '#testing/school.ts'
import type { Spec } from './model/spec.ts'
import { orders } from './server/export-tasks.ts'
import { sendDue } from './server/schedule.ts'
import { type QuerySchool, querySchool, rule } from './testing.ts'

let s: QuerySchool
let officer: Actor
let lin: Actor
beforeAll(async () => {
  s = await querySchool()
  ;({ officer, lin } = s)
})
afterAll(() => s.close())
const ask: QuerySchool['ask'] = (...asked) => s.ask(...asked)

describe('saved questions', () => {
  let id: string
  it('10-Q5 a shared one runs with the reader’s scope, never the author’s', async () => {
    const spec = { columns: ['name'] }
    const made = await officer.post<{ id: string }>('query/savedQuery/add', { name: '全部学生', subject: 'student', spec, sharedRoles: ['fdy'] })
    expect(made.msg).toBe('成功')
    id = made.data.id
    const shared = (await lin.get<Array<{ id: string; isMine: boolean; spec: Spec; subject: string }>>('query/savedQuery/mine')).data
    expect(shared).toMatchObject([{ id, isMine: false }])
    expect((await ask(shared[0]?.spec ?? spec, lin, { queryId: id })).data.total).toBe(2)
    expect((await ask(spec, officer, { queryId: id })).data.total).toBe(4)
    expect((await lin.post('query/savedQuery/update', { id, version: 1, name: '我的' })).code).toBe(404)
    const bzr = await s.as({ roles: ['bzr'] })
    expect((await bzr.get<unknown[]>('query/savedQuery/mine')).data).toEqual([])
    expect((await ask(spec, bzr, { queryId: id })).code).toBe(404)
  })
  it('10-Q7 one that names a field of yesterday opens, marked; running it names the field', async () => {
    await s.db.query(sql`update saved_query set spec = '{"columns":["name","goneField"]}' where tenant_id = ${s.tenantId} and id = ${id}`)
    const row = await officer.get<{ isOutdated: boolean; spec: Spec }>('query/savedQuery/getOne', { id })
    expect(row.data.isOutdated).toBe(true)
    const answer = await ask(row.data.spec)
    expect([rule(answer), answer.msg]).toEqual(['path', '没有“goneField”这个字段，它可能已在更新中取消'])
    const isOutdated = async (where: object) => {
      await s.db.query(sql`update saved_query set spec = ${JSON.stringify({ columns: ['name'], where })} where tenant_id = ${s.tenantId} and id = ${id}`)
      return (await officer.get<{ isOutdated: boolean }>('query/savedQuery/getOne', { id })).data.isOutdated
    }
    const related = (of: string, path: string) => ({ all: [{ any: [{ related: of, op: 'none', where: { all: [{ path, op: 'isNull' }] } }] }] })
    expect(await isOutdated(related('familyMember.studentId', 'phone'))).toBe(false)
    expect(await isOutdated(related('familyMember.studentId', 'goneField'))).toBe(true)
    expect(await isOutdated(related('goneEntity.studentId', 'phone'))).toBe(true)
    await s.db.query(sql`update saved_query set spec = '{"columns":["name"]}', is_tile = true where tenant_id = ${s.tenantId} and id = ${id}`)
  })
  it('10-Q9 is a tile with the reader’s number, and an audience within the publisher’s reach', async () => {
    expect((await officer.get('query/savedQuery/tile')).data).toMatchObject([{ id, total: 4 }])
    expect((await lin.get('query/savedQuery/tile')).data).toMatchObject([{ id, total: 2 }])
    await s.server.settle()
    const reached = async (who: Actor) =>
      (await who.post<{ count: number }>('base/audience/preview', { audience: { savedQueryId: id }, permission: 'message:notice:publish' })).data.count
    expect(await reached(officer)).toBe(4)
    expect(await reached(lin)).toBe(2)
    const where = { all: [{ path: 'healthCode', op: 'isNull' }] }
    const sensitive = await officer.post<{ id: string }>('query/savedQuery/add', { name: '敏感', subject: 'student', spec: { columns: ['name'], where } })
    const refused = await officer.post('base/audience/preview', { audience: { savedQueryId: sensitive.data.id }, permission: 'message:notice:publish' })
    expect([rule(refused), refused.msg]).toEqual(['audience', '条件“健康状况”是敏感信息，不能用来选人'])
  })
  it('10-Q9 a notice to a saved query reaches whom it found at publishing, though the clock sends it, and nobody whom it would find later', async () => {
    const where = { all: [{ path: 'name', op: 'like', value: '张' }] }
    const own = await officer.post<{ id: string; version: number }>('query/savedQuery/add', { name: '姓张的', subject: 'student', spec: { columns: ['name'], where } })
    const audience = { savedQueryId: own.data.id }
    const made = await officer.post<{ id: string }>('base/notice/add', { title: '家谱展览', noticeType: 'school', content: '<p>周三</p>', audience, needsReceipt: false })
    expect(made.msg).toBe('成功')
    expect((await officer.post('base/notice/publish', { id: made.data.id })).data).toMatchObject({ state: 'published', count: 2 })
    await s.server.settle()
    const everybody = { id: own.data.id, version: own.data.version, spec: { columns: ['name'] } }
    expect((await officer.post('query/savedQuery/update', everybody)).msg).toBe('成功')
    await followNotices(s.db, true)
    const told = await s.db.query<{ name: string }>(
      sql`select u.nick_name as name from notice_read r join sys_user u on u.id = r.user_id where r.tenant_id = ${s.tenantId} and r.notice_id = ${made.data.id} order by 1`,
    )
    expect(told.map(one => one.name)).toEqual(['张一', '张二'])
  })
  it('10-Q4 and 10-Q9 becomes a file of the reader’s own; sent by the clock, each recipient gets the rows of their scope', async () => {
    const { jobId } = (await officer.post<{ jobId: string }>('query/savedQuery/exportRows', { subject: 'student', spec: { columns: ['name'] }, queryId: id, name: '学生' })).data
    await made(jobId)
    expect((await rowsOf(jobId, officer)).sort()).toEqual(['张一', '张二', '李三', '王%四'].sort())
    await s.db.query(
      sql`update saved_query set cron = '0 8 * * 1', recipients = ${JSON.stringify([officer.userId, lin.userId])}, next_at = now() where tenant_id = ${s.tenantId} and id = ${id}`,
    )
    expect(await sendDue(s.db)).toBe(1)
    expect(await sendDue(s.db)).toBe(0)
    const jobs = await s.db.query<{ id: string; who: string }>(sql`select id, started_by as who from export_job where tenant_id = ${s.tenantId} and id <> ${jobId}`)
    expect(jobs.map(j => j.who).sort()).toEqual([officer.userId, lin.userId].sort())
    for (const job of jobs) await made(job.id)
    const linJob = jobs.find(j => j.who === lin.userId)?.id ?? ''
    expect((await rowsOf(linJob, lin)).sort()).toEqual(['张一', '张二'])
    expect((await lin.get('oss/oss/endpoint/download-file', { fileId: (await stateOf(jobId))?.fileId })).code).toBe(404)
  })
  it('10-Q3 the clock gives no reason: a sensitive question is not sent, and its owner reads why', async () => {
    const spec = { columns: ['name', 'healthCode'] }
    const saved = (await officer.post<{ id: string }>('query/savedQuery/add', { name: '健康', subject: 'student', spec, cron: '0 8 * * 1' })).data.id
    await s.db.query(sql`update saved_query set next_at = now() where tenant_id = ${s.tenantId} and id = ${saved}`)
    expect(await sendDue(s.db)).toBe(1)
    const job = async () =>
      (
        await s.db.query<{ state: string; rule: string; fileId: string | null }>(
          sql`select state, message->>'rule' as rule, file_id as "fileId" from export_job where tenant_id = ${s.tenantId} and file_name = '健康.xlsx'`,
        )
      )[0]
    await expect.poll(() => orders.run(s.db).then(job)).toEqual({ state: 'failed', rule: 'query.savedQuery.reason', fileId: null })
  })
  const stateOf = async (jobId: string) =>
    (await s.db.query<{ state: string; fileId: string }>(sql`select state, file_id as "fileId" from export_job where tenant_id = ${s.tenantId} and id = ${jobId}`))[0]
  const made = (jobId: string) =>
    expect
      .poll(
        async () => {
          await orders.run(s.db)
          return (await stateOf(jobId))?.state
        },
        { timeout: 10_000 },
      )
      .toBe('done')
  const rowsOf = async (jobId: string, who: Actor): Promise<string[]> => {
    const { raw } = await who.get('oss/oss/endpoint/download-file', { fileId: (await stateOf(jobId))?.fileId })
    const path = join(s.server.core.dataDir, `${jobId}.xlsx`)
    await writeFile(path, raw)
    return (await readWorkbook(path)).slice(1, -1).map(r => r[0] ?? '')
  }
})
