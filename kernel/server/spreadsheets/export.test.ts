import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commit, importSheet, openRoster, type Roster, sheet } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { openWorkbook } from './read.ts'

let r: Roster
beforeAll(async () => {
  r = await openRoster()
  const header = ['学员号', '姓名', '小队', '入队日期', '积分', '费用', '证件号', '手机号', '健康情况', '尺码', '水平', '住宿', '爱好', '备注']
  const rows = [
    ['P1', '张三', 'A1', '2026-09-01', 5, 12.5, '110101200801010019', '13800001234', '哮喘', 'm', '高级', '是', '篮球、阅读', '=1+1'],
    ['P2', '李四', 'A2', '2026-09-01', null, null, '', '', '', '', '', '', '', ''],
  ]
  await commit(r.officer, await importSheet(r.officer, 'pupil', await sheet(header, rows)))
})
afterAll(() => r.close())
let n = 0
async function rowsOf(answer: Answer): Promise<unknown[][]> {
  expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')])
  const path = join(r.server.core.dataDir, `export-${n++}.xlsx`)
  writeFileSync(path, answer.raw)
  const book = await openWorkbook(path, 'x.xlsx')
  const rows: unknown[][] = []
  if (book.sheets[0]) for await (const batch of book.rows(book.sheets[0])) rows.push(...batch.map(row => Array.from(row.cells)))
  book.close()
  return rows
}
const run = (body: Record<string, unknown>, who: Actor = r.officer): Promise<Answer> => r.officer && who.post('roster/pupil/export', body)

