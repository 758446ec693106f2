import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ROOT } from '#server/registry/registry.ts'
import { reachable } from '#server/start/placement.ts'
import type { Dockerfile, Step } from '#testing/dockerfile.ts'

/** A folder with an image's root file system. */
export interface Image {
  root: string
  /** Environment of its programs. Packages are symlinks: only those next to them may be resolved. */
  env: Record<string, string>
  /** User they run as; undefined where this machine cannot switch users. */
  user: { uid: number; gid: number } | undefined
  remove(): void
}
const NOBODY = { uid: 65534, gid: 65534 }
const packagesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => !name.startsWith('.'))
    .flatMap(name => (name.startsWith('@') ? readdirSync(join(folder, name)).map(below => join(name, below)) : name))

/** Executes a Dockerfile's steps as plain commands, each stage in its own folder. Steps already done by CI are skipped: packages are linked instead of installed, after npm
 *  has verified the lock file, and the existing web build is used. */
export function build({ stages, env }: Dockerfile): Image {
  const scratch = mkdtempSync(join(tmpdir(), 'qinglan-image-'))
  chmodSync(scratch, 0o755)
  const canBeNobody = process.getuid?.() === 0 && [process.execPath, join(ROOT, 'node_modules/x'), join(scratch, 'x')].every(reachable)
  const user = canBeNobody ? NOBODY : undefined
  const roots = stages.map((_, i) => join(scratch, String(i)))
  const names = stages.map(([from]) => / AS (\w+)$/.exec(from?.given ?? '')?.[1])
  for (const [i, steps] of stages.entries()) stage(steps, roots[i] as string, name => roots[names.indexOf(name)] as string, user)
  const root = roots.at(-1) as string
  const inside = Object.entries(env).map(([name, value]) => [name, value.startsWith('/') ? join(root, value) : value])
  return {
    root,
    env: { PATH: process.env.PATH ?? '', NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main', ...Object.fromEntries(inside) },
    user,
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  }
}
function stage(steps: readonly Step[], root: string, rootOf: (stage: string) => string, user: Image['user']): void {
  let at = root
  mkdirSync(root)
  for (const { instruction, given } of steps) {
    if (instruction === 'WORKDIR') {
      at = join(root, given)
      mkdirSync(at, { recursive: true })
    }
    if (instruction === 'COPY') copy(given, at, root, rootOf)
    if (instruction === 'RUN') run(given, at, root, user)
  }
}
function copy(given: string, at: string, root: string, rootOf: (stage: string) => string): void {
  const words = given.split(' ').filter(word => !word.startsWith('--'))
  const to = words.pop() as string
  const target = to.startsWith('/') ? join(root, to) : resolve(at, to)
  const from = /--from=(\w+)/.exec(given)?.[1]
  if (from) {
    rmSync(target, { recursive: true, force: true })
    mkdirSync(dirname(target), { recursive: true })
    renameSync(join(rootOf(from), words[0] as string), target)
    return
  }
  const ignored = new Set(readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n'))
  const found = words.flatMap(word => (word === '.' ? readdirSync(ROOT) : word))
  for (const name of found) if (!ignored.has(name)) cpSync(join(ROOT, name), join(target, name), { recursive: true })
}
function run(given: string, at: string, root: string, user: Image['user']): void {
  const packages = join(at, 'node_modules')
  if (given.startsWith('npm ci')) {
    must(`${given} --dry-run --offline --ignore-scripts`, at)
    for (const name of packagesIn(join(ROOT, 'node_modules'))) link(join(ROOT, 'node_modules', name), join(packages, name))
    return
  }
  if (given.startsWith('npm prune --omit=dev')) {
    const { packages: locked } = JSON.parse(readFileSync(join(at, 'package-lock.json'), 'utf8')) as { packages: Record<string, { dev?: boolean }> }
    for (const name of packagesIn(packages)) if (!isKept(locked[`node_modules/${name}`])) rmSync(join(packages, name))
    return
  }
  if (given.startsWith('node node_modules/vite/bin/vite.js build')) {
    cpSync(join(ROOT, 'dist'), join(at, 'dist'), { recursive: true })
    return
  }
  const mine = user ? `${user.uid}:${user.gid}` : `${process.getuid?.()}:${process.getgid?.()}`
  must(given.replaceAll(/(?<=\s)\/(?=\w)/g, `${root}/`).replaceAll('node:node', mine), at)
}
/** Keeps packages of the lock file, without development dependencies. */
const isKept = (locked: { dev?: boolean } | undefined): boolean => locked !== undefined && !locked.dev
function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(from, to)
}
function must(command: string, cwd: string): void {
  const { status, stderr, stdout } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stdout}${stderr}`)
}
