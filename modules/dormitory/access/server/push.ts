import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Code, Refusal, type Row } from '#model'
import type { Db } from '#server/context.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { AddressLimit } from '#server/identity/address-limit.ts'
import type { Identity } from '#server/identity/index.ts'
import { accessDevice } from '../model/access-event.ts'
import { MOST_RECORDS } from '../model/intake.ts'
import { takeIn } from './ingest-passages.ts'
import { isSignedBy, isSkewed } from './signature.ts'

/** Rate limit of failed requests per address and minute; successful ones are not counted. */
const WRONG_A_MINUTE = 600
const BODY_LIMIT = 1_048_576
/** Dummy secret for unknown devices, so that answer and timing are the same. */
const NOBODY = '0'.repeat(32)
const TEXTS = {
  malformed: '上报要带请求头 Tenant-Id、Device-Code、Device-Timestamp、Device-Signature，写法见门禁设备页的说明',
  signature: '设备签名不正确',
  skew: '设备时间与服务器相差超过 5 分钟',
  disabled: '设备“{code}”已停用',
  form: '内容应为 {"records": [...]}',
  tooMany: '一次最多上报 {most} 条，这次 {count} 条',
} as const
type Device = Row<typeof accessDevice>
const refusal = (rule: keyof typeof TEXTS, values: Record<string, unknown> = {}, code: Code = 400): Refusal =>
  new Refusal(code, [{ rule: `dormitory.accessEvent.${rule}`, text: TEXTS[rule], values }], rule === 'skew' ? { serverTime: Date.now() } : null)

/** POST accessEvent/openApi/push: no session, authenticated by the device's HMAC signature. Signed requests without records are heartbeats. */
export default customRoutes((app, { identity }) => {
  const wrong = new AddressLimit()
  app.register(async (scoped: FastifyInstance) => {
    // the signature covers the raw bytes of the body
    scoped.removeContentTypeParser('application/json')
    scoped.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body))
    scoped.post('/api/dorm/accessEvent/openApi/push', { config: { open: 'devices have no account: each call is signed with the secret of its device' } }, async request => {
      const caller = await callerOf(identity, request).catch(error => {
        wrong.count(request.ip, WRONG_A_MINUTE)
        throw error
      })
      const answer = await caller.db.tx(db => takeIn(db, recordsOf(request.body), 'push', caller.device.code))
      const faults = answer.faults.map(f => ({ index: f.index, msg: f.issues.map(i => formatIssue(request.lang, i)).join('；'), rule: f.issues[0]?.rule }))
      return success({ ...answer, faults }, request.id, request.lang)
    })
  })
})
const one = (value: unknown): string => (typeof value === 'string' && value.length <= 100 ? value : '')
/** 20-DA1: rejects the whole request unless signed by a device of this school within the last five minutes. */
async function callerOf(identity: Identity, { headers, body }: FastifyRequest): Promise<{ db: Db; device: Device }> {
  const [code, timestamp, signature] = [one(headers['device-code']), one(headers['device-timestamp']), one(headers['device-signature'])]
  if (!code || !/^\d{13}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature) || !Buffer.isBuffer(body)) throw refusal('malformed')
  const school = await identity.schools.byCode(one(headers['tenant-id']))
  const db = identity.deps.gateOf(school.id)
  const device = await db.unscoped(accessDevice).with('secret').find({ code }) // a valid signature identifies the device
  if (!isSignedBy(device?.secret ?? NOBODY, timestamp, body, signature) || !device) throw refusal('signature', {}, 401)
  if (isSkewed(timestamp)) throw refusal('skew')
  if (!device.isEnabled || school.state !== 'active') throw refusal('disabled', { code }, 403)
  return { db, device }
}
function recordsOf(body: unknown): readonly unknown[] {
  const { records } = parsed(body)
  if (!Array.isArray(records)) throw refusal('form')
  if (records.length > MOST_RECORDS) throw refusal('tooMany', { most: MOST_RECORDS, count: records.length })
  return records
}
function parsed(body: unknown): { records?: unknown } {
  try {
    return (JSON.parse(String(body)) ?? {}) as { records?: unknown }
  } catch {
    throw refusal('form')
  }
}
