import { type Bench, launchProduct, SECOND_PORT } from './bench.ts'
import { PASSWORD } from './database.ts'
import { fire, type Shot } from './load.ts'
import { type Session, signIn, tokenShot } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'
import { ourCreates, ourLists, ourReads } from './workloads.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const WARM_UP = 3
const SECONDS = 10
/** Request mix of a working day, in twenty: fourteen lists and reads, four writes, two sign-ins. */
const A_SCORE = [
  'list',
  'one',
  'count',
  'write',
  'todos',
  'list',
  'one',
  'signIn',
  'menu',
  'reveal',
  'list',
  'one',
  'count',
  'write',
  'todos',
  'signIn',
  'list',
  'one',
  'create',
  'select',
] as const
const SCORES = 1000

/** The mixed load of a day on one process and on two. */
export async function daily({ databases, school, say }: Bench): Promise<Line[]> {
  const lines: Line[] = []
  const names = [ACCOUNTS.oneCollege, ACCOUNTS.custom]
  for (const workers of [1, 2]) {
    const server = await launchProduct(databases, { WORKERS: String(workers) }, SECOND_PORT)
    try {
      const session = await signIn(server.port, ACCOUNTS.campusOffice, PASSWORD)
      const officer = await signIn(server.port, ACCOUNTS.officer, PASSWORD)
      await tryEach(server.port, dayOf(session, officer, school, names).slice(0, A_SCORE.length))
      for (const connections of [16, 64]) {
        await fire(server.port, dayOf(session, officer, school, names), { connections, seconds: WARM_UP })
        const { perSecond, p99 } = await fire(server.port, dayOf(session, officer, school, names), { connections, seconds: SECONDS })
        say(`a day on ${workers} process(es), ${connections} connections: ${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms`)
        lines.push({
          work: `a day’s mix (70 % reads, 20 % writes, 10 % sign-ins), WORKERS=${workers}; ${connections} connections`,
          figure: `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms`,
        })
      }
    } finally {
      await server.stop()
    }
  }
  return lines
}
/** Sends one of each kind first, so that a refused one reports its reason. */
async function tryEach(port: number, shots: readonly Shot[]): Promise<void> {
  for (const { method, path, headers, body } of shots) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answers ${text.slice(0, 300)}`)
  }
}
/** Requests in the order of a day; each new student and each sign-in is distinct. */
function dayOf({ headers }: Session, officer: Session, school: Bench['school'], names: readonly string[]): Shot[] {
  const get = (path: string) => (): Shot => ({ method: 'GET', path: `/api/flySource-base/${path}`, headers })
  const write =
    (path: string, of: (id: string, n: number) => object) =>
    (n: number): Shot => ({
      method: 'POST',
      path: `/api/flySource-base/${path}`,
      headers: { ...officer.headers, ...JSON_BODY },
      body: JSON.stringify(of(school.students[n % school.students.length] as string, n)),
    })
  const lists = ourLists(headers, school)
  const ones = ourReads(headers, school)
  const creates = ourCreates(officer.headers, school)(1)
  const of: Record<(typeof A_SCORE)[number], (n: number) => Shot> = {
    list: n => lists[n % lists.length] as Shot,
    one: n => ones[n % ones.length] as Shot,
    count: get('todo/count'),
    todos: get('todo/mine?size=20'),
    menu: get('sysMenu/getUserRoutes?appType=0'),
    select: get('department/getSelect'),
    write: write('student/batchUpdate', (id, n) => ({ ids: [id], postcode: String(100_000 + (n % 800_000)) })),
    reveal: write('student/reveal', id => ({ id, fields: ['phone'], reason: '核对' })),
    create: n => creates[n % creates.length] as Shot,
    signIn: n => tokenShot(names[n % names.length] as string, PASSWORD),
  }
  return Array.from({ length: SCORES }, (_, score) => A_SCORE.map((kind, place) => of[kind](score * A_SCORE.length + place))).flat()
}
