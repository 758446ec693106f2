import { generateKeyPairSync } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { cleanCode, readCode } from '#server/licence/code.ts'
import { roomFor, stateOn } from '#server/licence/licence-status.ts'
import { sheet, upload } from '#testing/roster.ts'
import { remind } from './server/remind.ts'
import { ADMIN, dayFrom, type Installation, openInstallation, rule } from './testing.ts'

vi.setConfig({ testTimeout: 120_000 })
let at: Installation
beforeAll(async () => {
  at = await openInstallation()
})
afterAll(() => at.close())

/** A different address per call: the rate limit has a test of its own. */
const status = (tenantId?: string) => at.anonymous.post('auth/openApi/getStatus', tenantId ? { tenantId } : {})
const machine = async (): Promise<string> =>
  (await at.anonymous.post<{ machineCode: string }>('auth/openApi/getCode', { schoolName: '青山职院', contact: '张', contactMobile: '13800000001' })).data.machineCode
const register = async (regCode: string, more: Record<string, unknown> = {}) =>
  at.anonymous.post<{ tenantId: string; provisionId: string; activationLink: string | null }>('auth/openApi/registerSoft', {
    machineCode: own,
    regCode,
    schoolName: '测试学校100001',
    tenantId: '100001',
    admin: ADMIN,
    ...more,
  })
let own: string
beforeAll(async () => {
  own = await machine()
})
// Open calls are rate-limited per address: advance the limiter's clock instead of waiting.
const nextMinute = (): void => void vi.setSystemTime(Date.now() + 61_000)
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

describe('10-T1 a registration code', () => {
  it('is asked for with a machine code that stays the same', async () => {
    nextMinute()
    expect(own).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
    expect(await machine()).toBe(own)
    const { data } = await at.anonymous.post<{ requestText: string }>('auth/openApi/getCode', { schoolName: '青山职院', contact: '张', contactMobile: '13800000001' })
    for (const part of ['青山职院', '13800000001', own]) expect(data.requestText).toContain(part)
    expect((await at.anonymous.post('auth/openApi/getCode', { schoolName: '青山职院', contact: '张', contactMobile: '123' })).code).toBe(400)
  })
  it('is refused naming what does not fit', async () => {
    nextMinute()
    const stranger = generateKeyPairSync('ed25519').privateKey
    const good = await at.code({})
    const [mark, payload, signature] = good.split('.')
    const said = JSON.parse(Buffer.from(payload as string, 'base64url').toString()) as object
    const altered = `${mark}.${Buffer.from(JSON.stringify({ ...said, maxStudents: 99_999 })).toString('base64url')}.${signature}`
    expect(rule(await register('hello'))).toBe('422 tenancy.school.codeForm')
    expect(rule(await register(await at.code({}, stranger)))).toBe('422 tenancy.school.signature')
    expect(rule(await register(altered))).toBe('422 tenancy.school.signature')
    const other = await register(await at.code({ machineCode: 'AAAA-BBBB-CCCC-DDDD' }))
    expect([rule(other), other.errors[0]?.values]).toEqual(['422 tenancy.school.machine', { licensed: 'AAAA-BBBB-CCCC-DDDD', own }])
    expect(rule(await register(good, { machineCode: 'AAAA-BBBB-CCCC-DDDD' }))).toBe('422 tenancy.school.machine')
    const name = await register(await at.code({ schoolName: '别的学校' }))
    expect([rule(name), name.errors[0]?.values]).toEqual(['422 tenancy.school.schoolName', { licensed: '别的学校', given: '测试学校100001' }])
    const past = await register(await at.code({ expireDate: dayFrom(-1) }))
    expect([rule(past), past.errors[0]?.values]).toEqual(['422 tenancy.school.expired', { expireDate: dayFrom(-1) }])
  })
  it('is cleaned of spaces, line breaks and full-width characters, and counts once', async () => {
    nextMinute()
    const code = await at.code({})
    const pasted = ` ${code.replace(/\d/g, d => String.fromCharCode(d.charCodeAt(0) + 0xfee0)).replace(/(.{40})/g, '$1\r\n\u3000 ')}\u200b`
    expect(cleanCode(pasted)).toBe(code)
    expect(readCode(pasted)?.licensed.edition).toBe('标准版')
    expect((await status('100001')).data).toMatchObject({ registered: false, schoolName: '测试学校100001' })
    const done = await register(pasted)
    expect([done.code, done.data]).toEqual([200, { tenantId: '100001', provisionId: expect.any(String), activationLink: null }])
    expect((await status('100001')).data).toMatchObject({ registered: true })
    const twice = await register(code)
    expect([rule(twice), twice.data]).toEqual(['409 tenancy.school.used', { tenantId: '100001', state: 'active' }])
  })
  it('counts once however many offer it at the same moment', async () => {
    nextMinute()
    const code = await at.code({ schoolName: '同时注册学校' })
    const answers = await Promise.all([1, 2, 3].map(() => register(code, { schoolName: '同时注册学校', tenantId: undefined })))
    const schools = await at.db.query(sql`select 1 from tenant where school_name = '同时注册学校'`)
    expect(schools).toHaveLength(1)
    expect(answers.filter(a => a.code === 200).length).toBeGreaterThanOrEqual(1)
    for (const a of answers.filter(x => x.code !== 200)) expect(a.code).toBe(409)
  })
})

