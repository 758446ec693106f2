import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { student as studentRecord } from '#modules/student/model/student.ts'
import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { within } from '#server/logs/api-usage.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { lookForUnusual } from './server/unusual.ts'
import { asOwner, audited } from './testing.ts'

let school: SmallSchool
let admin: Actor
let fdy: Actor
let li: Actor
let student: string
let told: ReturnType<typeof captureNotifications>
beforeAll(async () => {
  school = await smallSchool()
  told = captureNotifications(school.server)
  admin = await school.as({ roles: ['admin'] })
  fdy = await school.as({ roles: ['fdy'], teacherId: school.ids.lin, departmentId: school.ids.info })
  const officer = await school.as({ roles: ['officer'] })
  student = (await officer.post<{ id: string }>('base/student/add', draftOf(school.ids.s2301))).data.id
  li = await school.as({ roles: ['student'], studentId: student })
})
afterAll(() => school.close())

describe('who read what', () => {
  it('names in one question who revealed or exported a student, and the student sees the office, not the person', async () => {
    await fdy.post('base/student/reveal', { id: student, fields: ['idNo'], reason: '核对证件' })
    const officer = await school.as({ roles: ['officer'] })
    expect((await officer.post('base/student/export', { fileName: '学生', params: {}, header: { studentNo: '学号', name: '姓名' } })).code ?? 200).toBe(200)
    const readers = await admin.get<Array<{ action: string; who: string; reason: string | null }>>('audit/auditLog/readers', { studentId: student })
    expect(readers.data.map(r => r.action).sort()).toEqual(['export', 'reveal'])
    expect(readers.data.find(r => r.action === 'reveal')?.reason).toBe('核对证件')
  })
  it('10-A3 an export is audited without the personal values its filter names', async () => {
    const officer = await school.as({ roles: ['officer'] })
    const [{ phone } = { phone: '' }] = await school.db.query<{ phone: string }>(sql`select phone from student where tenant_id = ${school.tenantId} and id = ${student}`)
    await officer.post('base/student/export', { fileName: '学生', params: { phone, grade: 2023 }, header: { name: '姓名' } })
    const [entry] = await school.db.query<{ detail: { filter: object } }>(
      sql`select detail from audit_log where tenant_id = ${school.tenantId} and action = 'export' and user_id = ${officer.userId}`,
    )
    expect(entry?.detail.filter).toEqual({ phone: '******', grade: '2023' })
  })
  it('10-A7 a person sees who read their sensitive data: the office, the name, or nothing, as the school decides', async () => {
    const mine = async () => (await li.get<Array<{ action: string; who: string | null; reason: string | null }>>('audit/auditLog/mine')).data
    const showReaders = async (to: string) => {
      const { version, content } = (await admin.get<{ version: number; content: object }>('base/baseParams/getOne', { paramsId: 'audit' })).data
      expect((await admin.post('base/baseParams/submit', { paramsId: 'audit', version, content: { ...content, showReaders: to }, isConfirmed: true })).code).toBe(200)
    }
    expect((await mine()).find(r => r.action === 'reveal')).toMatchObject({ who: '信息工程学院', reason: '核对证件' })
    await showReaders('name')
    expect((await mine()).find(r => r.action === 'reveal')?.who).toBe('测试用户 · 信息工程学院')
    await showReaders('off')
    expect(await mine()).toEqual([])
  })
  it('10-A6, 30-SP5 tells the keepers of the audit of many reads, many exports and reading at night', async () => {
    const userId = fdy.userId
    const use = async (action: string, times: number, at: string) => {
      for (let i = 0; i < times; i++) await audited(school, action, { userId, at })
    }
    const by = (at: string) => lookForUnusual(school.db, at)
    await use('export', 5, '2026-03-02T14:10:00+08:00')
    expect(await by('2026-03-02T14:30:00+08:00')).toBe(0)
    await use('export', 1, '2026-03-02T14:20:00+08:00')
    expect(await by('2026-03-02T14:30:00+08:00')).toBe(1)
    await use('reveal', 200, '2026-03-03T10:00:00+08:00')
    expect(await by('2026-03-03T10:30:00+08:00')).toBe(0)
    await use('reveal', 1, '2026-03-03T10:05:00+08:00')
    expect(await by('2026-03-03T10:30:00+08:00')).toBe(1)
    const duty = await school.as({ roles: ['dormManager'] })
    await audited(school, 'reveal', { userId: duty.userId, at: '2026-03-04T02:10:00+08:00' })
    await audited(school, 'export', { userId, at: '2026-03-04T02:10:00+08:00', kind: 'schedule' })
    expect(await by('2026-03-04T02:30:00+08:00')).toBe(0)
    await use('reveal', 1, '2026-03-04T02:10:00+08:00')
    expect(await by('2026-03-04T02:30:00+08:00')).toBe(1)
    expect(await by('2026-03-04T04:30:00+08:00')).toBe(0)
    await use('access.hidden', 20, '2026-03-05T10:00:00+08:00')
    expect(await by('2026-03-05T10:30:00+08:00')).toBe(0)
    await use('access.hidden', 1, '2026-03-05T10:05:00+08:00')
    expect(await by('2026-03-05T10:30:00+08:00')).toBe(1)
    expect((await told('audit.unusualUse')).map(t => [t.to, t.values?.what, t.values?.count])).toEqual([
      [[admin.userId], { text: '导出数据' }, 6],
      [[admin.userId], { text: '查看敏感信息' }, 201],
      [[admin.userId], { text: '在凌晨查看或导出信息' }, 1],
      [[admin.userId], { text: '打开范围外的记录' }, 21],
    ])
  })
  it('10-A4 what cannot be audited is not read; a refused call is refused all the same', async () => {
    const { rows } = await school.server.core.pool.query<{ me: string }>('select current_user as me')
    await asOwner(school, `revoke insert on audit_log from ${rows[0]?.me}`)
    const read = await fdy.post('base/student/reveal', { id: student, fields: ['idNo'], reason: '核对证件' })
    const refused = await li.get('audit/auditLog/list')
    await school.server.settle()
    await asOwner(school, `grant insert on audit_log to ${rows[0]?.me}`)
    expect([read.code, read.data]).toEqual([500, null])
    expect(refused.code).toBe(403)
  })
  it('refused calls are in the audit, and no answer waits for it', async () => {
    expect((await li.get('audit/auditLog/list')).code).toBe(403)
    await school.server.settle()
    const denied = await admin.get<{ result: Array<{ detail: { permission: string } }> }>('audit/auditLog/list', { action: 'access.denied', columns: 'action,detail' })
    expect(denied.data.result.some(r => r.detail.permission === 'audit:auditLog:list')).toBe(true)
  })
})

