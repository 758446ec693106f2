import { isUuid, Refusal } from '#model'
import type { KernelCtx } from '../data/core.ts'
import { notFound } from '../data/rows.ts'
import { formatIssue } from '../i18n/translate.ts'
import { asRefusal } from './envelope.ts'

export const idOf = (from: unknown): string => {
  const id = (from as Record<string, unknown> | undefined)?.id
  if (typeof id !== 'string' || !isUuid(id)) throw notFound()
  return id
}
export const inTransaction = <T>(ctx: KernelCtx, run: (ctx: KernelCtx) => Promise<T>): Promise<T> => ctx.db.tx(db => run({ ...ctx, db: db as KernelCtx['db'] }))
/** Each row by itself, `run` in its own transaction: a refused one does not stop the others. */
export async function eachAlone(
  ctx: KernelCtx,
  ids: readonly string[],
  run: (id: string) => Promise<unknown>,
): Promise<{ done: number; failed: Array<{ id: string; msg: string }> }> {
  const failed: Array<{ id: string; msg: string }> = []
  for (const id of ids) {
    try {
      await run(id)
    } catch (error) {
      const refusal = asRefusal(error)
      if (refusal.code >= 500 || (ids.length === 1 && refusal.code !== 422)) throw error
      failed.push({ id, msg: refusal.issues[0] ? formatIssue(ctx.lang, refusal.issues[0]) : refusal.message })
    }
  }
  return { done: ids.length - failed.length, failed }
}
/** Ids as given by callers: comma-joined or repeated. */
export function idsIn(given: unknown): string[] {
  const ids = [given]
    .flat(2)
    .flatMap(v => (typeof v === 'string' ? v.split(',') : []))
    .map(v => v.trim())
    .filter(Boolean)
  if (!ids.length || ids.length > 500) throw new Refusal(400, [{ field: 'ids', rule: 'record.badIds', text: '请选择 1 到 500 条记录，现在 {n} 条', values: { n: ids.length } }])
  if (ids.some(id => !isUuid(id))) throw notFound()
  return [...new Set(ids)]
}
