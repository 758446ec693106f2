import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD, DEMO_TENANT } from '#server/start/demo.ts'
import { startEmbedded } from '#server/start/embedded.ts'
import { copyDatabase, type DatabaseCopy, databaseAt, sql } from '#testing/database.ts'
import { type Program, startProgram } from '../e2e/program.ts'

const MADE = 'fuzz_made'
const PROXY = '127.0.0.1'

/** The demo school in its own process, which can be reset. */
export interface Target {
  readonly url: string
  readonly program: Program
  /** Restores the initial data and restarts. */
  renew(): Promise<void>
  /** Token of an account, through the real endpoint and from its own client address. */
  signIn(userName: string): Promise<string>
  close(): Promise<void>
}
/** Creates the demo once and runs the product on copies of it. */
export async function openTarget(students: number): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'qinglan-fuzz-'))
  const database = await startEmbedded(folder, { durable: false })
  const args = ['--demo', '--students', String(students)]
  const start = (url: string): Promise<Program> => startProgram(join(folder, 'data'), { args, env: { DATABASE_URL: url, TRUST_PROXY: PROXY } })
  await (await start(database.url)).stop()
  await sql(databaseAt(database.url, 'postgres'), `alter database qinglan rename to ${MADE}`)
  let copy: DatabaseCopy = await copyDatabase(MADE, database.url)
  let program = await start(copy.url)
  let addresses = 0
  const end = async (): Promise<void> => {
    if (program.process.exitCode === null && program.process.signalCode === null) await program.stop()
    await copy.drop()
  }
  return {
    get url() {
      return program.url
    },
    get program() {
      return program
    },
    async renew() {
      await end()
      copy = await copyDatabase(MADE, database.url)
      program = await start(copy.url)
    },
    async signIn(userName) {
      addresses += 1
      const md5 = createHash('md5').update(DEMO_PASSWORD).digest('hex')
      const answer = await fetch(`${program.url}/api/flySource-auth/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('qinglan-web:qinglan-web')}`, 'x-forwarded-for': `10.9.${addresses >> 8}.${addresses & 255}` },
        body: new URLSearchParams({ tenantId: DEMO_TENANT, username: userName, password: md5, grant_type: 'password', type: 'account' }),
      })
      const { access_token: token, msg } = (await answer.json()) as { access_token?: string; msg?: string }
      if (!token) throw new Error(`${userName} cannot sign in: ${msg}`)
      return token
    },
    async close() {
      await end().catch(() => {})
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