describe('faults', () => {
  const report = (who: Actor, message: string) => who.post('audit/errorLog/report', { message, stack: 'at x (/app.js:1:2)', path: '/index' })
  const listed = async () => (await admin.get<{ result: Array<Record<string, unknown>> }>('audit/errorLog/list', { source: 'browser' })).data.result

  it('10-A5 browser errors are one row for each place however often they come, found by the number people were shown', async () => {
    for (const n of [1, 2, 3]) await admin.post('audit/errorLog/report', { message: `row ${n} is broken`, stack: 'at draw (/app.js:1:2)', path: '/x', traceId: `trace-${n}` })
    const [row] = (await listed()).filter(r => r.message === 'row 1 is broken')
    expect(row).toMatchObject({ count: 3, state: 'new' })
    expect(row?.traceIds).toEqual(['trace-3', 'trace-2', 'trace-1'])
    const found = await admin.get<{ result: Array<{ id: string }> }>('audit/errorLog/list', { keyword: 'trace-2' })
    expect(found.data.result.map(r => r.id)).toEqual([row?.id])
  })
  it('10-A5 takes ten a minute of one person and drops the rest without a word', async () => {
    for (let i = 0; i < 15; i++) expect((await report(fdy, `fault ${String.fromCharCode(97 + i)}`)).code).toBe(200)
    const found = await admin.get<{ page: { total: number } }>('audit/errorLog/list', { 'message.like': 'fault ' })
    expect(found.data.page.total).toBe(10)
  })
  it('10-A3 tokens, hashes, identity and mobile numbers never get into the log', async () => {
    const secret = 'e10adc3949ba59abbe56e057f20f883e'
    await report(li, `call ?password=${secret}&token=abc failed for 13812345678 and 520102200501011234`)
    const [row] = (await listed()).filter(r => String(r.message).startsWith('call '))
    expect(JSON.stringify(row)).not.toMatch(/e10adc|13812345678|520102200501011234|token=abc/)
  })
  it('one marked as fixed that comes back is new again; marking is a change like any other', async () => {
    await report(admin, 'comes back')
    const [row] = (await listed()).filter(r => r.message === 'comes back')
    expect((await admin.post('audit/errorLog/update', { id: row?.id, version: row?.version, state: 'fixed' })).code).toBe(200)
    await report(admin, 'comes back')
    expect((await listed()).find(r => r.message === 'comes back')?.state).toBe('new')
  })
})

describe('the operation log', () => {
  it('shows what changed with personal values masked and never slows the change itself (10-A4)', async () => {
    const before = await admin.get<{ version: number }>('base/student/getOne', { id: student })
    await admin.post('base/student/update', { id: student, version: before.data.version, phone: '13900001111' })
    const found = await admin.get<{ result: Array<{ bizId: string; ms: number; changes: Array<{ field: string; to: string }> }> }>('audit/operationLog/list', {
      bizId: student,
      sort: '-at',
    })
    expect(found.data.result[0]?.ms).toBeGreaterThanOrEqual(0)
    const phone = found.data.result.flatMap(r => r.changes).find(c => c.field === 'phone')
    expect(phone?.to).toBe('139****1111')
    expect(JSON.stringify(found.data)).not.toContain('13900001111')
  })
  it('statistics count failed sign-ins, changes and calls', async () => {
    // more than what a new school begins with of any kind, so that it is among the most changed
    await school.db.tx(async db => {
      for (let n = 0; n < 2000; n++) db.logged(studentRecord, student, { phone: n })
    })
    await school.server.settle()
    const { data } = await admin.get<{ changesByEntity: Array<{ key: string }>; busiest: Array<{ path: string; calls: number }> }>('audit/operationLog/statistics', { days: 7 })
    expect(data.changesByEntity.map(c => c.key)).toContain('学生')
    expect(data.busiest.some(b => b.calls > 0)).toBe(true)
    expect(within([9, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], 0.95)).toBe(200)
  })
})
