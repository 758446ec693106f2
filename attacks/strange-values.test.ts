import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Field, shownFields } from '#model'
import { roleWithEverything } from '#testing/grants.ts'
import { upload } from '#testing/roster.ts'
import { callRoute, nameOf, routesOf } from '#testing/routes.ts'
import { type Actor, type Answer, openSchool, type School } from '#testing/school.ts'

// as many calls as there are fields, six times
vi.setConfig({ testTimeout: 900_000 })
let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  await roleWithEverything(school, 'everything', 'all')
  admin = await school.as({ roles: ['everything'] })
})
afterAll(() => school?.close())

const NUL = '\u0000'
const OPERATORS = ['', '.like', '.ge', '.le', '.in', '.isNull'] as const
/** Values that some database types cannot parse, beside some that they can. */
const VALUES = [
  'x',
  `a${NUL}b`,
  '2026-02-30',
  '0000-01-01',
  '2026-02-30T08:00:00+08:00',
  '2026-01-01T00:00:00+23:59',
  '2026-02-28T25:61',
  '-000001-01-01',
  '25:61',
  '99999999999999999999',
  '2147483648',
  '1e400',
  'constructor',
  '__proto__',
  ',',
  '08:30',
  '2026-09-01',
  '2026-09-01T08:00:00+08:00',
] as const
/** Values tried with every field; all `VALUES` are tried with one field of each kind. */
const COMMON: ReadonlyArray<readonly [string, string | readonly string[]]> = [
  ['.like', 'x'],
  ['', `a${NUL}b`],
  ['', '2026-02-30'],
  ['.ge', '99999999999999999999'],
  ['', ['1', '2']],
  ['.le', ['1', '2']],
]
interface Target {
  path: string
  name: string
  kind: string
}
/** All filterable fields of lists, including those common to all rows. */
const filterable = (): Target[] =>
  school.server.core.registry.modules.flatMap(m =>
    m.entities
      .filter(e => e.verbs.includes('list'))
      .flatMap(e => {
        const fields: ReadonlyArray<readonly [string, Pick<Field, 'kind'> | { kind: string }]> = [
          ...shownFields(e),
          ...['id', 'version', 'createdAt', 'createdBy'].map(name => [name, { kind: name }] as const),
        ]
        return fields.map(([name, { kind }]) => ({ path: `${m.service}/${e.wire}/list`, name, kind }))
      }),
  )
/** What is wrong with a response to a strange value: a 5xx, or a refusal without a message. */
const wrongWith = ({ status, code, errors, msg }: Answer<unknown>): string | undefined =>
  status >= 500 ? `fault ${code}` : code === 400 && !(errors.length && msg) ? `no explanation: ${msg}` : undefined