it('10-E5 exports the columns asked for, in words, masked, under the customer’s file name', async () => {
  const header = {
    pupilNo: '学员号',
    name: '基本,姓名',
    squadId: '基本,小队',
    band: '组别',
    size: '尺码',
    level: '水平',
    isBoarder: '住宿',
    hobbies: '爱好',
    fee: '费用',
    score: '积分',
    joinedOn: '入队',
    idNo: '证件号',
    phone: '电话',
    remark: '备注',
    squadSize: '同队',
  }
  const answer = await run({ fileName: '学生名单.xlsx', params: {}, header })
  expect(answer.headers['content-disposition']).toBe('attachment;filename=5a2m55Sf5ZCN5Y2VLnhsc3g=')
  expect(answer.headers['access-control-expose-headers']).toContain('Content-Disposition')
  const rows = await rowsOf(answer)
  expect(rows[0]?.slice(0, 4)).toEqual(['学员号', '基本', '基本', '组别'])
  expect(rows[2]).toEqual(['P1', '张三', '第1小队', '甲', '中号', '高级', '是', '篮球、阅读', 12.5, 5, '2026-09-01', '1*****************', '138****1234', '=1+1', 1])
  expect(rows[4]).toEqual([expect.stringMatching(/^导出人：李主任　导出时间：\d{4}-\d\d-\d\d \d\d:\d\d:\d\d　共 2 行$/)])
})
it('10-E6 unmasked values need their permission, sensitive columns theirs; every export is audited', async () => {
  expect((await run({ header: { idNo: '证件号' }, plain: true })).code).toBe(403)
  const admin = await r.as({ roles: ['admin'] })
  const plain = await rowsOf(await run({ header: { idNo: '证件号', health: '健康' }, plain: true, reason: '办理保险', params: { keyword: '张', 'filters.pupilNo': 'P1' } }, admin))
  expect(plain[1]).toEqual(['110101200801010019', '哮喘'])
  const masked = await rowsOf(await run({ header: { idNo: '证件号', health: '健康' }, reason: '办理保险' }, admin))
  expect(masked[1]).toEqual(['1*****************', '哮喘'])
  const bzr = await r.as({ roles: ['applicant'] })
  expect((await run({ header: { health: '健康' } }, bzr)).msg).toBe('您没有权限导出“健康情况”')
  const audited = await r.db.query<{ detail: Record<string, unknown> }>(
    sql`select detail from audit_log where action = 'export' and biz_type = 'pupil' and user_id = ${admin.userId} order by seq`,
  )
  expect(audited[0]?.detail).toMatchObject({ rows: 1, filter: { keyword: '张', pupilNo: 'P1' }, columns: ['idNo', 'health'], plain: true, reason: '办理保险' })
})
it('10-E5 exports nothing but declared columns, the list’s filters and the caller’s rows', async () => {
  expect((await run({ header: { passwordHash: '密码' } })).errors[0]).toMatchObject({ field: 'passwordHash', rule: 'sheet.unknownExport' })
  expect((await run({ header: { name: '姓名' }, params: { nonsense: 1 } })).errors[0]?.rule).toBe('list.unknownFilter')
  expect((await run({ header: { name: '姓名' }, params: { sort: 'idNo' } })).errors[0]?.rule).toBe('list.unknownSort')
  const chosen = await rowsOf(await run({ header: { name: '姓名' }, params: { filters: { pupilNo: { in: 'P2' } } } }))
  expect(chosen.slice(0, 2)).toEqual([['姓名'], ['李四']])
  const empty = await run({ header: { name: '姓名' } }, await r.as({ roles: ['applicant'], teacherId: r.tenantId }))
  expect([empty.status, empty.raw.length, empty.headers['x-export-rows']]).toEqual([200, 0, '0'])
  expect((await run({ header: { name: '姓名' } }, await r.as({ roles: ['finance'] }))).code).toBe(403)
})
it('imports its own export without changing anything', async () => {
  const admin = await r.as({ roles: ['admin'] })
  const header = {
    pupilNo: '学员号',
    name: '基本信息,姓名',
    squadId: '基本信息,小队',
    joinedOn: '入队日期',
    score: '积分',
    fee: '费用',
    idNo: '证件号',
    phone: '手机号',
    size: '尺码',
    level: '水平',
    isBoarder: '住宿',
    hobbies: '爱好',
    remark: '备注',
  }
  const answer = await run({ header, plain: true, reason: '核对' }, admin)
  expect(await importSheet(r.officer, 'pupil', await rawless(answer))).toMatchObject({ state: 'ready', total: 2, unchanged: 2, toAdd: 0, toChange: 0 })
})
const rawless = async (answer: Answer): Promise<Buffer> => answer.raw
it('10-E5 makes a job of more than 5,000 rows; its file is its owner’s alone', async () => {
  await r.db.query(
    sql`insert into pupil (tenant_id, pupil_no, name, squad_id, band, joined_on) select ${r.tenantId}::uuid, 'Q' || n, '学员' || n, ${r.squads.get('A3')}::uuid, '乙', '2026-09-01' from generate_series(1, 6000) n`,
  )
  const answer = (await run({ fileName: '大名单', header: { pupilNo: '学员号', name: '姓名', squadName: '小队', squadSize: '同队' } })) as unknown as Answer<{ jobId: string }>
  expect(answer.code).toBe(200)
  await expect.poll(async () => (await r.officer.get<{ state: string }>('sheet/exportJob/getOne', { id: answer.data.jobId })).data.state).toBe('done')
  const job = (await r.officer.get<{ fileId: string; rows: number; progress: number; fileName: string }>('sheet/exportJob/getOne', { id: answer.data.jobId })).data
  expect(job).toMatchObject({ rows: 6002, progress: 1, fileName: '大名单.xlsx' })
  const rows = await rowsOf(await r.officer.get('oss/oss/endpoint/download-file', { fileId: job.fileId }))
  expect(rows).toHaveLength(6004)
  expect(rows[3]).toEqual(['Q1', '学员1', '第3小队', 6000])
  const stranger = await r.as({ roles: ['officer', 'admin'] })
  expect((await stranger.get('oss/oss/endpoint/download-file', { fileId: job.fileId })).code).toBe(404)
  expect((await stranger.get('sheet/exportJob/getOne', { id: answer.data.jobId })).code).toBe(404)
  const expiry = await r.db.query<{ days: number }>(sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days from attachment where id = ${job.fileId}`)
  expect(expiry[0]?.days).toBe(7)
  expect((await r.officer.get<{ result: unknown[] }>('sheet/exportJob/mine')).data.result).toHaveLength(1)
})
it('10-E5 an export whose process died is finished by another one', async () => {
  // leftovers of a killed process: a running job with progress and a leased task
  const [job] = await r.db.query<{ id: string }>(sql`insert into export_job (tenant_id, entity, file_name, params, header, total, processed, started_by)
    values (${r.tenantId}, 'pupil', '中断.xlsx', '{}', '{}', 6002, 300, ${r.officer.userId}) returning id`)
  const [audited] = await r.db.query<{ id: string }>(sql`insert into audit_log (tenant_id, user_id, action) values (${r.tenantId}, ${r.officer.userId}, 'export') returning id`)
  const payload = { lang: 'zh-cn', auditId: audited?.id, plain: false, reason: null, header: JSON.stringify({ pupilNo: '学员号', name: '姓名' }) }
  await r.db.query(sql`insert into background_task (tenant_id, id, queue, payload, tries, due_at)
    values (${r.tenantId}, ${job?.id}, 'sheet.export', ${JSON.stringify(payload)}, 1, now() + interval '30 seconds')`)
  const read = async () => (await r.officer.get<{ state: string; fileId: string }>('sheet/exportJob/getOne', { id: job?.id })).data
  await r.server.settle()
  expect(await read()).toMatchObject({ state: 'running' })
  await r.db.query(sql`update background_task set due_at = now() - interval '1 second' where tenant_id = ${r.tenantId} and id = ${job?.id}`)
  await r.server.settle()
  const { state, fileId } = await read()
  expect(state).toBe('done')
  expect(await rowsOf(await r.officer.get('oss/oss/endpoint/download-file', { fileId }))).toHaveLength(6004)
  expect(await r.db.query(sql`select 1 from background_task where tenant_id = ${r.tenantId}`)).toEqual([])
})
