import { createHash } from 'node:crypto'
import { type Agent, request } from 'node:http'
import { PASSWORD, withClient } from './database.ts'
import { COLLEGES, departmentName } from './generate.ts'
import type { Shot } from './load.ts'
import { SCHOOL_CODE } from './school.ts'

/** A signed-in user of the product. */
export interface Session {
  port: number
  headers: Record<string, string>
}
/** Client header of the web app, sent with every call. */
const CLIENT = `Basic ${Buffer.from('qinglan-web:qinglan-web').toString('base64')}`
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

export const tokenShot = (userName: string, password: string, type = 'account'): Shot => ({
  method: 'POST',
  path: '/api/flySource-auth/oauth/token',
  headers: { authorization: CLIENT, 'content-type': 'application/x-www-form-urlencoded', 'tenant-id': SCHOOL_CODE },
  body: String(new URLSearchParams({ tenantId: SCHOOL_CODE, username: userName, password: md5(password), grant_type: 'password', type })),
})
/** Signs in through the token endpoint, by password or in another realm. */
export async function signIn(port: number, userName: string, password: string, type?: 'welcome' | 'exam'): Promise<Session> {
  const shot = tokenShot(userName, password, type)
  const answer = await fetch(`http://127.0.0.1:${port}${shot.path}`, { method: shot.method, headers: shot.headers, body: shot.body ?? '' })
  const body = (await answer.json()) as { access_token?: string; msg?: string }
  if (!body.access_token) throw new Error(`${userName} cannot sign in: ${body.msg}`)
  return { port, headers: { 'FlySource-Auth': `bearer ${body.access_token}`, 'Accept-Language': 'zh-cn' } }
}
const AT_ONCE = 16
/** Signs in many, by user name. */
export async function signInAll(port: number, names: readonly string[], type?: 'welcome' | 'exam'): Promise<Map<string, Session>> {
  const sessions = new Map<string, Session>()
  const left = [...names]
  const one = async (): Promise<void> => {
    for (let name = left.pop(); name; name = left.pop()) sessions.set(name, await signIn(port, name, PASSWORD, type))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return sessions
}
export interface Answer {
  code: number
  msg: string
}
/** Sends without throwing: resolves to the response or the network error. */
export const post = ({ port, headers }: Session, path: string, body: string, agent: Agent): Promise<Answer> =>
  new Promise(done => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers: { ...headers, 'content-type': 'application/json' }, agent }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => done(JSON.parse(Buffer.concat(parts).toString()) as Answer))
    })
    sent.on('error', error => done({ code: 0, msg: error.message }))
    sent.end(body)
  })
interface Envelope<T> {
  code: number
  msg: string
  data: T
}
/** One call of the product, of the service `base` unless the path starts with a slash; throws on a refusal. */
export async function call<T>(session: Session, path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : body instanceof FormData ? { method: 'POST', body } : { method: 'POST', body: JSON.stringify(body) }
  const isJson = typeof init.body === 'string'
  const answer = await fetch(`http://127.0.0.1:${session.port}${path.startsWith('/') ? path : `/api/flySource-base/${path}`}`, {
    ...init,
    headers: { ...session.headers, ...(isJson ? { 'content-type': 'application/json' } : {}) },
  })
  const envelope = (await answer.json()) as Envelope<T>
  if (envelope.code !== 200) throw new Error(`${path}: ${envelope.code} ${envelope.msg}`)
  return envelope.data
}
export interface School {
  /** Department ids of the eastern colleges, in order. */
  departments: string[]
  /** Ids of students in the data scope of the signed-in account. */
  students: string[]
  /** Classes of these colleges, for new students. */
  classes: Array<{ id: string; grade: number; college: number }>
  /** The eastern campus, for new venues. */
  campus: string
}
/** Ids of the filled school, read by SQL. */
export function schoolOf(url: string): Promise<School> {
  return withClient(url, async client => {
    const names = COLLEGES.map((_, i) => departmentName(i, 0))
    const departments = await client.query<{ id: string }>('select id from department where name = any($1) order by array_position($1, name)', [names])
    const ids = departments.rows.map(d => d.id)
    const students = await client.query<{ id: string }>('select id from student where department_id = any($1) order by md5(id::text) limit 5000', [ids])
    const classes = await client.query<{ id: string; grade: number; college: number }>(
      'select id, grade, array_position($1::uuid[], department_id) - 1 as college from stu_class where department_id = any($1)',
      [ids],
    )
    const [campus] = (await client.query<{ id: string }>('select id from campus order by code limit 1')).rows
    if (!campus) throw new Error('the school has no campus')
    return { campus: campus.id, departments: ids, students: students.rows.map(s => s.id), classes: classes.rows }
  })
}
