import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../base/escape-html.ts'

declare module '../data/core.ts' {
  interface Core {
    /** Every route of the API as declared. */
    routes: Documented[]
  }
}
/** JSON schema of a route's input. */
export interface InputSchema {
  properties?: Readonly<Record<string, unknown>>
  required?: readonly string[]
}
/** A route as it was declared. */
export interface Documented {
  method: string
  url: string
  tag: string
  summary: string
  /** JSON schema of the body, or of the query of a GET; undefined where the route parses its own input. */
  input: (() => InputSchema) | undefined
  permission: string
  open: string
  deprecatedAt: string | null
  response: unknown
}

/** Collects every route as it is registered and serves them as OpenAPI 3.1 and as an HTML page. */
export function openApiRoutes(app: FastifyInstance, routes: Documented[]): void {
  app.addHook('onRoute', route => {
    if (!route.url.startsWith('/api/') || route.url.startsWith('/api/docs') || route.method === 'HEAD' || route.config?.calls) return
    const { tags, summary, input, response } = (route.schema ?? {}) as { tags?: string[]; summary?: string; input?: () => InputSchema; response?: Record<string, unknown> }
    routes.push({
      method: String(route.method),
      url: route.url,
      tag: tags?.[0] ?? route.url.split('/')[2] ?? '',
      summary: summary ?? '',
      input,
      permission: route.config?.permission ?? '',
      open: route.config?.open ?? '',
      deprecatedAt: route.config?.deprecatedAt ?? null,
      response: response?.[200] ?? {},
    })
  })
  const config = { open: 'the contract is public; it holds no data' }
  app.get(
    '/api/docs/openapi.json',
    { config },
    answerOnce('application/json; charset=utf-8', () => JSON.stringify(document(routes))),
  )
  app.get(
    '/api/docs',
    { config },
    answerOnce('text/html; charset=utf-8', () => page(routes)),
  )
}
/** Serves a text that is constant for the process: built on the first request, 304 for a matching ETag. */
function answerOnce(type: string, make: () => string) {
  let made: { body: Buffer; etag: string } | undefined
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    made ??= withTag(Buffer.from(make()))
    const { body, etag } = made
    reply.headers({ etag, 'cache-control': 'public, no-cache' })
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.type(type).send(body)
  }
}
const withTag = (body: Buffer): { body: Buffer; etag: string } => ({ body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` })
function document(routes: readonly Documented[]): unknown {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const r of routes) {
    paths[r.url] = {
      ...paths[r.url],
      [r.method.toLowerCase()]: {
        tags: [r.tag],
        summary: r.summary,
        description: r.open ? `Open: ${r.open}` : `Permission: ${r.permission}`,
        ...(r.deprecatedAt ? { deprecated: true, 'x-deprecated-at': r.deprecatedAt } : {}),
        ...handed(r),
        security: r.open ? [] : [{ token: [] }],
        responses: { 200: { description: 'OK', content: { 'application/json': { schema: r.response } } }, 400: { description: 'refused; see body code' } },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: '青蓝 Qinglan', version: '1' },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'FlySource-Auth' } } },
    paths,
  }
}
function handed({ method, input: made }: Documented): Record<string, unknown> {
  const input = made?.()
  if (!input) return {}
  if (method !== 'GET') return { requestBody: { content: { 'application/json': { schema: input } } } }
  const isRequired = (name: string): boolean => input.required?.includes(name) ?? false
  return { parameters: Object.entries(input.properties ?? {}).map(([name, schema]) => ({ name, in: 'query', required: isRequired(name), schema })) }
}
function page(routes: readonly Documented[]): string {
  const tags = [...new Set(routes.map(r => r.tag))].sort()
  const section = (tag: string): string =>
    `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2><table><thead><tr><th>Method</th><th>Address</th><th></th><th>Who</th></tr></thead><tbody>${routes
      .filter(r => r.tag === tag)
      .sort((a, b) => a.url.localeCompare(b.url))
      .map(
        r =>
          `<tr><td>${r.method}</td><td><code>${escapeHtml(r.url.replace(/^\/api\/([a-z]+)/i, '/api/flySource-$1'))}</code></td><td>${escapeHtml(r.summary)}${r.deprecatedAt ? ` <em>deprecated ${r.deprecatedAt}</em>` : ''}</td><td><code>${escapeHtml(r.permission || 'open')}</code></td></tr>`,
      )
      .join('')}</tbody></table>`
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>青蓝 API</title><style>${STYLE}</style></head><body>
    <h1>青蓝 API</h1><p>Every address answers under <code>/api/flySource-{service}</code> and <code>/api/{service}-resource</code>. Machine-readable: <a href="/api/docs/openapi.json">openapi.json</a></p>
    <nav>${tags.map(t => `<a href="#${escapeHtml(t)}">${escapeHtml(t)}</a>`).join(' · ')}</nav>${tags.map(section).join('')}</body></html>`
}
const STYLE =
  'body{font:14px/1.57 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#16202d;max-width:1100px;margin:32px auto;padding:0 16px}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:6px 10px;border-bottom:1px solid #ebeff4;vertical-align:top}th{color:#566275;font-weight:600}code{font-size:13px;word-break:break-all}a{color:#2063c4}'
