import { serverEnv } from '../scripts/server-env.mjs'
import flags from '../scripts/server-flags.json' with { type: 'json' }
import { type Databases, openDatabases, PASSWORD, withClient } from './database.ts'
import { builtServer, launch, type Running } from './process.ts'
import { type School, type Session, schoolOf, signIn } from './product.ts'
import { ACCOUNTS } from './school.ts'

/** Environment of a measurement: databases, ceilings and the product, each in its own process. */
export interface Bench {
  databases: Databases
  plain: Running
  tuned: Running
  ours: Running
  /** Headers of a user signed in at the hand-written server. */
  plainHeaders: Record<string, string>
  /** Ids of rows of the plain table that this user may read. */
  plainIds: number[]
  session: Session
  school: School
  say(text: string): void
}
const FIRST_PORT = Number(process.env.BENCH_PORT ?? 8160)
/** Port of a second process of the product. */
export const SECOND_PORT = FIRST_PORT + 3
const PLAIN_USER = { USER_NAME: 'bench', PASSWORD, CAMPUS: '东' }

export async function openBench(say: (text: string) => void): Promise<Bench & { close(): Promise<void> }> {
  const databases = await openDatabases(say)
  const running: Running[] = []
  const close = async (): Promise<void> => {
    for (const server of running) await server.stop()
    await databases.stop()
    databases.discard()
  }
  const keep = async (server: Promise<Running>): Promise<Running> => {
    running.push(await server)
    return server
  }
  try {
    const plain = await keep(launch(['bench/hand-written.ts'], { port: FIRST_PORT + 1, path: '/', env: { DATABASE_URL: databases.plain, ...PLAIN_USER } }))
    const tuned = await keep(launch(['bench/hand-written.ts'], { port: FIRST_PORT + 2, path: '/', env: { DATABASE_URL: databases.tuned, ...PLAIN_USER } }))
    const ours = await keep(launchProduct(databases))
    const school = await schoolOf(databases.school)
    const plainIds = await withClient(databases.plain, async c =>
      (await c.query<{ id: number }>(`select id from students where campus = '东' order by random() limit 5000`)).rows.map(r => r.id),
    )
    const session = await signIn(ours.port, ACCOUNTS.campusOffice, PASSWORD)
    return { databases, plain, tuned, ours, school, plainIds, session, say, plainHeaders: await plainSignIn(plain), close }
  } catch (error) {
    await close()
    throw error
  }
}
/** The product as started by `npm start`, on the filled school. */
export const launchProduct = ({ school, folder }: Databases, env: Record<string, string> = {}, port = FIRST_PORT): Promise<Running> =>
  launch([...flags, builtServer()], {
    port,
    path: '/api/flySource-base/openApi/getAppInfo?appType=0',
    env: serverEnv({ DATABASE_URL: school, DATA_DIR: folder, ...env }),
  })

/** Signs in at the hand-written server; its token format is the product's. */
async function plainSignIn(server: Running): Promise<Record<string, string>> {
  const body = JSON.stringify({ username: PLAIN_USER.USER_NAME, password: PLAIN_USER.PASSWORD })
  const answer = await fetch(`http://127.0.0.1:${server.port}/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { token } = (await answer.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}
