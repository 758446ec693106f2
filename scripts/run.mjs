// Prepares a fresh clone and runs a program of it on the pinned Node: installs dependencies, rebuilds the web when sources are newer. Plain JavaScript, because the system's Node
// may be too old for TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverEnv } from './server-env.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const node = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const [program, ...rest] = process.argv.slice(2)
process.chdir(root)

if (newer('package-lock.json', 'node_modules/.package-lock.json')) must('npm', ['install', '--no-save', '--no-audit', '--no-fund'], '正在安装依赖… Installing dependencies…')
if (!existsSync(node))
  stop(
    `The Node that this program runs on (npm package "node") is not installed: install scripts seem to be switched off. Run "npm install --ignore-scripts=false", or use Node 24 and run "node ${program}".`,
  )
if (program === 'main.ts' && webIsOld()) must(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], '正在构建网页… Building the web…')

// Flags for a long-running server: collect the old generation before growing it; a young generation beyond 4 MB costs memory without saving CPU.
const flags = program === 'main.ts' ? JSON.parse(readFileSync('scripts/server-flags.json', 'utf8')) : ['--disable-warning=ExperimentalWarning']
const child = spawn(node, [...flags, program, ...rest], { stdio: 'inherit', env: program === 'main.ts' ? serverEnv(process.env) : process.env })
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (signal === 'SIGTERM') child.kill(signal)
  }) // Ctrl-C reaches the child directly
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

function must(command, args, words) {
  process.stdout.write(`${words}\n`)
  const done = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status !== 0) stop(`${command} ${args.join(' ')} failed; see above.`)
}
function stop(words) {
  process.stderr.write(`${words}\n`)
  process.exit(1)
}
function newer(source, made) {
  return !existsSync(made) || statSync(source).mtimeMs > statSync(made).mtimeMs
}
function webIsOld() {
  if (!existsSync('dist/index.html')) return true
  const built = statSync('dist/index.html').mtimeMs
  const changed = path => {
    const at = statSync(path)
    return at.isDirectory() ? readdirSync(path).some(name => changed(join(path, name))) : at.mtimeMs > built
  }
  return ['index.html', 'main.tsx', 'vite.config.ts', 'package-lock.json', 'public', 'kernel/web', 'kernel/fields', 'kernel/model', 'kernel/locales', 'modules'].some(
    path => existsSync(path) && changed(path),
  )
}
