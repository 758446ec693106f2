import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Entity } from '#model'
import { scopesOf } from '#server/access/calls.ts'
import { Gate } from '#server/data/gate.ts'
import { keep } from '#server/files/attachments.ts'
import { receive } from '#server/files/receive.ts'
import { importColumns, naturalKey } from '#server/spreadsheets/columns.ts'
import { taskOf } from '#server/spreadsheets/import.ts'
import { createJob, type ImportJob, loadJob } from '#server/spreadsheets/job.ts'
import { hooksOf } from '#server/spreadsheets/run.ts'
import { runPhase } from '#server/spreadsheets/run-phase.ts'
import { at, type Callers, protectedFields, type Subject } from './conformance-reads.ts'
import type { School } from './school.ts'

/** Whether exported rows can be recognised when they are imported again. */
export const hasRoundTrip = (e: Entity): boolean => e.verbs.includes('export') && e.verbs.includes('import') && naturalKey(e).length > 0

/** Exports a row with every column that can be imported, and validates the file as an import. */
export async function takesBackItsExport(callers: Callers, subject: Subject): Promise<void> {
  // without a whole key, every row is a new one
  if (naturalKey(subject.e).some(name => (subject.row[name] ?? null) === null)) return
  const { core } = callers.school.server
  const hooks = hooksOf(core, subject.e)
  const columns = importColumns(subject.e, hooks ?? {})
  const isMasked = protectedFields(subject.e).length > 0
  if (isMasked && !(await hasPlainExport(callers.school))) return
  const header = Object.fromEntries(columns.map(column => [column.name, column.label]))
  const answer = await callers.everything.post(at(subject, 'export'), { header, params: { id: subject.row.id }, ...(isMasked ? { plain: true, reason: '核对' } : {}) })
  expect([answer.msg, answer.headers['x-export-rows']]).toEqual(['', '1'])
  const { state, total, toAdd, toChange, unchanged, errors, message } = await validated(callers, subject.e, answer.raw)
  expect({ state, total, toAdd, errors, message }).toEqual({ state: 'ready', total: 1, toAdd: 0, errors: [], message: null })
  // rules of the module may fill columns that the sample row, written past them, does not have
  if (!hooks) expect({ unchanged, toChange }).toEqual({ unchanged: 1, toChange: 0 })
}
/** Whether a role of the school can be given unmasked exports: a menu of the product is for that. */
const hasPlainExport = async ({ db, tenantId }: School): Promise<boolean> =>
  (await db.query(sql`select 1 from menu where tenant_id = ${tenantId} and permission_key = 'sheet:export:plain'`)).length > 0
/** The import's first phase in this process: to start one of its own takes longer than the whole test. */
async function validated({ school, everything }: Callers, e: Entity, workbook: Buffer): Promise<ImportJob> {
  const { core, office } = school.server
  const me = await core.principals.of(school.tenantId, everything.userId)
  if (!me) throw new Error('nobody')
  const db = new Gate(core, { me, permission: '', scopes: await scopesOf(core, me), source: 'import', ip: null, traceId: null })
  const received = await receive('导出.xlsx', Readable.from([workbook]), { tmp: office.store.tmp, maxMb: 1, allowed: ['xlsx'] })
  const { id: fileId } = await keep(db, office.store, received, { bizType: 'importJob' })
  const id = await createJob(db, { entity: e.name, fileId, fileName: '导出.xlsx', mode: 'upsert', auto: false })
  const job = async () => (await loadJob(db, id)) as ImportJob
  await runPhase(core, await taskOf(core, db, await job(), 'zh-cn', ''))
  return job()
}
