// Prepares a fresh clone and runs a program of it on the pinned Node: installs dependencies, builds the web and the server when their sources are newer. Plain JavaScript, because the system's Node
// may be too old for TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVER, serverIsOld, webIsOld } from './builds.mjs'
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
const isServer = program === 'main.ts'
if (isServer && webIsOld(root)) must(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], '正在构建网页… Building the web…')
if (isServer && serverIsOld(root)) must(node, ['--disable-warning=ExperimentalWarning', 'scripts/build-server.ts'], '正在构建服务… Building the server…')

// Flags for a long-running server: collect the old generation before growing it; a young generation beyond 4 MB costs memory without saving CPU.
const flags = isServer ? JSON.parse(readFileSync('scripts/server-flags.json', 'utf8')) : ['--disable-warning=ExperimentalWarning']
const child = spawn(node, [...flags, isServer ? SERVER : program, ...rest], { stdio: 'inherit', env: isServer ? serverEnv(process.env) : process.env })
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
