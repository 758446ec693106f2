import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Core } from '#server/data/core.ts'
import { forEachTenant } from '#server/data/each-tenant.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { AddressLimit } from '#server/identity/address-limit.ts'
import { merchantOf } from '../../merchants/server/api.ts'
import { takeNotice } from './take-notice.ts'

const BODY_LIMIT = 65_536
/** Notices an address may send to accounts that are not there, a minute. */
const UNKNOWN_A_MINUTE = 60
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
interface NoticeParams {
  provider: string
  merchantId: string
}
/** The school of an account, which never changes. The address of a notice names the account alone. */
function schoolFinder(core: Core): (of: NoticeParams) => Promise<string | undefined> {
  const kept = new LRUCache<string, string>({ max: 2_000 })
  return async ({ provider, merchantId }) => {
    if (!UUID.test(merchantId)) return undefined
    const key = `${provider} ${merchantId}`
    if (!kept.has(key)) {
      const query = `select to_jsonb(tenant_id) from merchant_account where tenant_id = $1 and id = ($2->>'merchantId')::uuid and provider = $2->>'provider'`
      const [tenantId] = await forEachTenant<string>(core, query, { provider, merchantId })
      if (tenantId) kept.set(key, tenantId)
    }
    return kept.get(key)
  }
}
/** Notices of providers. The body is kept byte for byte, since its signature covers these very bytes. */
export default customRoutes((app, { core, identity }) => {
  const [unknown, schoolOf] = [new AddressLimit(), schoolFinder(core)]
  app.register(async (scoped: FastifyInstance) => {
    scoped.removeAllContentTypeParsers()
    scoped.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body))
    scoped.post(
      '/api/fee/openApi/pay/notify/:provider/:merchantId',
      { config: { open: 'providers have no account: each notice is believed by its signature alone' } },
      async (request, reply) => {
        const asked = request.params as NoticeParams
        const tenantId = await schoolOf(asked)
        if (!tenantId) {
          unknown.count(request.ip, UNKNOWN_A_MINUTE)
          return reply.code(404).type('text/plain').send('fail')
        }
        const db = identity.deps.gateOf(tenantId)
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { status, type, body } = await takeNotice(db, await merchantOf(db, asked.merchantId), request.headers, rawBody, request.ip)
        return reply.code(status).type(type).send(body)
      },
    )
  })
})
