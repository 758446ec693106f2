import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { appInfo, appName } from './model/app.ts'

interface Manifest {
  name: string
  short_name: string
  lang: string
  start_url: string
  display: string
  theme_color: string
  icons: Array<{ src: string; sizes: string; purpose?: string }>
  shortcuts: Array<{ name: string; url: string }>
}
let school: School
let admin: Actor
let code: string
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
  code = (await school.db.query<{ code: string }>(sql`select code from tenant where id = ${school.tenantId}`))[0]?.code as string
})
afterAll(() => school.close())

async function manifest(query: Record<string, unknown> = {}, of = code, language = 'zh-cn'): Promise<Manifest> {
  const answer = await school.anonymous.get('base/openApi/manifest', { tenantId: of, ...query }, { 'accept-language': language })
  expect([answer.status, answer.headers['content-type']], answer.msg).toEqual([200, 'application/manifest+json; charset=utf-8'])
  return JSON.parse(answer.raw.toString()) as Manifest
}
const info = async (given: Record<string, unknown>, appType = 0): Promise<void> => {
  const known = [...(await school.db.cached(appInfo)).values()].find(row => row.appType === appType)
  const { code: answer } = known
    ? await admin.post('base/appInfo/update', { id: known.id, version: known.version, ...given })
    : await admin.post('base/appInfo/add', { appType, ...given })
  expect(answer).toBe(200)
}

it('60-MB2 the manifest has the school’s name, icons and colour, and shortcuts to scanning, leave and repair', async () => {
  await school.db.query(sql`update tenant set short_name = '测院' where id = ${school.tenantId}`)
  const first = await manifest()
  expect(first).toMatchObject({ short_name: '测院', lang: 'zh-CN', display: 'standalone', start_url: `/index?tenantId=${code}`, theme_color: '#2063c4' })
  // what makes a browser offer to install: icons of 192 and 512 pixels
  expect(first.icons.map(icon => icon.sizes)).toEqual(['192x192', '512x512', '512x512'])
  expect(first.shortcuts.map(({ name, url }) => [name, url.split('?')[0]])).toEqual([
    ['扫一扫', '/index'],
    ['请假', '/leave/apply'],
    ['报修', '/repair/apply'],
  ])
  expect(first.shortcuts[0]?.url).toBe(`/index?tenantId=${code}&open=scan`)

  await info({ globalTitle: '学工在线', logo: '/logo/school.png' })
  await school.db.query(sql`update app_info set theme = '{"primary":"#aa3300"}'::jsonb where tenant_id = ${school.tenantId} and app_type = 0`)
  await school.db.changed(appInfo)
  const own = await manifest()
  expect(own).toMatchObject({ name: expect.stringMatching(/学工在线$/), theme_color: '#aa3300' })
  expect(own.icons[0]).toEqual({ src: '/logo/school.png', sizes: 'any' })
  // the title of the phone pages goes before that of the web
  await info({ globalTitle: '掌上学工' }, 1)
  expect((await manifest()).name).toMatch(/掌上学工$/)
})
it('60-MB2 a shortcut has the name the school gave the service, in the language of the browser, and goes with it', async () => {
  const tile = (url: string) => [...tiles.values()].find(row => row.url === url)?.id as string
  const tiles = await school.db.cached(appName)
  await school.db.update(appName, tile('/leave/apply'), { name: '请销假', nameEn: 'Ask for leave' })
  await school.db.update(appName, tile('/repair/apply'), { isEnabled: false })
  expect((await manifest()).shortcuts.map(s => s.name)).toEqual(['扫一扫', '请销假'])
  expect(await manifest({}, code, 'en')).toMatchObject({ lang: 'en', shortcuts: [{}, { name: 'Ask for leave' }] })
})
it('60-MB2 each realm and each school is installed by itself; a realm without these pages has no shortcuts', async () => {
  expect(await manifest({ appType: 2 })).toMatchObject({ start_url: `/welcome/index?tenantId=${code}`, shortcuts: [] })
  expect(await manifest({ appType: 3 })).toMatchObject({ start_url: `/dzks/exame/index?tenantId=${code}`, shortcuts: [] })
  expect(await manifest({ appType: '../x' })).toMatchObject({ start_url: `/index?tenantId=${code}` })
  const other = await school.another()
  const [{ code: theirs = '' } = {}] = await other.db.query<{ code: string }>(sql`select code from tenant where id = ${other.tenantId}`)
  const foreign = await manifest({}, theirs)
  expect([foreign.start_url, foreign.name.includes('掌上学工'), foreign.shortcuts.length]).toEqual([`/index?tenantId=${theirs}`, false, 3])
  expect((await school.anonymous.get('base/openApi/manifest', { tenantId: 'nobody' })).code).toBe(400)
})
