import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from '#server/registry/registry.ts'
import { startEmbedded } from '#server/start/embedded.ts'
import { countStatements } from '#testing/statements.ts'
import { SERVER } from '../scripts/builds.mjs'
import { serverEnv } from '../scripts/server-env.mjs'
import flags from '../scripts/server-flags.json' with { type: 'json' }
import { inBrowser, middle } from './browser.ts'
import { inDatabase, PASSWORD, run } from './database.ts'
import { ACTIONS, ENTITIES, MODULES, writeModules } from './growth-modules.ts'
import { fire } from './load.ts'
import { coldVisit } from './page.ts'
import { launch, type Running } from './process.ts'
import { schoolOf, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'
import { ourLists } from './workloads.ts'

const PORT = Number(process.env.BENCH_PORT ?? 8160)
const STUDENTS = 2000
const STARTS = 5
/** Wait for garbage collection after the start, once the server has answered. */
const CALM_MS = 10_000
/** A multiple of a minute: scheduled jobs start on the minute. */
const IDLE_MS = 60_000
const LOAD = { connections: 16, seconds: 15 }
const LEFT_OUT = /^(node_modules|\.git|\.cache|dist|build|data)$/
/** The page of the first list, modified to simulate a release. */
const CHANGED = 'modules/student/web/StudentPage.tsx'
const ANSWER = '/api/flySource-base/openApi/getAppInfo?appType=0'

interface Figures {
  startSeconds: number
  memory: number
  memoryAfter: number
  kib: number
  statements: number
}
/** Cost of modules: the program as it is and with further modules, built and measured one after the other. */
export async function growth(say: (text: string) => void): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'qinglan-growth-'))
  const database = await startEmbedded(join(folder, 'database'), { durable: true })
  const measured = async (name: string, prepare: (tree: string) => void): Promise<{ figures: Figures; program: Program }> => {
    const tree = join(folder, name)
    copyTree(tree)
    prepare(tree)
    await run(database.url, `create database ${name}`)
    say(`${name}: building`)
    const program = programIn(tree, inDatabase(database.url, name), join(folder, `data-${name}`))
    program.prepare()
    const figures = await measure(program)
    say(`${name}: ${JSON.stringify(figures)}`)
    return { figures, program }
  }
  try {
    const without = await measured('without', () => {})
    const again = await afterRelease(without.program)
    const { figures: grown } = await measured('with_modules', writeModules)
    return [...linesOf(without.figures, grown), releaseLine(again, without.figures)]
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
function copyTree(tree: string): void {
  cpSync(ROOT, tree, { recursive: true, filter: path => !LEFT_OUT.test(relative(ROOT, path)) })
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
}
interface Program {
  tree: string
  url: string
  build(): void
  /** Builds the program and fills a school. */
  prepare(): void
  /** The server as started by `npm start`. */
  launch(url?: string): Promise<Running>
}
function programIn(tree: string, url: string, dataDir: string): Program {
  mkdirSync(dataDir)
  const env = serverEnv({ DATABASE_URL: url, DATA_DIR: dataDir })
  const must = (...args: string[]): void => {
    const done = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { cwd: tree, env: { ...process.env, ...env }, encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`${args[0]} failed in ${tree}:\n${done.stdout}${done.stderr}`)
  }
  const build = (): void => {
    must('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn')
    must('scripts/build-server.ts')
  }
  return {
    tree,
    url,
    build,
    prepare() {
      build()
      must('bench/growth-school.ts', String(STUDENTS))
    },
    launch: (through = url) => launch([...flags, join(tree, SERVER)], { port: PORT, path: ANSWER, env: { ...env, DATABASE_URL: through } }),
  }
}
const rest = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))

