import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type Placement, reachable } from './placement.ts'

/** Value of `WAL_ARCHIVE` that switches archiving off. */
export const NO_ARCHIVE = 'off'
/** archive_timeout: committed data is in the archive after this many seconds at most, even with little traffic. */
const TIMEOUT_S = 60
const noteOf = (dataDir: string): string => join(dataDir, 'log-archive')

/** WAL archive folder of the embedded database; undefined when archiving is off. */
export const logFolder = (dataDir: string): string | undefined => (existsSync(noteOf(dataDir)) ? readFileSync(noteOf(dataDir), 'utf8') : undefined)

/** Archive settings of PostgreSQL. The folder is remembered, so that later starts and commands without WAL_ARCHIVE leave no gap in the WAL. Each data folder has its own
 *  subfolder; a restored database starts a new one. */
export function archiveSettings(dataDir: string, archive: string | undefined, { user }: Pick<Placement, 'user'>): Record<string, string> {
  if (archive === NO_ARCHIVE) rmSync(noteOf(dataDir), { force: true })
  const known = logFolder(dataDir)
  const name = known ? basename(known) : `log-${new Date().toISOString().replace(/[-:]|\..*/g, '')}-${randomBytes(3).toString('hex')}`
  const folder = archive && archive !== NO_ARCHIVE ? join(resolve(archive), name) : known
  if (!folder) return {}
  if (!known) begin(folder, user)
  if (!existsSync(folder)) process.stderr.write(`The log archive ${folder} is not there: is its disk mounted? The log is kept beside the database until it is.\n`)
  writeFileSync(noteOf(dataDir), folder)
  return { archive_mode: 'on', archive_timeout: `${TIMEOUT_S}s`, archive_command: copying(folder) }
}
/** Creates the folder for a new archive only: a known one that is missing may be on an unmounted disk. */
function begin(folder: string, user: Placement['user']): void {
  if (process.platform === 'win32') throw new Error('WAL_ARCHIVE needs a system with sh and gzip; on Windows use a PostgreSQL of your own.')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (!user) return
  chownSync(folder, user.uid, user.gid)
  if (!reachable(folder)) throw new Error(`PostgreSQL runs as a user without rights here, who cannot get to ${folder}: name a folder for WAL_ARCHIVE that everybody may pass to.`)
}
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`
/** archive_command: atomic via a temporary name and sync; an existing segment must be identical. */
function copying(folder: string): string {
  const [to, part] = [`${quoted(folder)}/%f.gz`, `${quoted(folder)}/%f.part`]
  return `if [ -e ${to} ]; then gzip -dc ${to} | cmp -s - %p; else gzip -1 < %p > ${part} && sync ${part} && mv ${part} ${to} && sync ${quoted(folder)}; fi`
}
/** restore_command for reading the archive. */
export const recoverySettings = (folder: string): Record<string, string> => ({ restore_command: `gzip -dc ${quoted(folder)}/%f.gz > %p` })
