import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { ask, keepAsking, percentile, tally, until } from '../client.ts'
import { type Experiment, type Finding, finding, none } from '../experiment.ts'
import type { Stage } from '../stage.ts'

const TOLD = 40
/** Events of the flow engine, each delivered by a different channel here. */
const BY_WECOM = 'workflow.returned'
const BY_MAIL = 'workflow.approved'
/** Call timeout of ten seconds, twenty messages in parallel. */
const GIVEN_UP_SECONDS = (TOLD / 20) * 10 + 10
const MAIL_SECONDS = 10
const LIST_MS = 500

export const providers: Experiment = {
  title:
    'WeCom takes messages in and never answers, then answers nonsense, then works: mails leave meanwhile, pages stay quick, no transaction waits for it, and in the end everybody has been told once.',
  control: 'a call to a provider may take ten minutes (taken out of the source)',
  without: [{ file: 'kernel/server/base/outbound.ts', from: 'const TIMEOUT_MS = 10_000', to: 'const TIMEOUT_MS = 600_000' }],
  views: ['repeated_messages', 'given_up_events'],
  async run(stage) {
    const weCom = await WeCom.open()
    stage.atEnd(() => weCom.close())
    const mails = await mailServer(stage)
    await settings(stage, weCom.port, mails.port)
    const { port } = await stage.start(0, { env: { OUTBOUND_HOSTS: '127.0.0.1' } })
    const [reader] = await stage.people(['bench-east'], port)
    if (!reader) throw new Error('the reader is gone')
    await tellAll(stage)
    const reading = keepAsking(2, () => ask(reader, 'base/student/list?size=20'), 50)
    const mailed = await until(() => mails.to.length >= TOLD, 30)
    const waited = await until(() => weCom.hung > 0, 10)
    await pause(3000)
    const [held] = await stage.rows<{ n: number }>("select count(*)::int as n from pg_stat_activity where state = 'idle in transaction' and xact_start < now() - interval '2 s'")
    const gaveUp = await until(() => triesOf(stage, 1), GIVEN_UP_SECONDS)
    const replies = await reading.stop()
    weCom.mode = 'nonsense'
    await due(stage)
    const again = await until(() => triesOf(stage, 2), 20)
    weCom.mode = 'fine'
    await due(stage)
    const sent = await until(async () => (await stage.rows("select from message_delivery where channel = 'wecom' and state = 'sent'")).length === TOLD, 30)
    return [
      finding(
        `mails of ${TOLD} people while WeCom does not answer`,
        mailed === undefined ? `${mails.to.length}` : `all after ${mailed.toFixed(0)} s`,
        (mailed ?? 60) <= MAIL_SECONDS,
      ),
      finding('lists meanwhile', `${tally(replies)}, p99 ${percentile(replies, 0.99).toFixed(0)} ms`, replies.every(r => r.code === 200) && percentile(replies, 0.99) < LIST_MS),
      none('transactions that wait for it', waited === undefined ? -1 : (held?.n ?? -1)),
      seconds('given up and kept for later', gaveUp),
      seconds('after nonsense kept for later again', again),
      seconds('sent once it works', sent),
      finding(
        'people it took a message for, and how often',
        `${new Set(weCom.told).size} of ${TOLD}, ${weCom.told.length} times`,
        new Set(weCom.told).size === TOLD && weCom.told.length === TOLD,
      ),
      finding('mails to each', `${new Set(mails.to).size} people, ${mails.to.length} mails`, mails.to.length === TOLD && new Set(mails.to).size === TOLD),
    ]
  },
}
const seconds = (says: string, took: number | undefined): Finding => finding(says, took === undefined ? 'not' : `after ${took.toFixed(0)} s`, took !== undefined)

