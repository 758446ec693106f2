import type { FastifyRequest } from 'fastify'
import { type Entity, type Module, permissionKey } from '#model'
import type { Core, KernelCtx } from '../data/core.ts'
import { refuseWhenLimited } from '../licence/licence-status.ts'
import { history } from '../records/history.ts'
import { bodyOf, columnsIn, listQuery, type Query } from '../records/query.ts'
import { addUnread, getOne, hiddenAudited, namingDuplicate, page, remove, reveal, select, update } from '../records/verbs.ts'
import { contextOf } from './app.ts'
import type { CallTable, DeclaredCall } from './call-table.ts'
import { eachAlone, idOf, idsIn, inTransaction } from './each-alone.ts'
import { success } from './envelope.ts'
import { onceInTransaction } from './idempotent.ts'
import type { InputSchema } from './openapi.ts'
import { inputSchema, listSchema, pageSchema, ROW_INPUTS, rowSchema, SAVED_SCHEMA, updateSchema } from './schema.ts'

type Work = (ctx: KernelCtx, request: FastifyRequest) => Promise<unknown>

/** Record verbs of one entity under `/api/{service}/{wire}/…`; URLs taken by a module's action are skipped. */
export function recordCalls(calls: CallTable, core: Core, module: Module, e: Entity): void {
  const call = (method: 'GET' | 'POST', verb: string, permission: string, schemas: Pick<DeclaredCall, 'input' | 'answer'>, work: Work): void => {
    const url = `/api/${module.service}/${e.wire}/${verb}`
    if (calls.has(method, url)) return
    calls.add({
      method,
      url,
      config: { permission, deprecatedAt: e.options.deprecatedAt },
      tag: module.name,
      summary: `${e.label} · ${verb}`,
      ...schemas,
      handler: async request => success(await work(await contextOf(core, request, permission), request), request.id, request.lang),
    })
  }
  const may = (verb: string): string => permissionKey(e, verb)
  const has = (verb: (typeof e.verbs)[number]): boolean => e.verbs.includes(verb)
  const answers = (answer: () => Record<string, unknown>, input: () => InputSchema) => ({ answer, input })
  if (has('list')) {
    call(
      'GET',
      'list',
      may('list'),
      answers(
        () => pageSchema(rowSchema(e)),
        () => listSchema(e),
      ),
      (ctx, request) => page(ctx, e, listQuery(request.query as Query)),
    )
    call(
      'GET',
      'getOne',
      may('list'),
      answers(
        () => ({ ...rowSchema(e), nullable: true }),
        () => ROW_INPUTS.getOne,
      ),
      (ctx, request) => getOne(ctx, e, idOf(request.query), columnsIn(request.query as Query)),
    )
    call(
      'GET',
      'history',
      may('list'),
      answers(
        () => ({ type: 'array', items: {} }),
        () => ROW_INPUTS.history,
      ),
      (ctx, request) => history(ctx, e, idOf(request.query)),
    )
  }
  if (has('list') || e.options.select === 'open')
    call(
      'GET',
      'getSelect',
      e.options.select === 'open' ? 'signedIn' : may('list'),
      answers(
        () => ({ type: 'array', items: {} }),
        () => listSchema(e),
      ),
      (ctx, request) => select(ctx, e, listQuery(request.query as Query)),
    )
  if (Object.values(e.fields).some(f => f.options.sensitivity)) {
    call(
      'POST',
      'reveal',
      may('reveal'),
      answers(
        () => ({}),
        () => ROW_INPUTS.reveal,
      ),
      (ctx, request) => {
        const body = bodyOf(request.body)
        const fields = [body.fields ?? body.field ?? []].flat().map(name => (typeof name === 'string' ? name : ''))
        return reveal(ctx, e, idOf(body), fields, typeof body.reason === 'string' ? body.reason.slice(0, 200) : null)
      },
    )
  }
  if (has('add'))
    call(
      'POST',
      'add',
      may('add'),
      answers(
        () => SAVED_SCHEMA,
        () => inputSchema(e.fields, true),
      ),
      (ctx, request) => {
        const body = bodyOf(request.body)
        const write = async (inside: KernelCtx) => {
          if (e.options.limit === 'new') await refuseWhenLimited(core, ctx.me.tenantId, 'add', e)
          return saved(await addUnread(inside, e, body))
        }
        return namingDuplicate(ctx, e, body, () => onceInTransaction(ctx, request, write))
      },
    )
  if (has('update'))
    call(
      'POST',
      'update',
      may('update'),
      answers(
        () => SAVED_SCHEMA,
        () => updateSchema(e),
      ),
      (ctx, request) => {
        const body = bodyOf(request.body)
        return hiddenAudited(ctx, e, may('update'), body.id, () => onceInTransaction(ctx, request, async inside => saved(await update(inside, e, body))))
      },
    )
  if (has('remove'))
    call(
      'POST',
      'remove',
      may('remove'),
      answers(
        () => ({}),
        () => ROW_INPUTS.remove,
      ),
      async (ctx, request) => {
        const one = (id: string) => hiddenAudited(ctx, e, may('remove'), id, () => inTransaction(ctx, inside => remove(inside, e, id)))
        return eachAlone(ctx, await idsOf(request), one)
      },
    )
}
const saved = (row: { id: string; version: number }) => ({ id: row.id, version: row.version })
/** Ids of a multipart, form or JSON body, comma-joined or repeated. */
export async function idsOf(request: FastifyRequest): Promise<string[]> {
  const given: unknown[] = []
  if (request.isMultipart())
    for await (const part of request.parts()) {
      if (part.type === 'file')
        part.file.resume() // drain the file, or the request never ends
      else if (part.fieldname === 'ids') given.push(part.value)
    }
  else given.push(bodyOf(request.body).ids)
  return idsIn(given)
}
