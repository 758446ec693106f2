import pino from 'pino'
import { mountModel } from '#modules/ai/stand-in/demo.ts'
import { mountStandIn } from '#modules/identity/stand-in/demo.ts'
import { readConfig, readSecret } from '#server/start/config.ts'
import { demoVendor } from '#server/start/demo.ts'
import { createServer } from '#server/start/server.ts'
import { testRegistry } from '#testing/database.ts'

/** The demo on a server in this process, which has its modules loaded already: to start the program takes longer than most tests of it. */
export async function demoServer(dataDir: string, url: string): Promise<{ url: string; stop(): Promise<unknown> }> {
  const standIns: Array<Awaited<ReturnType<typeof mountStandIn>>> = []
  const server = await createServer({
    registry: await testRegistry(),
    url,
    dataDir,
    secret: readSecret({ dataDir }),
    vendorKeys: demoVendor(dataDir),
    poolSize: readConfig().poolSize,
    strictAnswers: true,
    log: pino({ level: process.env.TEST_LOG ?? 'fatal' }),
    also: async (app, core) => {
      standIns.push(await mountStandIn(app, core), await mountModel(app, core))
    },
  })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  for (const standIn of standIns) await standIn.point(address)
  return { url: address, stop: () => server.close() }
}