/** Half of a thousand users get WeCom messages, the others mail. */
async function tellAll({ rows }: Stage): Promise<void> {
  await rows(
    `insert into outbox (tenant_id, event, payload)
      select tenant_id, 'message.told', jsonb_build_object('event', case when n <= $1 then $2 else $3 end, 'to', jsonb_build_array(id), 'bizType', 'leave', 'bizId', id, 'link', '/leave/mine',
        'values', jsonb_build_object('title', '请假', 'applicant', '', 'node', '', 'by', '', 'opinion', ''))
      from (select *, row_number() over (order by user_name) n from sys_user where user_name like 'bench-s%' limit 2 * $1) s`,
    [TOLD, BY_WECOM, BY_MAIL],
  )
}
async function settings({ rows }: Stage, weCom: number, mail: number): Promise<void> {
  await rows("update sys_user set email = user_name || '@example.edu.cn' where user_name like 'bench-s%'")
  for (const [group, content] of Object.entries({
    message: {
      ...{ quietFrom: '00:00', quietTo: '00:00', wecomMode: 'on', emailMode: 'on' },
      ...{ wecomAddress: `http://127.0.0.1:${weCom}`, wecomCorpId: 'ww1', wecomAgentId: '1000002', wecomSecret: 's' },
      ...{ smtpHost: '127.0.0.1', smtpPort: mail, smtpUser: 'xgc', smtpPassword: 's', mailFrom: 'xgc@example.edu.cn' },
    },
  }))
    await rows('insert into base_params (tenant_id, params_id, version, content) select id, $1, 1000, $2 from tenant', [group, JSON.stringify(content)])
  for (const [event, channel] of [
    [BY_WECOM, 'wecom'],
    [BY_MAIL, 'email'],
  ])
    await rows(
      `insert into message_rule (tenant_id, event_code, channels, is_enabled, quiet_hours) select id, $1, $2, true, true from tenant
        on conflict (tenant_id, event_code) do update set channels = excluded.channels, is_enabled = true`,
      [event, JSON.stringify([channel])],
    )
}
/** Whether every delivery was attempted that often and waits for its next retry. */
const triesOf = async ({ rows }: Stage, tries: number): Promise<boolean> =>
  (await rows("select from message_delivery where channel = 'wecom' and tries = $1 and state = 'queued' and next_at > now()", [tries])).length === TOLD
const due = ({ rows }: Stage): Promise<unknown> => rows("update message_delivery set next_at = now() where channel = 'wecom' and state = 'queued'")

/** Stand-in for WeCom's API. */
class WeCom {
  mode: 'silent' | 'nonsense' | 'fine' = 'silent'
  /** Account numbers of accepted messages. */
  readonly told: string[] = []
  /** Calls left without a response. */
  hung = 0
  private readonly server: Server
  private constructor() {
    this.server = createServer(async (request, reply) => {
      let body = ''
      for await (const part of request) body += String(part)
      if (request.url?.startsWith('/cgi-bin/gettoken')) return void reply.end(JSON.stringify({ errcode: 0, access_token: 't', expires_in: 7200 }))
      if (this.mode === 'silent') return void this.hung++
      if (this.mode === 'nonsense') return void reply.writeHead(502).end('<html>bad gateway</html>')
      this.told.push((JSON.parse(body) as { touser: string }).touser)
      reply.end(JSON.stringify({ errcode: 0, msgid: 'm' }))
    })
  }
  static async open(): Promise<WeCom> {
    const made = new WeCom()
    await new Promise<void>(done => made.server.listen(0, '127.0.0.1', done))
    return made
  }
  get port(): number {
    return (this.server.address() as AddressInfo).port
  }
  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}
/** SMTP server that accepts all mail. */
async function mailServer({ atEnd }: Stage): Promise<{ port: number; to: string[] }> {
  const to: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'xgc' }),
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        to.push(...session.envelope.rcptTo.map(r => r.address))
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await new Promise(done => listening.once('listening', done))
  atEnd(() => new Promise<void>(done => server.close(() => done())))
  return { port: (listening.address() as AddressInfo).port, to }
}
