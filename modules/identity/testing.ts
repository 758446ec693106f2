import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { CaptchaType } from '#server/identity/captcha.ts'
import type { CodeScene } from '#server/identity/codes.ts'
import { hashPassword, md5 } from '#server/identity/hashing.ts'
import { smsSender, smsSenders } from '#server/notifications/sms.ts'
import { solvedCaptcha } from '#testing/captcha.ts'
import { replaceRegistrations } from '#testing/registrations.ts'
import { openSchool, type School } from '#testing/school.ts'

export const PASSWORD = 'Qinglan@2026'
export const BASIC = `Basic ${Buffer.from('qinglan-web:qinglan-web').toString('base64')}`
export interface Reply {
  status: number
  body: Record<string, unknown>
  cookies: string[]
}
interface TestUser {
  userName?: string
  accountNo?: string
  mobile?: string
  isVerified?: boolean
  realm?: 'admin' | 'welcome' | 'exam'
  roles?: readonly string[]
  userType?: number
  departmentId?: string
}
interface SignInOptions {
  scene?: CodeScene
  /** No captcha at all, or this one. */
  captcha?: false | { key: string; code: string }
  mfaTicket?: string
  address?: string
  appType?: string
  /** Registration ticket. */
  ticket?: string
  /** The caller's access token. */
  token?: string
  /** Resets the rate limits of the number. */
  fresh?: boolean
}
/** A school whose accounts have passwords and mobile numbers, with a fake SMS channel that records every code. */
export interface CredentialSchool {
  school: School
  db: Db
  tenantId: string
  /** Messages sent. */
  sent: Array<{ mobile: string; scene: string; code: string }>
  user(given?: TestUser): Promise<string>
  token(params: Record<string, string>, headers?: Record<string, string>, address?: string): Promise<Reply>
  call(method: 'GET' | 'POST', path: string, body?: object, headers?: Record<string, string>, address?: string): Promise<Reply>
  get(path: string, accessToken: string): Promise<Reply>
  /** Polls a token until the process has received the session's invalidation; the last reply if that takes longer than five seconds. */
  ended(accessToken: string): Promise<Reply>
  captcha(type: CaptchaType): Promise<{ key: string; code: string }>
  ask(mobile: string, asked?: SignInOptions): Promise<Reply>
  /** Requests a code and reads it from the fake channel. */
  code(mobile: string, scene?: CodeScene, asked?: SignInOptions): Promise<string>
  /** Ages all requested codes by these seconds. */
  age(seconds: number): Promise<void>
  /** Waits until pending messages are sent. */
  settled(): Promise<void>
  withoutSender<T>(work: () => Promise<T>): Promise<T>
  params(group: string, content: Record<string, unknown>): Promise<void>
  close(): Promise<void>
}
export async function credentialSchool(options: Parameters<typeof openSchool>[1] = {}): Promise<CredentialSchool> {
  const school = await openSchool([], options)
  const { db, tenantId, server } = school
  const hash = await hashPassword(PASSWORD)
  const sent: CredentialSchool['sent'] = []
  const sender = [
    smsSender(async (_db, mobile, scene, code) => {
      sent.push({ mobile, scene, code })
    }),
  ]
  replaceRegistrations(server.core.registry, smsSenders, sender)
  let count = 0
  const call: CredentialSchool['call'] = async (method, path, body, headers = {}, address = `10.20.${(count >> 8) & 255}.${count++ & 255}`) => {
    const reply = await server.app.inject({
      method,
      url: path.startsWith('/') ? path : `/api/flySource-auth/${path}`,
      headers: { authorization: BASIC, ...headers },
      remoteAddress: address,
      ...(body ? { payload: body } : {}),
    })
    const cookies = reply.headers['set-cookie']
    return { status: reply.statusCode, body: reply.body ? (reply.json() as Record<string, unknown>) : {}, cookies: [cookies ?? []].flat() }
  }
  const made: CredentialSchool = {
    school,
    db,
    tenantId,
    sent,
    call,
    async user(given = {}) {
      const name = given.userName ?? given.accountNo ?? `p${randomBytes(5).toString('hex')}`
      const realm = given.realm ?? 'admin'
      const rows = await db.query<{ id: string }>(sql`
        insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, mobile, mobile_verified, department_id, password_hash, pass_word_level, password_changed_at, must_change_password)
        values (${tenantId}, ${realm}, ${name}, ${given.accountNo ?? name}, '王小明', ${realm === 'admin' ? (given.userType ?? 1) : null}, ${given.mobile ?? null}, ${given.isVerified ?? false},
          ${given.departmentId ?? null}, ${hash}, 2, now(), false) returning id`)
      const id = rows[0]?.id as string
      await db.query(
        sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, ${id} from role where tenant_id = ${tenantId} and code = any(${[...(given.roles ?? ['teacher'])]}::text[])`,
      )
      return id
    },
    token: (params, headers = {}, address) =>
      call('POST', 'oauth/token', { tenantId: '100001', grant_type: 'password', type: 'account', scope: 'all', password: md5(PASSWORD), ...params }, headers, address),
    async get(path, accessToken) {
      return call('GET', `/api/flySource-${path}`, undefined, { 'flysource-auth': `bearer ${accessToken}` })
    },
    async ended(accessToken) {
      const until = Date.now() + 5000
      let reply = await made.get('base/sysUser/getUserInfo', accessToken)
      while (reply.status !== 401 && Date.now() < until) {
        await new Promise(done => setTimeout(done, 50))
        reply = await made.get('base/sysUser/getUserInfo', accessToken)
      }
      return reply
    },
    captcha: type => solvedCaptcha(server.identity, type),
    async ask(mobile, asked = {}) {
      if (asked.fresh) await made.age(90_000)
      const scene = asked.scene ?? 'login'
      const type = scene === 'reset' || scene === 'bind' ? scene : 'mobile'
      const captcha = asked.captcha === false ? undefined : (asked.captcha ?? (await made.captcha(type)))
      const body = {
        tenantId: '100001',
        scene,
        ...(asked.mfaTicket ? { mfaTicket: asked.mfaTicket } : { mobile }),
        ...(asked.ticket ? { ticket: asked.ticket } : {}),
        ...(asked.appType ? { appType: asked.appType } : {}),
        ...(captcha ? { captchaKey: captcha.key, captchaCode: captcha.code } : {}),
      }
      return call('POST', 'openApi/smsCode', body, asked.token ? { 'flysource-auth': `bearer ${asked.token}` } : {}, asked.address)
    },
    async code(mobile, scene = 'login', asked = {}) {
      const before = sent.length
      const answer = await made.ask(mobile, { scene, ...asked })
      if (answer.status !== 200) throw new Error(String(answer.body.msg))
      for (let i = 0; i < 100 && sent.length === before; i++) await new Promise(done => setTimeout(done, 20))
      const last = sent.at(-1)
      if (sent.length === before || last?.mobile !== mobile) throw new Error(`no code came to ${mobile}`)
      return last.code
    },
    async age(seconds) {
      await db.query(sql`update auth_challenge set created_at = created_at - make_interval(secs => ${seconds}) where kind = 'sms'`)
    },
    settled: () => new Promise(done => setTimeout(done, 200)),
    async withoutSender(work) {
      const restore = replaceRegistrations(server.core.registry, smsSenders, [])
      try {
        return await work()
      } finally {
        restore()
      }
    },
    async params(group, content) {
      await db.query(sql`delete from base_params where tenant_id = ${tenantId} and params_id = ${group}`)
      await db.query(sql`insert into base_params (tenant_id, params_id, content) values (${tenantId}, ${group}, ${JSON.stringify(content)}::jsonb)`)
      server.core.cache.drop(tenantId, 'baseParams')
    },
    close: () => school.close(),
  }
  return made
}
