import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Core, KernelCtx } from '../data/core.ts'
import { type CallAnswer, callRoute } from '../http/call-route.ts'
import { downloadHeaders } from '../http/download.ts'
import { idOf } from '../http/each-alone.ts'
import { param } from '../params/params.ts'
import { bodyOf, type Query } from '../records/query.ts'
import { checkRoute } from './check.ts'
import { previewPaper } from './preview.ts'
import type { Prints } from './prints.ts'
import { issuesOf, revoke } from './register.ts'
import { listTemplates } from './templates.ts'

const ISSUE = 'sheet:print:issue'
const REVOKE = 'sheet:print:revoke'
const DESIGN = 'sheet:print:design'

/** Printing, the print register, voiding and the public check. Part of service `sheet`. */
export function printRoutes(app: FastifyInstance, core: Core, prints: Prints): void {
  const route = (method: 'GET' | 'POST', path: string, permission: string, summary: string, answer: CallAnswer): void =>
    callRoute(app, core, { method, url: `/api/sheet/${path}`, permission, tag: '打印', summary }, answer)
  route('GET', 'printTemplate/list', ISSUE, '打印模板', (ctx, request) => listTemplates(ctx, textOf((request.query as Query).entity)))
  route('GET', 'print/issues', ISSUE, '打印记录', (ctx, request) => {
    const { bizType, bizId } = request.query as Query
    return issuesOf(ctx, textOf(bizType), textOf(bizId))
  })
  route('POST', 'print/issue', ISSUE, '打印', async (ctx, request, reply) => {
    const body = bodyOf(request.body)
    const made = await prints.issue(ctx, {
      code: textOf(body.code),
      ids: idsOf(body.ids),
      replace: body.replace === true,
      plain: body.plain === true,
      packed: body.packed === true,
      reason: textOf(body.reason).trim().slice(0, 200) || null,
      origin: await originOf(ctx, request),
    })
    return made.kind === 'job' ? { jobId: made.jobId } : reply.headers(downloadHeaders(made.name, made.count)).type(made.type).send(made.content)
  })
  route('POST', 'print/revoke', REVOKE, '作废文件', async (ctx, request) => {
    const body = bodyOf(request.body)
    await revoke(ctx, idOf(body), textOf(body.reason))
    return true
  })
  route('POST', 'print/preview', DESIGN, '预览打印模板', async (ctx, request, reply) =>
    reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .send(await previewPaper(ctx, prints, bodyOf(request.body))),
  )
  checkRoute(app, core)
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const idsOf = (value: unknown): string[] => [...new Set((Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []).map(String).filter(Boolean))]

/** Origin for QR codes; must be reachable from outside, so schools can configure it. */
async function originOf(ctx: KernelCtx, request: FastifyRequest): Promise<string> {
  const fixed = await param<string | null>(ctx.core, ctx.me.tenantId, 'print', 'checkAddress')
  return (fixed || `${request.protocol}://${request.host}`).replace(/\/+$/, '')
}
