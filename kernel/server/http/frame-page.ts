import type { FastifyInstance } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import { Refusal } from '#model'
import { escapeHtml } from '../base/escape-html.ts'
import type { Core } from '../data/core.ts'
import { param } from '../params/params.ts'

/** Key derivation purpose of the tokens of framed pages. */
const FRAME_KEY = 'framed page'
const PATH = '/api/frame'
const SECONDS = 60
const ALGORITHM = 'HS256'

/** Path of a page of our own that frames `address` for this school. The product's pages frame nothing else, so that what one school allows is of no use on a page of another, also
 *  where they share an address. */
export async function framePath(keys: { key(purpose: string): Buffer }, tenantId: string, address: string): Promise<string> {
  const token = new SignJWT({ address }).setProtectedHeader({ alg: ALGORITHM }).setSubject(tenantId).setExpirationTime(`${SECONDS}s`)
  return `${PATH}?token=${await token.sign(keys.key(FRAME_KEY))}`
}
/** Serves these pages. Their policy admits the hosts of the one school: the framed page may lead on to another of them. */
export function framePage(app: FastifyInstance, core: Core): void {
  app.get(PATH, { config: { open: 'the token is signed, lasts a minute and says which page of which school' } }, async (request, reply) => {
    const { token } = request.query as { token?: unknown }
    const { address, tenantId } = await read(core, token)
    const policy = `default-src 'none';style-src 'unsafe-inline';frame-src ${await sourcesOf(core, tenantId)};base-uri 'none';form-action 'none';frame-ancestors 'self'`
    return reply.header('content-security-policy', policy).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(pageOf(address))
  })
}
async function read(core: Core, token: unknown): Promise<{ address: string; tenantId: string }> {
  const verified = await jwtVerify(String(token), core.key(FRAME_KEY), { algorithms: [ALGORITHM] }).catch(() => undefined)
  const { address, sub } = verified?.payload ?? {}
  if (typeof address !== 'string' || !sub) throw new Refusal(404, [{ rule: 'http.framedPage', text: '这个页面的链接已过期，请重新打开' }])
  return { address, tenantId: sub }
}
/** Hosts the school allows, as sources of a policy: without a port, any port. */
async function sourcesOf(core: Core, tenantId: string): Promise<string> {
  const hosts = ((await param<string | null>(core, tenantId, 'shell', 'frameHosts')) ?? '').split(/[\s,，;；]+/).filter(host => /^(\*\.)?[a-z\d.-]+(:\d+)?$/i.test(host))
  return hosts.map(host => (host.includes(':') ? host : `${host}:*`)).join(' ') || "'none'"
}
/** Sandbox: scripts and forms are allowed, navigating our page is not. */
const pageOf = (address: string): string => `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${escapeHtml(new URL(address).host)}</title>
<style>html,body,iframe{width:100%;height:100%;margin:0;border:0;display:block}</style>
<iframe src="${escapeHtml(address)}" title="${escapeHtml(new URL(address).host)}" sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads" referrerpolicy="no-referrer"></iframe></html>`
