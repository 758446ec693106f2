import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kernelParameters } from '#server/params/params.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { PLATFORM_GROUPS } from './model/parameters.ts'
import { rule } from './testing.ts'

let school: School
let admin: Actor
let anyone: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'], nickName: '参数管理员' })
  anyone = await school.as({})
})
afterAll(() => school.close())
type Group = { version: number; content: Record<string, unknown> }
const read = async (paramsId: string, who = admin): Promise<Group> => (await who.get<Group>('base/baseParams/getOne', { paramsId })).data
const submit = async (paramsId: string, content: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  admin.post<{ version: number; content: Record<string, unknown>; changes: Array<{ key: string; from: unknown; to: unknown }> }>('base/baseParams/submit', {
    paramsId,
    version: (await read(paramsId)).version,
    content,
    ...more,
  })

describe('parameters', () => {
  it('have one default, whoever reads them', () => {
    for (const [group, declared] of Object.entries(kernelParameters))
      for (const [key, p] of Object.entries(declared)) {
        const spec = PLATFORM_GROUPS.find(g => g.code === group)?.parameters[key]
        expect([group, key, spec?.initial]).toEqual([group, key, p.initial])
      }
  })
  it('10-E5 an export beyond export.syncRows is made in the background, one within it comes at once', async () => {
    const ask = () => admin.post<{ jobId?: string }>('base/dataDictionary/export', { fileName: '字典项', params: {}, header: { dictionaryKey: '键' } })
    expect((await ask()).headers['content-type']).toContain('spreadsheetml')
    await submit('export', { syncRows: 100 })
    expect((await ask()).data).toMatchObject({ jobId: expect.any(String) })
    await submit('export', { syncRows: 5000 })
  })
  it('10-C5 a submission is checked, shows old → new and becomes a version that can be brought back', async () => {
    expect((await read('login')).content).toMatchObject({ maxFailures: 5, lockMinutes: 15 })
    const first = await submit('login', { lockMinutes: 30 })
    expect(first.data).toEqual({ version: 1, changes: [{ key: 'lockMinutes', label: '锁定时间', from: 15, to: 30 }] })
    await submit('login', { lockMinutes: 45, failMinutes: 20 })
    const versions = await admin.get<Array<{ version: number; byName: string; changes: Array<{ key: string; from: unknown; to: unknown }> }>>('base/baseParams/versions', {
      paramsId: 'login',
    })
    expect(versions.data.map(v => [v.version, v.byName, v.changes.map(c => `${c.key} ${c.from}→${c.to}`)])).toEqual([
      [2, '参数管理员', ['failMinutes 15→20', 'lockMinutes 30→45']],
      [1, '参数管理员', ['lockMinutes 15→30']],
    ])
    const back = await admin.post<{ version: number }>('base/baseParams/restore', { paramsId: 'login', version: 2, to: 1 })
    expect(back.data.version).toBe(3)
    expect((await read('login')).content).toMatchObject({ lockMinutes: 30, failMinutes: 15 })
    expect(rule(await admin.post('base/baseParams/restore', { paramsId: 'login', version: 3, to: 9 }))).toBe('422 system.baseParams.noVersion')
  })
  it('10-C5 wrong values are refused with the range, the kind and the name', async () => {
    const cases: Array<[Record<string, unknown>, string, string]> = [
      [{ lockMinutes: 0 }, 'range', '1 至 1440'],
      [{ lockMinutes: '15' }, 'type', '锁定时间'],
      [{ lockMinutes: 1.5 }, 'type', '整数'],
      [{ lockMinutes: null }, 'type', '锁定时间'],
      [{ nonsense: 1 }, 'unknown', 'nonsense'],
      [{ campusRanges: 'x'.repeat(2001) }, 'tooLong', '2001'],
    ]
    for (const [content, key, text] of cases) {
      const answer = await submit('login', content)
      expect([content, rule(answer)]).toEqual([content, `422 system.baseParams.${key}`])
      expect(answer.msg).toContain(text)
    }
    expect(rule(await submit('session', { signMode: 'sometimes' }))).toBe('422 system.baseParams.choice')
    expect(rule(await admin.post('base/baseParams/submit', { paramsId: 'nothing', version: 0, content: {} }))).toBe('422 system.baseParams.unknownGroup')
  })
  it('10-C5 two people submitting one version: the second gets the conflict and the group as it stands', async () => {
    const { version } = await read('session')
    const answers = await Promise.all([3, 4].map(maxPerUser => admin.post<Group>('base/baseParams/submit', { paramsId: 'session', version, content: { maxPerUser } })))
    expect(answers.map(a => a.code).sort()).toEqual([200, 409])
    const lost = answers.find(a => a.code === 409)
    expect(lost?.data.version).toBe(version + 1)
    expect(lost?.data.content.maxPerUser).toBe((await read('session')).content.maxPerUser)
    expect(lost?.msg).toContain('参数管理员')
  })
  it('10-C6 secrets are written, never read; sent back covered they stay; nobody without the permission reads a group', async () => {
    await submit('ai', { apiKey: 'sk-very-secret', isEnabled: true })
    expect((await read('ai')).content.apiKey).toBe('******')
    await submit('ai', { apiKey: '******', name: '小蓝' })
    const [row] = await school.db.query<{ content: Record<string, unknown> }>({
      text: "select content from base_params where params_id = 'ai' order by version desc limit 1",
      values: [],
    } as never)
    expect(JSON.stringify(row?.content)).not.toContain('very-secret')
    expect((await school.db.params('ai')).apiKey).toBe('sk-very-secret')
    for (const path of ['base/baseParams/groups', 'base/baseParams/versions?paramsId=ai']) expect((await admin.get(path)).raw.toString()).not.toContain('very-secret')
    const logs = await school.db.query({ text: 'select diff, null as detail from operation_log union all select null, detail from audit_log', values: [] } as never)
    expect(JSON.stringify(logs)).not.toContain('very-secret')
    expect((await anyone.get('base/baseParams/getOne', { paramsId: 'ai' })).code).toBe(403)
    expect((await anyone.get('base/baseParams/getOne', { paramsId: 'nothing' })).code).toBe(403)
    expect((await read('privacy', anyone)).content).toEqual({ minCell: 5, noticeVersion: '' })
    expect((await anyone.post('base/baseParams/submit', { paramsId: 'ai', version: 0, content: {} })).code).toBe(403)
  })
  it('10-C7 a risky value asks twice, below the legal minimum nothing helps', async () => {
    const risky = await submit('login', { maxFailures: 0 })
    expect(rule(risky)).toBe('422 system.baseParams.risky')
    expect(risky.msg).toContain('确认风险')
    expect((await submit('login', { maxFailures: 0 }, { isConfirmed: true })).code).toBe(200)
    expect(rule(await submit('audit', { keepDays: 200 }))).toBe('422 system.baseParams.risky')
    expect((await submit('audit', { keepDays: 200 }, { isConfirmed: true })).code).toBe(200)
    const illegal = await submit('audit', { keepDays: 179 }, { isConfirmed: true })
    expect(rule(illegal)).toBe('422 system.baseParams.legal')
    expect(illegal.msg).toContain('网络安全法')
    expect((await submit('login', { maxFailures: 5 })).code).toBe(200)
  })
  it('hold at once where the kernel reads them', async () => {
    const { param } = await import('#server/params/params.ts')
    await submit('file', { maxMb: 77 })
    expect(await param(school.server.core, school.tenantId, 'file', 'maxMb')).toBe(77)
    await submit('file', { maxMb: 78 })
    expect(await param(school.server.core, school.tenantId, 'file', 'maxMb')).toBe(78)
  })
})