describe('whatever a filter says, the answer is rows or an explanation', () => {
  const tryOut = async (asked: readonly Target[], tries: ReadonlyArray<readonly [string, string | readonly string[]]>): Promise<string[]> => {
    const wrong: string[] = []
    const left = [...asked]
    const some = async (): Promise<void> => {
      for (let next = left.pop(); next; next = left.pop()) {
        const { path, name, kind } = next
        for (const [operator, value] of tries) {
          const is = wrongWith(await admin.get(path, { size: 1, [`filters.${name}${operator}`]: value }))
          if (is) wrong.push(`${path} ${name}${operator} (${kind}) ${JSON.stringify(value)}: ${is}`)
        }
      }
    }
    await Promise.all(Array.from({ length: 4 }, some))
    return wrong
  }
  it('every field of every list', async () => {
    const asked = filterable()
    expect(asked.length).toBeGreaterThan(1000)
    expect(await tryOut(asked, COMMON)).toEqual([])
  })
  it('a field of every kind, with every operator and every value', async () => {
    const kinds = [...new Map(filterable().map(asked => [asked.kind, asked])).values()]
    expect(kinds.length).toBeGreaterThan(12)
    expect(
      await tryOut(
        kinds,
        OPERATORS.flatMap(operator => VALUES.map(value => [operator, value] as const)),
      ),
    ).toEqual([])
  })
  it('times of day are found, whatever type their column has', async () => {
    for (const [path, name] of [
      ['signIn/signTask/list', 'openTime'],
      ['base/lessonSection/list', 'begin'],
    ] as const) {
      expect((await admin.get(path, { [`filters.${name}`]: '08:30', [`filters.${name}.ge`]: '08:00' })).code).toBe(200)
      expect((await admin.get(path, { [`filters.${name}`]: '25:61' })).errors[0]?.rule).toBe('list.badFilter')
    }
  })
  it('the conditions of a question and of an export are judged alike', async () => {
    const ask = (value: unknown, path: string) =>
      admin.post('query/savedQuery/run', { subject: 'student', spec: { columns: ['studentNo'], where: { all: [{ path, op: 'eq', value }] } } })
    const take = (params: unknown) => admin.post('base/student/export', { params, header: { studentNo: '学号' } })
    expect([(await ask('2006-01-31', 'birthDate')).code, (await take({ filters: { birthDate: '2006-01-31' } })).code]).toEqual([200, 200])
    for (const value of [`a${NUL}b`, '2026-02-30', { toString: 1 }, [{ toString: 1 }], ['2026-02-30'], 1e308]) {
      expect([value, (await ask(value, 'birthDate')).code]).toEqual([value, typeof value === 'string' && value.includes(NUL) ? 400 : 422])
      for (const params of [{ filters: { birthDate: value } }, { 'filters.birthDate.in': [value] }, { ids: [value] }])
        expect([params, (await take(params)).code]).toEqual([params, 400])
    }
  })
})
describe('text that no database can store is refused where it comes in', () => {
  it('a NUL character in any parameter of an open call', async () => {
    const names = ['id', 'ids', 'code', 'tenantId', 'fileId', 'type', 'keyword', 'key', 'ticket', 'token', 'state', 'source', 'name', 'userName', 'mobile']
    const wrong: string[] = []
    for (const route of routesOf(school).filter(r => r.open))
      for (const name of names) {
        const answer = await callRoute(school.anonymous, route, { [name]: `a${NUL}b` })
        if (answer.status >= 500 || answer.code === 200) wrong.push(`${nameOf(route)} ${name}: ${answer.code}`)
      }
    expect(wrong).toEqual([])
  })
  it('in a body, a form, a part of a multipart form, the path and the credentials of a client', async () => {
    const refused = { code: 400, errors: [{ rule: 'http.unstorable' }] }
    for (const bad of [`a${NUL}b`, '\ud800', '\udc00\ud800'])
      for (const body of [{ name: bad }, { x: { y: [bad] } }, { [bad]: 1 }]) expect(await admin.post('base/campus/add', body)).toMatchObject(refused)
    expect(await admin.post('base/campus/add', `{"name":"\\\\u0000"}`, { 'content-type': 'application/json' })).not.toMatchObject(refused)
    const form = (text: string) => admin.post('base/campus/remove', text, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(await form('ids=%00')).toMatchObject(refused)
    expect((await form('a%00=1')).errors[0]?.rule).toBe('http.badQuery')
    expect(await upload(admin, 'oss/oss/endpoint/put-file', Buffer.from('x'), 'a.txt', { bizType: `a${NUL}b` })).toMatchObject(refused)
    expect(await school.anonymous.get('/api/flySource-auth/openApi/social/%00/callback')).toMatchObject(refused)
    const answer = await school.anonymous.post('auth/oauth/token', undefined, { authorization: `Basic ${btoa(`a${NUL}b:c`)}` })
    expect(wrongWith(answer)).toBeUndefined()
  })
  it('what is nested deeper than any form is refused before anything follows it', async () => {
    for (const depth of [101, 20_000, 200_000]) {
      const answer = await admin.post('base/baseParams/submit', `{"content":${'['.repeat(depth)}${']'.repeat(depth)}}`, { 'content-type': 'application/json' })
      expect([depth, answer.code, answer.errors[0]?.rule]).toEqual([depth, 400, 'http.unstorable'])
    }
  })
})
describe('names that every object has', () => {
  const NAMES = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf']
  it('are no columns, no fields of an upload and no switches', async () => {
    for (const name of NAMES) {
      const header = { [name]: '标题' }
      expect([name, wrongWith(await admin.post('base/student/export', { header, params: {}, reason: '核对' }))]).toEqual([name, undefined])
      expect([name, wrongWith(await admin.post('base/student/export', { header: { studentNo: '学号' }, params: { [name]: 1 }, plain: { toString: 1 } }))]).toEqual([
        name,
        undefined,
      ])
      expect([name, wrongWith(await upload(admin, 'oss/oss/endpoint/put-file', Buffer.from('x'), 'a.txt', { bizType: 'student', field: name }))]).toEqual([name, undefined])
      expect([name, wrongWith(await upload(admin, 'oss/oss/endpoint/put-file', Buffer.from('x'), 'a.txt', { bizType: name, field: name }))]).toEqual([name, undefined])
      for (const query of [{ sort: name }, { columns: name }, { [name]: '1' }, { keyword: name }])
        expect([query, wrongWith(await admin.get('base/campus/list', query))]).toEqual([query, undefined])
    }
  })
  it('an import is committed by a switch, whatever object stands in its place', async () => {
    expect(wrongWith(await admin.post('sheet/importJob/commit', { id: crypto.randomUUID(), goodOnly: { toString: 1 } }))).toBeUndefined()
  })
})
it('a picture that is damaged has no small one, and says so', async () => {
  const whole = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2063c4' } })
    .png()
    .toBuffer()
  const { data } = await upload<{ fileId: string }>(admin, 'oss/oss/endpoint/put-file', whole.subarray(0, 60), 'a.png')
  const answer = await admin.get('oss/oss/endpoint/link-file', { fileId: data.fileId, size: 200 })
  expect([answer.status, answer.errors[0]?.rule]).toEqual([400, 'file.preview'])
})
