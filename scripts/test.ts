import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `npm test`: lint, types, the builds and the tests; with `--all` the longest suites and every page of the sweep, too. */
const isAll = process.argv.includes('--all')
const given = process.argv.slice(2).filter(word => word !== '--all')
/** Files that are asked for by name run whatever project they are in. */
const left = isAll || given.some(word => !word.startsWith('-')) ? [] : ['--project=!longest']
const bin = (name: string): string => join('node_modules/.bin', name)
// headless shell: same rendering with a fifth less work than the full browser
const SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, CHROMIUM: chromium() ?? '', ...(isAll ? { SWEEP: process.env.SWEEP ?? 'pages' } : {}) })
type Step = readonly [words: string, command: string, args: readonly string[]]
function step([words, command, args]: Step): void {
  process.stdout.write(`\n── ${words}\n`)
  const done = spawnSync(command, args, { stdio: 'inherit', env: environment() })
  if (done.status !== 0) process.exit(done.status ?? 1)
}
/** Steps that need nothing of each other, at once: each has times in which it uses one processor. What one prints is shown when it has ended. */
async function together(steps: readonly Step[]): Promise<void> {
  const failed = await Promise.all(
    steps.map(async ([words, command, args]) => {
      const child = spawn(command, args, { env: environment() })
      let said = ''
      // a character may come in two parts
      for (const out of [child.stdout, child.stderr]) out.setEncoding('utf8').on('data', (part: string) => (said += part))
      const [code] = (await once(child, 'close')) as [number | null]
      process.stdout.write(`\n── ${words}\n${said}`)
      return code !== 0
    }),
  )
  if (failed.includes(true)) process.exit(1)
}
const chromium = (): string | undefined => [process.env.CHROMIUM ?? '', ...CHROMIUM].find(path => path && existsSync(path))

/** Installs Debian's Chromium and a Chinese font for browser tests; without the rights to do so, prints what to install. */
function ensureChromium(): void {
  if (process.env.CHROMIUM || existsSync(SHELL)) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall) {
    process.stdout.write('── Installing Chromium for the browser tests\n')
    const quiet = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    const install = (program: string) => spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', program, 'fonts-noto-cjk'], quiet)
    install('chromium-headless-shell')
    if (!chromium()) install('chromium')
  }
  if (chromium()) return
  process.stderr.write(
    'The browser tests need Chromium and a Chinese font: install the Debian packages chromium-headless-shell and fonts-noto-cjk, or name the program in CHROMIUM.\n',
  )
  process.exit(1)
}

ensureChromium()
await together([
  ['Style', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['Types', process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.node.json']],
  ['Types of the web', process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json']],
  ['Web', process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']],
  ['Server', process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build-server.ts']],
])
step(['Tests', process.execPath, [join(dirname('node_modules/vitest/x'), 'vitest.mjs'), 'run', ...left, ...given]])
