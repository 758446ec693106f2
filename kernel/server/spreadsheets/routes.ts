import { type Entity, type Module, pageOf, permissionKey } from '#model'
import { isObject } from '#model/objects.ts'
import type { Db } from '../context.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import { type Received, receive } from '../files/receive.ts'
import type { FileStore } from '../files/store.ts'
import { takeUpload, type Upload } from '../files/upload.ts'
import { type CallAnswer, enveloped } from '../http/call-route.ts'
import type { CallTable } from '../http/call-table.ts'
import { downloadHeaders, XLSX } from '../http/download.ts'
import { idOf } from '../http/each-alone.ts'
import { manyOf, translate } from '../i18n/translate.ts'
import { param } from '../params/params.ts'
import { bodyOf, listQuery, type Query } from '../records/query.ts'
import type { Exports } from './export.ts'
import { cancelExport, exportJob, myExports } from './export-jobs.ts'
import type { Imports } from './import.ts'
import { myJobs, ownJob, presentJob } from './job.ts'
import type { ImportHooks } from './rules.ts'
import { hooksOf } from './run.ts'
import { importTemplate } from './template.ts'
import { sheetRefusal } from './texts.ts'
import { writeWorkbook } from './write.ts'
import { refuseOtherFormats } from './zip.ts'

export interface SheetDeps {
  core: Core
  store: FileStore
  imports: Imports
  exports: Exports
}

/** Registers `import`, `importTemplate` and `export` of entities with these verbs, and the job routes of service `sheet`. A module's action at the same URL (`POST
 *  /api/base/x/import`) takes precedence. */
export function sheetCalls(calls: CallTable, deps: SheetDeps): void {
  const { core } = deps
  const route: Route = (method, url, permission, tag, summary, answer) => {
    if (!calls.has(method, url)) calls.add({ method, url, config: { permission }, tag, summary, handler: enveloped(core, permission, answer) })
  }
  for (const module of core.registry.modules) for (const e of module.entities) entityRoutes(route, deps, module, e)
  jobRoutes(route, deps)
}
type Route = (method: 'GET' | 'POST', url: string, permission: string, tag: string, summary: string, answer: CallAnswer) => void

function entityRoutes(route: Route, deps: SheetDeps, module: Module, e: Entity): void {
  const { core, store, imports, exports } = deps
  const at = (verb: string): string => `/api/${module.service}/${e.wire}/${verb}`
  if (e.verbs.includes('import')) {
    const permission = permissionKey(e, 'import')
    route('POST', at('import'), permission, module.name, `${e.label} · import`, async (ctx, request) => {
      const maxMb = await param<number>(core, ctx.me.tenantId, 'file', 'maxMb')
      const given = await takeUpload(request, { tmp: store.tmp, maxMb, allowed: ['xlsx', ...(hooksOf(core, e)?.converts?.types ?? [])], check: async () => {} })
      const { mode, auto } = given.fields
      return { jobId: await imports.start(ctx, e, await ownSheet(given, hooksOf(core, e), { db: ctx.db, tmp: store.tmp, maxMb }), { mode: modeOf(mode), auto: isTrue(auto) }) }
    })
    const template: CallAnswer = async (ctx, _request, reply) =>
      reply
        .headers(downloadHeaders(`${translate(ctx.lang, '{entity}导入模板').replace('{entity}', manyOf(ctx.lang, e.label))}.xlsx`))
        .type(XLSX)
        .send(await importTemplate(ctx.db, e, hooksOf(core, e) ?? {}, ctx.lang))
    for (const method of ['GET', 'POST'] as const) route(method, at('importTemplate'), permission, module.name, `${e.label} · importTemplate`, template)
  }
  if (e.verbs.includes('export')) {
    route('POST', at('export'), permissionKey(e, 'export'), module.name, `${e.label} · export`, async (ctx, request, reply) => {
      const body = bodyOf(request.body)
      const made = await exports.run(ctx, e, {
        fileName: typeof body.fileName === 'string' ? body.fileName : '',
        params: objectOf(body.params),
        header: objectOf(body.header),
        plain: isTrue(body.plain),
        reason: typeof body.reason === 'string' ? body.reason.slice(0, 200) : null,
      })
      if (made.kind === 'job') return { jobId: made.jobId }
      const { rows, content } = made.kind === 'empty' ? { rows: 0, content: Buffer.alloc(0) } : made
      return reply.headers(downloadHeaders(made.name, rows)).type(XLSX).send(content)
    })
  }
}
/** The upload as a sheet with the entity's headers; nothing is left of a refused one. */
async function ownSheet({ file, fields }: Upload, hooks: ImportHooks<Entity> | undefined, { db, tmp, maxMb }: { db: Db; tmp: string; maxMb: number }): Promise<Received> {
  try {
    const made = await hooks?.converts?.run(db, file, fields)
    if (!made) {
      await refuseOtherFormats(file.path, file.name)
      return file
    }
    const sheet = await receive(file.name.replace(/\.\w+$/, '.xlsx'), writeWorkbook(made), { tmp, maxMb, allowed: ['xlsx'] })
    await file.discard()
    return sheet
  } catch (error) {
    await file.discard()
    throw error
  }
}
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'
const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
function modeOf(text: string | undefined): 'insert' | 'upsert' {
  if (!text) return 'upsert'
  if (text !== 'insert' && text !== 'upsert') throw sheetRefusal('mode', { value: text.slice(0, 20) }, 400)
  return text
}

function jobRoutes(route: Route, { imports }: SheetDeps): void {
  const at = (path: string): string => `/api/sheet/${path}`
  const tag = '导入导出'
  const own = async (ctx: KernelCtx, id: string) => presentJob(await ownJob(ctx.db, id), ctx.lang)
  route('GET', at('importJob/getOne'), 'signedIn', tag, '导入任务', (ctx, request) => own(ctx, idOf(request.query)))
  route('GET', at('importJob/mine'), 'signedIn', tag, '我的导入', async (ctx, request) => {
    const { current, size } = listQuery(request.query as Query)
    const { jobs, total } = await myJobs(ctx.db, current, size)
    return paged(
      jobs.map(job => presentJob(job, ctx.lang)),
      total,
      current,
      size,
    )
  })
  route('POST', at('importJob/commit'), 'signedIn', tag, '写入导入的数据', async (ctx, request) => {
    const body = bodyOf(request.body)
    await imports.commit(ctx, idOf(body), isTrue(body.goodOnly))
    return own(ctx, idOf(body))
  })
  route('POST', at('importJob/cancel'), 'signedIn', tag, '取消导入', async (ctx, request) => {
    const id = idOf(bodyOf(request.body))
    await imports.cancel(ctx, id)
    return own(ctx, id)
  })
  route('POST', at('importJob/undo'), 'signedIn', tag, '撤销导入', async (ctx, request) => {
    const id = idOf(bodyOf(request.body))
    await imports.undo(ctx, id)
    return own(ctx, id)
  })
  route('GET', at('exportJob/getOne'), 'signedIn', tag, '导出任务', (ctx, request) => exportJob(ctx, idOf(request.query)))
  route('POST', at('exportJob/cancel'), 'signedIn', tag, '取消导出', (ctx, request) => cancelExport(ctx, idOf(bodyOf(request.body))))
  route('GET', at('exportJob/mine'), 'signedIn', tag, '我的导出', async (ctx, request) => {
    const { current, size } = listQuery(request.query as Query)
    const { result, total } = await myExports(ctx, current, size)
    return paged(result, total, current, size)
  })
}
const paged = (result: unknown[], total: number, current: number, size: number) => ({ result, page: pageOf(total, current, size), current, size })
