import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { syncWithDatabase } from '#server/base/time-sync.ts'
import { traceMixin } from '#server/base/trace.ts'
import type { Core } from '#server/data/core.ts'
import { reportSlowQueries } from '#server/data/slow-queries.ts'
import { compact } from '#server/start/compact.ts'
import { type Config, readConfig, readSecret } from '#server/start/config.ts'
import { type Database, startEmbedded } from '#server/start/embedded.ts'
import { openFirstSchool, platformLink } from '#server/start/first-school.ts'
import { createServer } from '#server/start/server.ts'
import { updateSchools } from '#server/start/update-schools.ts'
import { isFirst, isWorker, keepWorkers, reportReady } from '#server/start/workers.ts'

const { values } = parseArgs({
  options: { demo: { type: 'boolean', default: false }, students: { type: 'string', default: '600' }, 'platform-admin': { type: 'boolean', default: false } },
})
const config = readConfig()
const log = pino({ level: process.env.LOG_LEVEL ?? 'info', base: null, mixin: traceMixin, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: false }))

reportSlowQueries(config.slowQueryMs, (statements, ms) => log.warn({ ms, statements }, 'slow statements'))

/** Loaded only for the demo. */
const demo = values.demo ? await import('#server/start/demo.ts') : undefined

/** One server process: sets up routes, listens, then updates schools. Returns a function that stops it. */
async function serve(url: string): Promise<() => Promise<void>> {
  const standIns: Array<{ point(address: string): Promise<void> }> = []
  const also = async (app: FastifyInstance, core: Core): Promise<void> => {
    standIns.push(await (await import('#modules/identity/stand-in/demo.ts')).mountStandIn(app, core))
    standIns.push(await (await import('#modules/ai/stand-in/demo.ts')).mountModel(app, core))
  }
  const server = await createServer({
    url,
    dataDir: config.dataDir,
    secret: readSecret(config),
    poolSize: config.poolSize,
    replicaUrl: config.replicaUrl,
    trustProxy: config.trustProxy,
    limitFactor: config.limitFactor,
    log,
    ...(demo ? { also } : {}),
    ...(demo && !process.env.QINGLAN_VENDOR_KEYS ? { vendorKeys: demo.demoVendor(config.dataDir) } : {}),
  })
  const endFollowing = await syncWithDatabase(server.core)
  const note = isFirst() ? await prepared(server, config) : ''
  await server.app.listen({ host: config.host, port: config.port })
  const { port } = server.app.server.address() as { port: number }
  const address = `http://${config.host}:${port}`
  for (const standIn of standIns) await standIn.point(address)
  if (isFirst()) process.stdout.write(demo ? demo.printDemo(address) : `青蓝 Qinglan  ${address}\n${note}`)
  reportReady()
  const update = updateSchools(server.core)
  void update.done.then(compact)
  return async () => {
    endFollowing()
    await update.stop()
    return server.close().catch(error => log.error({ err: error }, 'stop'))
  }
}
/** First start: creates the demo or the first school; returns the activation links to print. */
async function prepared(server: Awaited<ReturnType<typeof createServer>>, config: Config): Promise<string> {
  if (demo) return demo.makeDemo(server, { students: Number(values.students) }).then(() => '')
  const note = await openFirstSchool(server, config)
  return note + (values['platform-admin'] ? await platformLink(server, config) : '')
}
let database: Database | undefined
let stopServing: (() => Promise<void>) | undefined
let stopping = false
const stop = async (): Promise<void> => {
  if (stopping) return
  stopping = true
  if (!isWorker()) process.stdout.write('\n正在停止… Stopping…\n')
  await stopServing?.()
  await database?.stop()
  process.exit(0)
}
try {
  mkdirSync(config.dataDir, { recursive: true })
  database = config.databaseUrl ? { url: config.databaseUrl, stop: async () => {} } : await startEmbedded(config.dataDir, config)
  // Ctrl-C in a terminal signals every process; workers ignore it and stop when the primary tells them to
  process.on('SIGINT', () => isWorker() || void stop())
  process.on('SIGTERM', () => void stop())
  if (isWorker()) process.on('disconnect', () => void stop())
  if (config.workers > 1 && !isWorker()) {
    const keeper = keepWorkers(config.workers, database.url)
    stopServing = keeper.stop
    await keeper.started
  } else stopServing = await serve(database.url)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`)
  await stopServing?.()
  await database?.stop().catch(() => {})
  process.exit(1)
}
