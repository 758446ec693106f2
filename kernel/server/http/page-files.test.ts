import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webRoutes } from './static.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-dist-'))
const app = Fastify()
const MODULES = [
  {
    menus: [{ title: '学籍', children: [{ title: '学生信息', path: '/student/students', component: 'student/StudentPage' }] }],
    pages: [{ path: '/index', title: '工作台', component: 'student/GonePage', access: 'signedIn' as const, frame: 'shell' as const }],
  },
]
beforeAll(async () => {
  mkdirSync(join(folder, 'assets/modules-abc'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/assets/start-1.js"></script>')
  const pages = { StudentPage: { files: ['/assets/StudentPage-1.js', '/assets/start-1.js'], styles: ['/assets/student-1.css'] } }
  writeFileSync(join(folder, 'assets/modules-abc/student.json'), JSON.stringify({ pages }))
  webRoutes(app, { modules: MODULES, folder })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const linksAt = async (url: string, cookie = 'qlLogin=1; FlySource-Auth=x'): Promise<unknown> => (await app.inject({ url, headers: { cookie } })).headers.link

it('has somebody signed in fetch the files of the page at an address beside the program, which names its own', async () => {
  const wanted = [
    '</assets/modules-abc/student.json>; rel=preload; as=fetch; crossorigin',
    '</assets/StudentPage-1.js>; rel=modulepreload; crossorigin',
    '</assets/student-1.css>; rel=preload; as=style; crossorigin',
  ].join(', ')
  expect(await linksAt('/student/students?q=1')).toBe(wanted)
  expect(await linksAt('/student/students/')).toBe(wanted)
})
it('says nothing of a page to a visitor, and of addresses whose page the build does not have', async () => {
  expect(await linksAt('/student/students', 'qlLogin=1')).toBeUndefined()
  expect(await linksAt('/index')).toBeUndefined()
  expect(await linksAt('/nowhere')).toBeUndefined()
})
