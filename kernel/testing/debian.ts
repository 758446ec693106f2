import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/start/embedded.ts'
import { databaseAt, sql } from './database.ts'

const PROGRAMS = '/usr/lib/postgresql/15/bin'
/** Whether Debian's PostgreSQL 15 is installed; tests against an external server are skipped without it and say so in their title. */
export const hasDebian = existsSync(PROGRAMS)
export const NEEDS_DEBIAN = '(needs Debian’s package postgresql-15)'
/** An external PostgreSQL 15, not managed by the product. */
export interface Other {
  /** URL of its database `qinglan`. */
  url: string
  /** Starts a streaming replica. */
  follower(): Promise<Other>
  /** Kills it without shutdown, like a power failure. */
  die(): void
  /** Kills it and removes its files. */
  stop(): void
}
/** Starts a server with an empty database, as the user PostgreSQL requires. `locks` is its `max_locks_per_transaction`, by default what a restore needs. */
export async function startDebian({ locks = 256 }: { locks?: number } = {}): Promise<Other> {
  const at = home()
  run(at, 'initdb', ['-D', join(at, 'd'), '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8'])
  const made = await started(at, locks)
  await sql(databaseAt(made.url, 'postgres'), 'create database qinglan')
  return made
}
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
function home(): string {
  const at = mkdtempSync(join(tmpdir(), 'qinglan-pg15-'))
  if (user.uid) chownSync(at, user.uid, user.gid)
  return at
}
function run(at: string, program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(join(PROGRAMS, program), args, { ...user, cwd: at, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (status) throw new Error(stderr)
}
async function started(at: string, locks: number): Promise<Other> {
  const port = await freePort()
  const folder = join(at, 'd')
  run(at, 'pg_ctl', [
    '-D',
    folder,
    '-w',
    '-l',
    join(at, 'log'),
    '-o',
    `-p ${port} -k ${at} -c listen_addresses=127.0.0.1 -c fsync=off -c max_locks_per_transaction=${locks}`,
    'start',
  ])
  let isRunning = true
  const die = (): void => {
    if (isRunning) run(at, 'pg_ctl', ['-D', folder, '-m', 'immediate', 'stop'])
    isRunning = false
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/qinglan`,
    async follower() {
      const other = home()
      run(other, 'pg_basebackup', ['-D', join(other, 'd'), '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-R', '-X', 'stream', '-c', 'fast'])
      return started(other, locks)
    },
    die,
    stop() {
      die()
      rmSync(at, { recursive: true, force: true })
    },
  }
}
