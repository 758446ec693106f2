import { createHash } from 'node:crypto'

/** Tenant of the demo school. */
export const TENANT = '100001'

/** HTTP client to prepare data for a test. */
export interface Api {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
  /** Uploads a file with form fields before it. */
  upload<T>(path: string, fields: Readonly<Record<string, string>>, file: Buffer, name: string): Promise<T>
}
/** Changes some parameters of a group. */
export async function setParameter(admin: Api, paramsId: string, patch: Record<string, unknown>): Promise<void> {
  const { version, content } = await admin.get<{ version: number; content: Record<string, unknown> }>(`base/baseParams/getOne?paramsId=${paramsId}`)
  await admin.post('base/baseParams/submit', { paramsId, version, content: { ...content, ...patch }, isConfirmed: true })
}
/** Menu id of a screen in a user's menu. */
export async function menuId(api: Api, path: string): Promise<string | undefined> {
  interface Entry {
    id: string
    path: string | null
    children: Entry[]
  }
  const all = (entries: readonly Entry[]): Entry[] => entries.flatMap(entry => [entry, ...all(entry.children)])
  return all(await api.get<Entry[]>('base/sysMenu/getUserRoutes?appType=0')).find(entry => entry.path === path)?.id
}
/** Response of the password grant; throws if it contains no token. */
export async function tokenFor(url: string, userName: string, password: string): Promise<{ access_token: string }> {
  const md5 = createHash('md5').update(password).digest('hex')
  const headers = { authorization: `Basic ${btoa('qinglan-web:qinglan-web')}` }
  const form = new URLSearchParams({ tenantId: TENANT, username: userName, password: md5, grant_type: 'password', type: 'account' })
  const answer = (await (await fetch(`${url}/api/flySource-auth/oauth/token`, { method: 'POST', headers, body: form })).json()) as { access_token?: string }
  if (!answer.access_token) throw new Error(`${userName} is not let in: ${JSON.stringify(answer)}`)
  return { ...answer, access_token: answer.access_token }
}
export async function apiAs(url: string, userName: string, password: string): Promise<Api> {
  const { access_token: token } = await tokenFor(url, userName, password)
  const call = async <T>(path: string, init: RequestInit): Promise<T> => {
    const answer = (await (
      await fetch(`${url}/api/flySource-${path}`, {
        ...init,
        headers: { 'flysource-auth': `bearer ${token}`, ...(init.body instanceof FormData ? {} : { 'content-type': 'application/json' }) },
      })
    ).json()) as { code: number; msg: string; data: T }
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  return {
    get: path => call(path, { method: 'GET' }),
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
    upload: (path, fields, file, name) => {
      const body = new FormData()
      for (const [key, value] of Object.entries(fields)) body.append(key, value)
      body.append('file', new Blob([new Uint8Array(file)]), name)
      return call(path, { method: 'POST', body })
    },
  }
}