async function measure(program: Program): Promise<Figures> {
  // the first start fills the compile cache
  await (await program.launch()).stop()
  const starts: number[] = []
  for (let i = 0; i < STARTS; i++) {
    const server = await program.launch()
    starts.push(server.startSeconds)
    await server.stop()
  }
  await run(program.url, 'vacuum (analyze)')
  const counter = await countStatements(program.url)
  const server = await program.launch(counter.url)
  try {
    await rest(CALM_MS)
    const memory = server.memory()
    const before = counter.count()
    await rest(IDLE_MS)
    const statements = (counter.count() - before) / (IDLE_MS / 1000)
    const session = await signIn(PORT, ACCOUNTS.campusOffice, PASSWORD)
    await fire(PORT, ourLists(session.headers, await schoolOf(program.url)), LOAD)
    const memoryAfter = server.memory()
    const { bytes } = await inBrowser(browser => coldVisit(browser, `http://127.0.0.1:${PORT}`))
    return { startSeconds: middle(starts), memory, memoryAfter, kib: bytes / 1024, statements }
  } finally {
    await server.stop()
    await counter.close()
  }
}
/** KiB fetched for the same visit after one page has changed, by a browser that has cached the previous build. */
async function afterRelease(program: Program): Promise<number> {
  const kept = new Set(readdirSync(join(program.tree, 'dist/assets'), { recursive: true, encoding: 'utf8' }).map(file => `/assets/${file}`))
  appendFileSync(join(program.tree, CHANGED), "\nconsole.info('another release')\n")
  program.build()
  const server = await program.launch()
  try {
    const { files } = await inBrowser(browser => coldVisit(browser, `http://127.0.0.1:${PORT}`))
    const fetched = [...files].filter(([url]) => url.includes('/assets/') && !kept.has(new URL(url).pathname))
    return fetched.reduce((sum, [, size]) => sum + size, 0) / 1024
  } finally {
    await server.stop()
  }
}
function releaseLine(again: number, { kib }: Figures): Line {
  const share = again / kib
  return {
    work: 'the same visit after a release that changed its page, files of the release before in the cache',
    figure: `${again.toFixed(1)} KiB`,
    ceiling: `${kib.toFixed(1)} KiB (empty cache)`,
    ratio: share.toFixed(2),
    target: '≤ 0.25',
    isMet: share <= 0.25,
  }
}
function linesOf(without: Figures, grown: Figures): Line[] {
  const further = `${MODULES} further modules of ${ENTITIES} entities with ${ACTIONS} actions each`
  const line = (work: string, key: keyof Figures, unit: string, digits: number, { target, isMet }: Pick<Line, 'target' | 'isMet'> = {}): Line => ({
    work,
    figure: `${grown[key].toFixed(digits)} ${unit}`,
    ceiling: `${without[key].toFixed(digits)} ${unit} (without)`,
    ratio: (grown[key] / without[key]).toFixed(2),
    ...(target === undefined || isMet === undefined ? {} : { target, isMet }),
  })
  const ratio = (key: keyof Figures): number => grown[key] / without[key]
  return [
    line(`start to first answer beside a running PostgreSQL, with ${further}; middle of five`, 'startSeconds', 's', 2, {
      target: '≤ 1.25',
      isMet: ratio('startSeconds') <= 1.25,
    }),
    line('memory of the server before the first call, with them', 'memory', 'MB', 0, { target: '≤ 1.2', isMet: ratio('memory') <= 1.2 }),
    { work: 'the same without them', figure: `${without.memory} MB`, target: '≤ 160 MB', isMet: without.memory <= 160 },
    line('memory after 15 s of lists, with them', 'memoryAfter', 'MB', 0),
    { work: 'memory after 15 s of lists, without them', figure: `${without.memoryAfter} MB`, target: '≤ 220 MB', isMet: without.memoryAfter <= 220 },
    line('JS, CSS and texts (brotli) from sign-in to the first list, with them', 'kib', 'KiB', 1, { target: 'not one KiB more', isMet: grown.kib - without.kib < 1 }),
    line('statements a second of an idle server with one school, with them', 'statements', '/s', 1),
  ]
}
