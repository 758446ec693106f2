import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { teacher } from '#modules/campus/model/people.ts'
import { student } from '#modules/student/model/student.ts'
import { appCategory, appName } from '#modules/system/model/app.ts'
import { applicationSources } from '#server/extensions/desk-parts.ts'
import { provision } from '#server/tenants/provision.ts'
import { loadSamples, sampleRow } from '#testing/samples.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import type { figures, myFirstSteps, myLayout } from './model/layout.ts'
import type { myApplications, ownData, services } from './model/own.ts'

type Layout = OutputOf<typeof myLayout>
let school: School
let admin: Actor
let officer: Actor
const roleId = async (code: string): Promise<string> =>
  (await school.db.query<{ id: string }>(sql`select id from role where tenant_id = ${school.tenantId} and code = ${code}`))[0]?.id ?? ''
const layoutOf = async (actor: Actor): Promise<Layout> => (await actor.get<Layout>('base/desktopLayout/mine')).data

beforeAll(async () => {
  school = await openSchool()
  await loadSamples(['campus', 'student', 'system'])
  admin = await school.as({ roles: ['admin'] })
  officer = await school.as({ roles: ['officer'], nickName: '王老师' })
})
afterAll(() => school?.close())

describe('the desktop', () => {
  const places = (layout: Layout) => layout.widgets.map(({ widget, x, y, w, h }) => ({ widget, x, y, w, h }))
  it('begins with the layout of one’s kind; one’s own follows to the next visit, and reset brings the first back', async () => {
    const before = await layoutOf(officer)
    expect(before.source).toBe('standard')
    const todo = before.widgets.find(w => w.widget === 'desk.todo')
    expect(todo).toMatchObject({ title: '待办', component: 'desk/TodoWidget', isLocked: false })
    expect((await officer.post('base/desktopLayout/save', { widgets: [{ widget: 'desk.todo', x: 4, y: 3, w: 8, h: 6 }] })).msg).toBe('成功')
    const own = await layoutOf(officer)
    expect([own.source, places(own)]).toEqual(['own', [{ widget: 'desk.todo', x: 4, y: 0, w: 8, h: 6 }]])
    await officer.post('base/desktopLayout/reset', {})
    expect(places(await layoutOf(officer))).toEqual(places(before))
    const student = await school.as({ roles: ['student'], userType: 2 })
    expect((await layoutOf(student)).widgets.map(w => w.widget)).toContain('desk.lessons')
  })
  it('asks for the first steps of whom they concern, until all are done', async () => {
    const steps = async (who: Actor) => (await who.get<OutputOf<typeof myFirstSteps>[]>('base/desktopLayout/firstSteps')).data
    const [newcomer, setter] = [await school.as({ roles: ['student'], userType: 2 }), await steps(admin)]
    const { lines } = (await admin.get<{ lines: Array<{ code: string; share: number }> }>('tenancy/tenant/readiness')).data
    const open = lines.filter(line => line.share < 1).slice(0, 5)
    expect(open.length).toBeGreaterThan(0)
    expect(setter.map(step => step.code)).toEqual([...open.map(line => line.code), 'apps'])
    expect((await steps(newcomer)).map(step => [step.code, step.isDone])).toEqual([['apps', false]])
    const [app] = (await newcomer.get<Array<{ id: string }>>('base/service/list')).data
    expect((await newcomer.post('base/appName/collect', { id: app?.id, isCollected: true })).code).toBe(200)
    expect(await steps(newcomer)).toEqual([])
  })
  it('refuses what cannot be drawn', async () => {
    const save = async (widgets: object[]) => (await officer.post('base/desktopLayout/save', { widgets })).errors[0]?.rule
    expect(await save([{ widget: 'desk.nothing', x: 0, y: 0, w: 4, h: 4 }])).toBe('desk.desktopLayout.unknownWidget')
    expect(await save([{ widget: 'desk.todo', x: 6, y: 0, w: 8, h: 4 }])).toBe('desk.desktopLayout.outside')
    const twice = { widget: 'desk.todo', x: 0, y: 0, w: 4, h: 4 }
    expect(await save([twice, { ...twice, y: 9 }])).toBe('desk.desktopLayout.twice')
  })
  it('keeps what the office has locked for a role, whatever people choose, and may be locked as a whole', async () => {
    const fdy = await school.as({ roles: ['fdy'] })
    const id = await roleId('fdy')
    const locked = { widget: 'desk.figures', x: 0, y: 0, w: 12, h: 2, isLocked: true }
    const free = { widget: 'desk.todo', x: 0, y: 2, w: 12, h: 6, isLocked: false }
    expect((await fdy.post('base/desktopLayout/saveRole', { roleId: id, widgets: [locked], isLocked: false })).code).toBe(403)
    expect((await admin.post('base/desktopLayout/saveRole', { roleId: id, widgets: [locked, free], isLocked: false })).msg).toBe('成功')
    expect((await layoutOf(fdy)).widgets.map(w => [w.widget, w.isLocked])).toEqual([
      ['desk.figures', true],
      ['desk.todo', false],
    ])
    await fdy.post('base/desktopLayout/save', {
      widgets: [
        { widget: 'desk.apps', x: 0, y: 0, w: 6, h: 4 },
        { widget: 'desk.figures', x: 6, y: 9, w: 4, h: 2 },
      ],
    })
    const own = await layoutOf(fdy)
    expect(own.widgets.map(w => [w.widget, w.y, w.w, w.isLocked])).toEqual([
      ['desk.figures', 0, 12, true],
      ['desk.apps', 2, 6, false],
    ])
    await admin.post('base/desktopLayout/saveRole', { roleId: id, widgets: [locked, free], isLocked: true })
    expect((await layoutOf(fdy)).widgets.map(w => w.widget)).toEqual(['desk.figures', 'desk.todo'])
    expect((await fdy.post('base/desktopLayout/save', { widgets: [] })).errors[0]?.rule).toBe('desk.desktopLayout.allLocked')
    await admin.post('base/desktopLayout/resetRole', { roleId: id })
    expect((await layoutOf(fdy)).source).toBe('own')
  })
  it('drops a widget that is not offered any more, and the grid closes up', async () => {
    const widgets = [
      { widget: 'gone.widget', x: 0, y: 0, w: 12, h: 5 },
      { widget: 'desk.todo', x: 0, y: 5, w: 12, h: 5 },
    ]
    await school.db.query(
      sql`insert into desktop_layout (tenant_id, owner_type, owner_id, widgets) values (${school.tenantId}, 'user', ${admin.userId}, ${JSON.stringify(widgets)}::jsonb)`,
    )
    expect(places(await layoutOf(admin))).toEqual([{ widget: 'desk.todo', x: 0, y: 0, w: 12, h: 5 }])
  })
  it('shows the numbers of one’s role', async () => {
    const rows = (await officer.get<Array<OutputOf<typeof figures>>>('base/desktopLayout/figures')).data
    expect(rows.map(r => r.code)).toEqual(expect.arrayContaining(['desk.approvals', 'desk.overdue']))
    expect((await (await school.as({ roles: ['student'], userType: 2 })).get<unknown[]>('base/desktopLayout/figures')).data).toEqual([])
  })
})

