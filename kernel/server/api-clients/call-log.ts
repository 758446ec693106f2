import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { systemGate } from '../access/calls.ts'
import type { Core } from '../data/core.ts'
import { routeOf } from '../http/route.ts'

const FLUSH_MS = 5_000
interface Line {
  tenantId: string
  clientId: string
  userId: string
  reason: string | null
  /** Method and path without the query, which may hold personal values. */
  call: string
  ip: string
  traceId: string
  at: string
}
/** Writes calls of applications to the operation log and counts refusals, asynchronously to the response. */
export class ApiCallLog {
  private readonly core: Core
  private lines: Line[] = []
  private writing: Promise<void> = Promise.resolve()
  private readonly timer: NodeJS.Timeout
  constructor(core: Core) {
    this.core = core
    this.timer = setInterval(() => void this.flush(), FLUSH_MS)
    this.timer.unref()
  }
  add(request: FastifyRequest, reply: FastifyReply): void {
    if (!request.application) return
    const { tenantId, client, reason } = request.application
    const names = Object.keys(request.query as object).join('&')
    const call = `${request.method} ${routeOf(request).url ?? ''}${names ? `?${names.slice(0, 200)}` : ''} → ${reply.statusCode} · ${Math.round(reply.elapsedTime)} ms`
    this.lines.push({ tenantId, clientId: client.id, userId: client.userId, reason: reason ?? null, call, ip: request.ip, traceId: request.id, at: new Date().toISOString() })
  }
  flush(): Promise<void> {
    const lines = this.lines
    this.lines = []
    if (lines.length) this.writing = this.writing.then(() => this.write(lines))
    return this.writing
  }
  close(): Promise<void> {
    clearInterval(this.timer)
    return this.flush()
  }
  private async write(lines: readonly Line[]): Promise<void> {
    for (const [tenantId, own] of Map.groupBy(lines, l => l.tenantId))
      await systemGate(this.core, tenantId, 'applications')
        .tx(async db => {
          const rows = JSON.stringify(own)
          await db.query(sql`insert into operation_log (tenant_id, user_id, module, action, biz_type, source, diff, ip, trace_id, at)
            select ${tenantId}, x."userId", 'system', 'call', 'apiEntry', 'application', jsonb_build_object('path', jsonb_build_object('from', null, 'to', x.call)), x.ip, x."traceId", x.at
            from jsonb_to_recordset(${rows}) x("userId" uuid, reason text, call text, ip text, "traceId" text, at timestamptz) where x.reason is null`)
          await db.query(sql`insert into api_client_day as d (tenant_id, api_client_id, day, refused, reasons)
            select ${tenantId}, r.id, r.day, sum(r.n), jsonb_object_agg(r.reason, r.n)
            from (select x."clientId" as id, (x.at at time zone 'Asia/Shanghai')::date as day, x.reason, count(*)::int as n
              from jsonb_to_recordset(${rows}) x("clientId" uuid, reason text, at timestamptz) where x.reason is not null group by 1, 2, 3) r group by r.id, r.day order by r.id, r.day
            on conflict (tenant_id, api_client_id, day) do update set refused = d.refused + excluded.refused,
              reasons = (select jsonb_object_agg(s.key, s.n) from (select e.key, sum(e.value::int) as n
                from (select * from jsonb_each_text(d.reasons) union all select * from jsonb_each_text(excluded.reasons)) e group by e.key) s)`)
        })
        .catch(error => this.core.log.warn({ err: error }, 'calls of applications not logged'))
  }
}
