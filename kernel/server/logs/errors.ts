import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../context.ts'
import { ROOT } from '../registry/registry.ts'

/** An error of the program, with its location and user. */
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
/** Version of the program. */
export const RELEASE = version
const TRACES_KEPT = 20
const SECRETS: ReadonlyArray<[RegExp, string]> = [
  [/\b[0-9a-f]{32,}\b/gi, '***'],
  [/\b[\w-]{43,}\b/g, '***'],
  [/\b\d{17}[\dXx]\b/g, '***'],
  [/\b1[3-9]\d{9}\b/g, '***'],
  [/(password|token|secret|code)=[^&\s"']+/gi, '$1=***'],
]
/** Redacts tokens, hashes, identity and mobile numbers. */
const scrubbed = (text: string): string => SECRETS.reduce((all, [pattern, by]) => all.replace(pattern, by), text)

/** Groups errors by location: ids and numbers in the message are ignored. */
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
/** Inserts an error or counts a repetition; an error marked as fixed is reopened. */
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