describe('10-T8 the open calls', () => {
  it('answer ten times a minute to one address, then say when to come back', async () => {
    nextMinute()
    for (let i = 0; i < 10; i++) expect((await status()).code).toBe(200)
    const eleventh = await status()
    expect([eleventh.code, Number(eleventh.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect(rule(await register('x'))).toMatch(/^429 /)
    nextMinute()
    expect((await status()).code).toBe(200)
  })
  it('tell a stranger of a school at work its name and whether it is registered, nothing else', async () => {
    nextMinute()
    const { data } = await status('100001')
    expect(data).toEqual({ registered: true, schoolName: '测试学校100001', edition: null, modules: null, maxStudents: null, expireDate: null, daysLeft: null, state: null })
    expect((await status('999999')).data).toMatchObject({ registered: false, schoolName: null })
    expect((await status('000000')).data).toMatchObject({ registered: false, schoolName: null })
  })
})

describe('10-T2 when a licence ends', () => {
  it('grace follows, then limited; frozen and closed schools stay what they are', () => {
    const licence = { expireDate: '2026-06-30', graceDays: 30 }
    expect(stateOn('active', licence, '2026-06-30')).toBe('active')
    expect(stateOn('active', licence, '2026-07-01')).toBe('grace')
    expect(stateOn('active', licence, '2026-07-30')).toBe('grace')
    expect(stateOn('active', licence, '2026-07-31')).toBe('limited')
    expect(stateOn('frozen', licence, '2030-01-01')).toBe('frozen')
    expect(stateOn('closed', licence, '2030-01-01')).toBe('closed')
    expect(stateOn('active', undefined, '2030-01-01')).toBe('active')
  })
  it('grace lets everything go on; limited refuses new users and imports, and nothing else', async () => {
    let admin = await at.as({ roles: ['admin'] })
    const [{ left } = { left: 0 }] = await at.db.query<{ left: number }>(
      sql`select l.expire_date - ${today()}::date as left from licence l join tenant t on t.licence_id = l.id where t.id = ${at.tenantId}`,
    )
    const start = Date.now()
    const passes = async (days: number): Promise<void> => {
      vi.setSystemTime(start + (left + days) * DAY_MS)
      admin = await at.as({ roles: ['admin'] })
    }
    const addUser = (userName: string) => admin.post('base/sysUser/add', { realm: 'admin', userType: 1, userName, accountNo: userName, nickName: '新用户' })
    const importStudents = async () => upload(admin, 'base/student/import', await sheet(['学号', '姓名'], [['S1', '甲']]), '学生.xlsx')
    await passes(30)
    expect((await admin.get('tenancy/licence/standing')).data).toMatchObject({ state: 'grace', daysLeft: -30, graceLeft: 0 })
    // the banner uses the same call, and is not for everybody
    for (const role of ['officer', 'college', 'fdy', 'student']) expect([role, (await (await at.as({ roles: [role] })).get('tenancy/licence/standing')).code]).toEqual([role, 403])
    expect((await addUser('during')).code).toBe(200)
    expect((await importStudents()).code).toBe(200)
    await passes(31)
    expect((await admin.get('tenancy/licence/standing')).data).toMatchObject({ state: 'limited' })
    expect(rule(await addUser('later'))).toBe('422 tenancy.licence.limited')
    expect(rule(await importStudents())).toBe('422 tenancy.licence.limited')
    expect((await admin.get('base/sysUser/list')).code).toBe(200)
    expect((await admin.post('base/sysUser/export', {})).code).toBe(200)
    expect((await admin.post('base/department/add', { code: 'X1', name: '新部门', deptType: '2' })).code).toBe(200)
    vi.setSystemTime(start)
    await at.server.settle()
  })
  it('10-T2 limited opens no new batch: none is added, copied, published from a draft or started at once', async () => {
    let officer = await at.as({ roles: ['admin', 'officer'] })
    const [{ left } = { left: 0 }] = await at.db.query<{ left: number }>(
      sql`select l.expire_date - ${today()}::date as left from licence l join tenant t on t.licence_id = l.id where t.id = ${at.tenantId}`,
    )
    const hours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
    const plan = (name: string) => ({
      ...{ name, beginTime: hours(1), endTime: hours(48), audience: { roles: ['admin'] }, kind: 'short', holidayFrom: dayFrom(1), holidayTo: dayFrom(5) },
      ...{ stayAllowed: true, stayNeedsApproval: false },
    })
    const start = Date.now()
    const made = await officer.post<{ id: string }>('outing/holidayPlan/add', plan('国庆'))
    expect(made.msg).toBe('成功')
    const { id } = made.data
    vi.setSystemTime(start + (left + 31) * DAY_MS)
    officer = await at.as({ roles: ['admin', 'officer'] })
    const LIMITED = '422 tenancy.licence.limited'
    expect(rule(await officer.post('outing/holidayPlan/add', plan('元旦')))).toBe(LIMITED)
    expect(rule(await officer.post('outing/holidayPlan/copy', { id, name: '元旦', beginTime: hours(1), endTime: hours(48) }))).toBe(LIMITED)
    await at.db.query(sql`update holiday_plan set begin_time = ${hours(1)}, end_time = ${hours(48)} where id = ${id}`)
    expect(rule(await officer.post('outing/holidayPlan/publish', { id }))).toBe(LIMITED)
    const atOnce = { name: '班会', kind: 'meeting', minutes: 20, ways: ['number'], wayRule: 'any', audience: { roles: ['admin'] } }
    expect(rule(await officer.post('signIn/signTask/quick', atOnce))).toBe(LIMITED)
    const sort = { name: '2026 级', xn: '2026-2027', mode: 'toStudent', studentFilter: { grades: ['2026'] }, poolFilter: {}, startDate: dayFrom(900), seed: 1 }
    expect(rule(await officer.post('dorm/presortPlan/add', sort))).toBe(LIMITED)
    // asked before anything is looked for
    for (const path of ['dorm/presortPlan/copy', 'distribution/distributionPlan/copy']) expect([path, rule(await officer.post(path, { id }))]).toEqual([path, LIMITED])
    vi.setSystemTime(start)
    await at.server.settle()
  })
  it('a licence that somebody changed in the database gives nothing, and locks nobody out of the data', async () => {
    const admin = await at.as({ roles: ['admin'] })
    const state = async () => (await admin.get<{ state: string }>('tenancy/licence/standing')).data.state
    const [{ granted } = { granted: {} }] = await at.db.query<{ granted: object }>(sql`select to_jsonb(l) as granted from licence l where tenant_id = ${at.tenantId} limit 1`)
    for (const change of [{ max_students: 999_999 }, { expire_date: '2099-01-01' }, { grace_days: 31 }, { edition: '旗舰版' }, { modules: ['student', 'campus'] }]) {
      const set = (to: object) =>
        at.db.query(sql`update licence l set (max_students, expire_date, grace_days, edition, modules) =
          (select x.max_students, x.expire_date, x.grace_days, x.edition, x.modules from jsonb_populate_record(l, ${JSON.stringify(to)}::jsonb) x) where tenant_id = ${at.tenantId}`)
      await set(change)
      expect([change, await state()]).toEqual([change, 'limited'])
      expect((await admin.get('base/sysUser/list')).code).toBe(200)
      await set(granted)
      expect(await state()).toBe('active')
    }
  })
})

describe('10-T2 the end of a licence is told beforehand', () => {
  it('on the 60th, 30th, 7th and last day before, to the administrators and the contact', async () => {
    await at.as({ roles: ['admin'] })
    await at.as({ roles: ['officer'] })
    const contact = await at.as({ roles: ['officer'] })
    await at.db.query(sql`update sys_user set mobile = '13900000009' where id = ${contact.userId}`)
    await at.db.query(sql`update tenant set contact_mobile = '13900000009' where id = ${at.tenantId}`)
    const [{ left, admins } = { left: 0, admins: 0 }] = await at.db.query<{ left: number; admins: number }>(
      sql`select l.expire_date - ${today()}::date as left, (select count(*)::int from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id where r.tenant_id = t.id and r.code = 'admin') as admins
        from licence l join tenant t on t.licence_id = l.id where t.id = ${at.tenantId}`,
    )
    const start = Date.now()
    const told: Array<[number, number]> = []
    for (const before of [61, 60, 59, 30, 8, 7, 1, 0, -1]) {
      vi.setSystemTime(start + (left - before) * DAY_MS)
      told.push([before, await remind(at.db)])
    }
    vi.setSystemTime(start)
    expect(told).toEqual([61, 60, 59, 30, 8, 7, 1, 0, -1].map(day => [day, [60, 30, 7, 1].includes(day) ? admins + 1 : 0]))
  })
})

describe('10-T3 the number of students', () => {
  it('warns beyond the licence and refuses beyond five per cent', () => {
    expect(roomFor(900, 100, 1000)).toEqual({ kind: 'enough' })
    expect(roomFor(900, 101, 1000)).toEqual({ kind: 'over', after: 1001, max: 1000 })
    expect(roomFor(900, 150, 1000)).toEqual({ kind: 'over', after: 1050, max: 1000 })
    expect(roomFor(900, 151, 1000)).toEqual({ kind: 'full', after: 1051, max: 1000 })
    expect(roomFor(2000, 0, 1000)).toEqual({ kind: 'enough' })
    expect(roomFor(2000, 10, null)).toEqual({ kind: 'enough' })
  })
})