describe('the personal centre', () => {
  const own = async (actor: Actor) => (await actor.get<OutputOf<typeof ownData>>('base/own/get')).data
  it('10-P8 changes contact data here until the school wants an application for it', async () => {
    const person = await school.as({ roles: ['officer'], nickName: '李老师' })
    const { version, mayRename } = await own(person)
    expect(mayRename).toBe(true)
    await school.db.query(sql`update sys_user set mobile = '13812342071' where tenant_id = ${school.tenantId} and id = ${person.userId}`)
    expect((await own(person)).mobile).toBe('138****2071')
    const saved = await person.post<{ version: number }>('base/own/save', { email: 'li@example.edu.cn', nickName: '李老师二', version })
    expect(saved.msg).toBe('成功')
    expect(await own(person)).toMatchObject({ email: 'li@example.edu.cn', nickName: '李老师二', byApproval: false })
    expect((await person.post('base/own/save', { email: 'x@example.edu.cn', version })).errors[0]?.rule).toBe('desk.own.stale')
    await school.db.query(sql`insert into base_params (tenant_id, params_id, content, version) values (${school.tenantId}, 'student', '{"contact.approval": true}'::jsonb, 1)`)
    school.server.core.cache.drop(school.tenantId, 'baseParams')
    expect((await own(person)).byApproval).toBe(true)
    expect((await person.post('base/own/save', { email: 'y@example.edu.cn', version: saved.data.version })).errors[0]).toMatchObject({ rule: 'desk.own.approval' })
    expect((await own(person)).email).toBe('li@example.edu.cn')
  })
  it('10-P6 gaps in one’s own record are a todo until they are filled', async () => {
    const row = await sampleRow(school.db, student)
    const self = await school.as({ roles: ['student'], userType: 2, studentId: row.id })
    const text = ['ethnicity_code', 'political_code', 'nationality_code', 'ksh', 'study_form', 'category', 'enrol_mode', 'home_address', 'hukou_address', 'emergency_name']
    const regions = ['native_canton', 'source_canton', 'home_canton']
    const fill = (phone: string | null) =>
      school.db.query(sql`update student set status = 'active', phone = ${phone}, emergency_phone = '13900001111', enrol_date = '2025-09-01', expected_graduation = '2028-07-01',
          ${raw(text.map(name => `${name} = coalesce(${name}, '1')`).join(', '))},
          ${raw(regions.map(name => `${name} = (select code from canton c where c.tenant_id = student.tenant_id limit 1)`).join(', '))}
        where tenant_id = ${school.tenantId} and id = ${row.id}`)
    const titles = async () => (await self.get<{ result: Array<{ title: string }> }>('base/todo/mine', { bizType: 'ownProfile' })).data.result.map(t => t.title)
    await fill(null)
    expect(await titles()).toEqual(['补全个人信息'])
    await fill('13900002222')
    expect(await titles()).toEqual([])
  })
  it('takes the name from the record where there is one', async () => {
    const { id: teacherId } = await sampleRow(school.db, teacher)
    const self = await school.as({ roles: ['teacher'], teacherId })
    const { mayRename, version } = await own(self)
    expect(mayRename).toBe(false)
    expect((await self.post('base/own/save', { nickName: '别人', version })).errors[0]?.rule).toBe('desk.own.nameFixed')
  })
  it('offers the pages that modules declare as services to whoever may open them, and keeps what the school makes of them', async () => {
    const offered = async (role: string): Promise<string[]> => {
      const actor = await school.as({ roles: [role], userType: role === 'student' ? 2 : 1 })
      return (await actor.get<Array<{ name: string; isRecommended: boolean }>>('base/appName/getUserApp')).data.flatMap(a => (a.isRecommended ? [a.name] : []))
    }
    const first = { student: await offered('student'), fdy: await offered('fdy'), dormManager: await offered('dormManager'), admin: await offered('admin') }
    expect(first.student).toEqual(['请假', '签到', '宿舍', '晚点名', '报修', '外出登记', '我的课表'])
    expect(first.fdy).toEqual(expect.arrayContaining(['学生信息', '我的审批', '发起签到', '未归处置']))
    expect(first.dormManager).toEqual(expect.arrayContaining(['入住办理', '查寝', '今晚看板']))
    for (const role of ['fdy', 'dormManager', 'admin'] as const) expect(first[role].filter(name => ['请假', '签到', '宿舍', '晚点名'].includes(name))).toEqual([])
    const categories = new Set(appCategory.items.map(item => item.key))
    expect((await school.db.unscoped(appName).all({})).filter(a => !categories.has(a.category)).map(a => [a.name, a.category])).toEqual([])
    const [leave] = await school.db.unscoped(appName).all({ url: '/leave/apply' })
    await school.db.update(appName, leave?.id ?? '', { name: '请销假', isEnabled: false })
    await provision(school.server.core, school.tenantId, { code: '100001', schoolName: '' })
    expect((await school.db.unscoped(appName).all({ url: '/leave/apply' })).map(a => [a.name, a.isEnabled])).toEqual([['请销假', false]])
  })
  it('lists services with the reason why one is closed, and keeps the order of the collection', async () => {
    const app = (name: string, more: Record<string, unknown> = {}) =>
      school.db.insert(appName, { name, icon: 'bell', category: 'life', url: `/x/${name.length}`, openType: 1, terminals: ['web'], isRecommended: false, isEnabled: true, ...more })
    const [one, two] = [await app('失物招领'), await app('校园卡补办')]
    await app('奖学金申请', { endAt: '2020-01-01T00:00:00+08:00' })
    await app('选课', { beginAt: '2099-01-01T08:00:00+08:00' })
    await app('只给学生', { audience: { roles: ['student'] } })
    const rows = (await officer.get<Array<OutputOf<typeof services>>>('base/service/list')).data
    const reason = (name: string) => rows.find(r => r.name === name)?.closedReason
    expect([rows.some(r => r.name === '只给学生'), reason('失物招领'), reason('选课'), reason('奖学金申请')]).toEqual([
      false,
      null,
      '尚未开始，2099-01-01 08:00 开放',
      '已于 2020-01-01 00:00 截止，下一次开放时间另行通知',
    ])
    for (const { id } of [one, two]) await officer.post('base/appName/collect', { id, isCollected: true })
    await officer.post('base/userApp/sort', { ids: [two.id, one.id] })
    expect((await officer.get<Array<{ name: string }>>('base/appName/getUserCollection', { isAll: '1' })).data.map(a => a.name)).toEqual(['校园卡补办', '失物招领'])
  })
  it('lists uploads and exports of one’s own alone, old uploads in the archive', async () => {
    const put = (name: string, owner: string, age: string) =>
      school.db.query(sql`insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id, biz_type, biz_id, created_at)
        values (${school.tenantId}, ${name}, 'pdf', 10, ${name}, 'b', ${name}, 'application/pdf', ${owner}, 'campus', gen_random_uuid(), now() - ${age}::interval)`)
    await put('请假证明.pdf', officer.userId, '1 day')
    await put('三年前的证明.pdf', officer.userId, '3 years')
    await put('别人的.pdf', admin.userId, '1 day')
    const names = async (query: Record<string, unknown> = {}): Promise<string[]> => (await officer.get<Array<{ name: string }>>('base/myFile/uploads', query)).data.map(f => f.name)
    expect(await names()).toEqual(['请假证明.pdf'])
    expect(await names({ archived: true })).toEqual(['三年前的证明.pdf'])
    expect(await names({ keyword: '证明' })).toEqual(['请假证明.pdf', '三年前的证明.pdf'])
    expect((await officer.get<unknown[]>('base/myFile/exports')).data).toEqual([])
    expect((await officer.get<unknown[]>('base/myFile/documents')).data).toEqual([])
  })
  it('10-E lists every import of one’s own with what it wrote, and nobody else’s', async () => {
    await school.db.query(sql`insert into import_job (tenant_id, entity, file_name, mode, state, total, to_add, to_change, bad, started_by, ended_at)
      select ${school.tenantId}, 'student', '名册' || n || '.xlsx', 'upsert', 'done', 10, n, 1, 0, case when n = 3 then ${admin.userId}::uuid else ${officer.userId}::uuid end, now() from generate_series(1, 3) n`)
    type Page = { result: Array<{ name: string; added: number; changed: number; about: string | null }>; page: { total: number } }
    const { data } = await officer.get<Page>('base/myFile/imports', { size: 1 })
    expect([data.page.total, data.result.length]).toEqual([2, 1])
    const all = (await officer.get<Page>('base/myFile/imports')).data.result
    expect(all.map(one => [one.name, one.added, one.changed]).toSorted()).toEqual([
      ['名册1.xlsx', 1, 1],
      ['名册2.xlsx', 2, 1],
    ])
  })
  it('asks every kind of application for one’s own', async () => {
    expect((await officer.get<OutputOf<typeof myApplications>>('base/application/mine', { isOpen: true })).data).toMatchObject({ result: [], page: { total: 0 } })
    const declared = school.server.core.registry.of(applicationSources)
    const kinds = (await officer.get<Array<{ bizType: string }>>('base/application/kinds')).data
    expect(kinds.map(kind => kind.bizType).sort()).toEqual(declared.map(source => source.bizType).sort())
  })
})
