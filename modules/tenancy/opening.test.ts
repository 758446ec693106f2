import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemGate } from '#server/access/calls.ts'
import { tenantOf } from '#server/data/tenant.ts'
import { awaitAdmin } from '#server/tenants/first-admin.ts'
import { checkCode, takeCode } from '#server/tenants/licences.ts'
import { openingsSettled, progressOf } from '#server/tenants/open.ts'
import { provision, stepsOf } from '#server/tenants/provision.ts'
import { runSteps } from '#server/tenants/run-steps.ts'
import { testSecret } from '#testing/school.ts'
import { ADMIN, dayFrom, type Installation, openInstallation, rule } from './testing.ts'

vi.setConfig({ testTimeout: 180_000 })
let at: Installation
beforeAll(async () => {
  at = await openInstallation()
})
afterAll(() => at.close())

const gate = (id: string) => systemGate(at.server.core, id, 'test')
const idOf = async (code: string): Promise<string> => (await at.db.query<{ id: string }>(sql`select id from tenant where code = ${code}`))[0]?.id as string
/** Row counts after opening a school; equal counts after a second run prove idempotence. */
const sums = async (id: string) => {
  const count = async (table: string) =>
    (await gate(id).query<{ n: number }>({ text: `select count(*)::int as n from ${table} where tenant_id = $1`, values: [id] } as never))[0]?.n
  const tables = [
    'role',
    'menu',
    'role_menu',
    'dictionary',
    'dictionary_item',
    'canton',
    'print_template',
    'department',
    'school_year',
    'term',
    'sys_user',
    'role_user',
    'activation',
  ]
  return Object.fromEntries(await Promise.all(tables.map(async t => [t, await count(t)])))
}
const stateOf = async (id: string): Promise<string | undefined> => (await at.db.query<{ state: string }>(sql`select state from tenant where id = ${id}`))[0]?.state

