import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../context.ts'
import { ROOT } from '../registry/registry.ts'

/** A fault of the program, where it happened and whom it met. */
export interface Fault {
  source: 'server' | 'browser'
  message: string
  stack: string | null
  path: string | null
  userId: string | null
  release: string
  traceId: string | null
}
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
/** Release of this program. */
export const RELEASE = version
const TRACES_KEPT = 20
const SECRETS: ReadonlyArray<[RegExp, string]> = [
  [/\b[0-9a-f]{32,}\b/gi, '***'],
  [/\b[\w-]{43,}\b/g, '***'],
  [/\b\d{17}[\dXx]\b/g, '***'],
  [/\b1[3-9]\d{9}\b/g, '***'],
  [/(password|token|secret|code)=[^&\s"']+/gi, '$1=***'],
]
/** Takes out of a text what looks like a token, a hash, an identity or mobile number. */
const scrubbed = (text: string): string => SECRETS.reduce((all, [pattern, by]) => all.replace(pattern, by), text)

/** The same place in the program has the same mark, whatever ids and numbers stood in the message. */
function fingerprintOf(fault: Pick<Fault, 'source' | 'message' | 'stack'>): string {
  const frames = (fault.stack ?? '')
    .split('\n')
    .filter(line => /^\s*(at |[\w$.<>]*@)/.test(line))
    .slice(0, 3)
    .map(line => line.replace(/\?[^:)]*/, ''))
  const message = fault.message.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '#').replace(/\d+/g, '#')
  return createHash('sha256')
    .update([fault.source, message, ...frames].join('\n'))
    .digest('hex')
    .slice(0, 32)
}
/** Writes a fault, or counts it where it is known. One marked as fixed that comes back is new again. */
export async function noteFault(db: Db, given: Fault): Promise<void> {
  const fault = {
    ...given,
    message: scrubbed(given.message).slice(0, 1000),
    stack: given.stack && scrubbed(given.stack).slice(0, 8000),
    path: given.path && scrubbed(given.path).slice(0, 300),
  }
  const traces = JSON.stringify(given.traceId ? [given.traceId] : [])
  await db.query(sql`
    insert into error_log as e (tenant_id, fingerprint, source, message, stack, path, user_id, release, trace_ids)
    values (${db.me.tenantId}, ${fingerprintOf(fault)}, ${fault.source}, ${fault.message}, ${fault.stack}, ${fault.path}, ${fault.userId}, ${fault.release.slice(0, 64)}, ${traces})
    on conflict (tenant_id, fingerprint, release) do update set count = e.count + 1, last_at = now(), updated_at = now(), user_id = excluded.user_id, path = excluded.path,
      version = e.version + 1, state = case when e.state = 'fixed' then 'new' else e.state end,
      trace_ids = jsonb_path_query_array(excluded.trace_ids || e.trace_ids, '$[0 to ${raw(String(TRACES_KEPT - 1))}]')`)
}