describe('10-T4 opening a school', () => {
  it('from the registration page: everything there, the first administrator by a link that works once', async () => {
    const regCode = await at.code({ schoolName: '青山职院', maxStudents: 5000, expireDate: dayFrom(200) })
    const machineCode = (JSON.parse(Buffer.from(regCode.split('.')[1] as string, 'base64url').toString()) as { machineCode: string }).machineCode
    const { data, code } = await at.anonymous.post<{ tenantId: string; provisionId: string; activationLink: string }>('auth/openApi/registerSoft', {
      machineCode,
      regCode,
      schoolName: '青山职院',
      admin: ADMIN,
      school: { schoolCode: '4152012345', schoolType: 'vocational', contact: '张主任', contactMobile: '13800000001' },
    })
    expect([code, data.tenantId]).toEqual([200, '100002'])
    await openingsSettled()
    const { data: done } = await at.anonymous.get<{ state: string; done: number; total: number; steps: Array<{ step: string; state: string }> }>('auth/openApi/provision', {
      provisionId: data.provisionId,
    })
    expect(done).toMatchObject({ state: 'active', done: done.total })
    expect(done.steps.map(s => s.step)).toEqual(
      expect.arrayContaining(['storage', 'dictionaries', 'roles', 'menus', 'mobileMenus', 'templates', 'campus.rootDepartment', 'campus.schoolYear', 'firstAdmin']),
    )
    const id = await idOf('100002')
    expect(await sums(id)).toMatchObject({ department: 1, school_year: 1, term: 2, sys_user: 1, role_user: 1, activation: 1 })
    expect((await gate(id).query<{ name: string }>(sql`select name from department where tenant_id = ${id}`))[0]?.name).toBe('青山职院')
    const [link] = await gate(id).query(sql`select extract(epoch from expires_at - created_at)::int / 3600 as hours from activation where tenant_id = ${id}`)
    expect(link).toEqual({ hours: 72 })
    const token = new URL(data.activationLink, 'http://x').searchParams.get('token')
    const activate = () => at.anonymous.post<{ tenantId: string; userName: string }>('auth/openApi/activate', { token, password: 'Shan-Shui-2031' })
    expect((await activate()).data).toEqual({ tenantId: '100002', userName: 'zhang' })
    expect((await activate()).code).toBe(422)
    expect((await at.anonymous.get('auth/openApi/provision', { provisionId: '00000000-0000-4000-8000-000000000000' })).code).toBe(404)
    expect((await at.anonymous.get('auth/openApi/provision', { provisionId: 'x' })).code).toBe(404)
  })
  it('a step that fails is named; the next run goes on there, and doubles nothing', async () => {
    const { core } = at.server
    const school = { code: '300001', schoolName: '断点学校' }
    const id = await tenantOf(core, school, 'provisioning')
    await gate(id).tx(db => awaitAdmin(db, ADMIN))
    let broken = true
    const steps = stepsOf(core, school).map(step =>
      step.code !== 'menus'
        ? step
        : {
            ...step,
            run: async (db: Parameters<typeof step.run>[0]) => {
              await step.run(db)
              if (broken) throw new Error('half of it was written')
            },
          },
    )
    await expect(runSteps(core, id, steps)).rejects.toThrow()
    const [row] = await at.db.query<{ provision_id: string }>(sql`select provision_id from tenant where id = ${id}`)
    const half = await progressOf(core, row?.provision_id as string)
    expect(half.state).toBe('provisioning')
    expect(half.steps.filter(s => s.state === 'failed').map(s => s.step)).toEqual(['menus'])
    expect((await sums(id)).menu).toBe(0)
    broken = false
    await runSteps(core, id, steps)
    const once = await sums(id)
    expect(await stateOf(id)).toBe('active')
    expect(once).toMatchObject({ sys_user: 1, activation: 1, department: 1, school_year: 1, term: 2 })
    await provision(core, id, school)
    expect(await sums(id)).toEqual(once)
    const complete = await sums(await idOf('100002'))
    expect({ ...once, activation: 0 }).toEqual({ ...complete, activation: 0 })
  })
  it('kill -9 after the code sets: started again it ends with no role, menu or item twice', async () => {
    const { core } = at.server
    const school = { code: '300002', schoolName: '中断学校' }
    const id = await tenantOf(core, school, 'provisioning')
    await gate(id).tx(db => awaitAdmin(db, ADMIN))
    const child = fork(fileURLToPath(new URL('../../kernel/testing/interrupted-provisioning.ts', import.meta.url)), [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const order = {
      url: core.url,
      dataDir: core.dataDir,
      secret: testSecret().toString('base64'),
      vendorKeys: core.vendorKeys,
      folders: core.registry.folders,
      school,
      after: 'dictionaries',
      tenantId: id,
    }
    const reached = new Promise<void>((done, failed) => {
      child.once('message', () => done())
      child.once('exit', code => failed(new Error(`the child ended with ${code} before it was killed`)))
    })
    child.send(order)
    await reached
    const gone = new Promise<void>(done => child.once('exit', () => done()))
    child.kill('SIGKILL')
    await gone
    expect(await stateOf(id)).toBe('provisioning')
    const half = await sums(id)
    expect([(half.dictionary as number) > 10, half.role, half.menu]).toEqual([true, 0, 0])
    await provision(core, id, school)
    const complete = await sums(await idOf('100002'))
    expect({ ...(await sums(id)), activation: 0 }).toEqual({ ...complete, activation: 0 })
    expect(await stateOf(id)).toBe('active')
  })
})

describe('10-T5 two runs of one school', () => {
  it('the second joins the first: every step is done once, both end', async () => {
    const { core } = at.server
    const school = { code: '300003', schoolName: '两次开通学校' }
    const id = await tenantOf(core, school, 'provisioning')
    const ran: string[] = []
    const steps = stepsOf(core, school).map(step => ({
      ...step,
      run: async (db: Parameters<typeof step.run>[0]) => {
        ran.push(step.code)
        await step.run(db)
      },
    }))
    // another process has its own map of running openings
    await Promise.all([runSteps(core, id, steps), runSteps(core, id, steps), runSteps({ ...core, url: `${core.url}?two` }, id, steps)])
    expect(ran.toSorted()).toEqual(steps.map(s => s.code).toSorted())
    expect(await stateOf(id)).toBe('active')
  })
  it('a licence that is taken while the steps run is not missed: they run once more', async () => {
    const { core } = at.server
    const school = { code: '300005', schoolName: '扩容学校' }
    const id = await tenantOf(core, school, 'provisioning')
    await provision(core, id, school)
    const ran: string[] = []
    const steps = stepsOf(core, school).map(step => ({ ...step, run: async () => void (ran.push(step.code) === 1 && (await takeLicence())) }))
    const takeLicence = async (): Promise<void> => {
      const licensed = await checkCode(core, await at.code({ schoolName: school.schoolName }), school.schoolName)
      await gate(id).tx(db => takeCode(db, licensed))
    }
    await Promise.all([runSteps(core, id, steps), runSteps(core, id, steps)])
    expect(ran.filter(step => step === 'menus')).toHaveLength(2)
  })
  it('the same code sent again while the school is being opened answers the same opening', async () => {
    const { core } = at.server
    const regCode = await at.code({ schoolName: '再次提交学校' })
    const id = await tenantOf(core, { code: '300004', schoolName: '再次提交学校' }, 'provisioning')
    const given = { regCode, schoolName: '再次提交学校', admin: ADMIN }
    const open = () => at.operator.post<{ provisionId: string; activationLink: string | null }>('tenancy/tenant/open', given)
    const one = await open()
    // a code in progress joins the running opening, whichever process started it
    await at.db.query(sql`update tenant set state = 'provisioning' where id = ${id}`)
    const two = await open()
    expect([one.code, two.code, two.data.provisionId]).toEqual([200, 200, one.data.provisionId])
    expect(two.data.activationLink).toMatch(/^\/activate\?tenantId=300004&token=/)
    await openingsSettled()
    expect(rule(await at.operator.post('tenancy/tenant/open', given))).toBe('409 tenancy.school.used')
  })
})
