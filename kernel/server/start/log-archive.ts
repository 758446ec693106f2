import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type Placement, reachable } from './placement.ts'

/** What `WAL_ARCHIVE` says to end it. */
export const NO_ARCHIVE = 'off'
/** What is committed is in the archive so many seconds later at most, also where little is written. */
const TIMEOUT_S = 60
const noteOf = (dataDir: string): string => join(dataDir, 'log-archive')

/** The folder that the embedded database of this data folder copies its log to; undefined where it does not. */
export const logFolder = (dataDir: string): string | undefined => (existsSync(noteOf(dataDir)) ? readFileSync(noteOf(dataDir), 'utf8') : undefined)

/** Settings that make PostgreSQL copy its log below `archive`, and go on doing so at starts that do not name it, so that no command leaves a gap in the log.
 *  Each data folder has a folder of its own there: what is restored begins a log of its own beside the old one. */
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
/** Only a new one is made: a folder that was there before may lie on a disk that is not mounted. */
function begin(folder: string, user: Placement['user']): void {
  if (process.platform === 'win32') throw new Error('WAL_ARCHIVE needs a system with sh and gzip; on Windows use a PostgreSQL of your own.')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (!user) return
  chownSync(folder, user.uid, user.gid)
  if (!reachable(folder)) throw new Error(`PostgreSQL runs as a user without rights here, who cannot get to ${folder}: name a folder for WAL_ARCHIVE that everybody may pass to.`)
}
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`
/** Under a temporary name until it is on the disk; one that is there already must be the same. */
function copying(folder: string): string {
  const [to, part] = [`${quoted(folder)}/%f.gz`, `${quoted(folder)}/%f.part`]
  return `if [ -e ${to} ]; then gzip -dc ${to} | cmp -s - %p; else gzip -1 < %p > ${part} && sync ${part} && mv ${part} ${to} && sync ${quoted(folder)}; fi`
}
/** The setting that brings the log back from there. */
export const bringing = (folder: string): Record<string, string> => ({ restore_command: `gzip -dc ${quoted(folder)}/%f.gz > %p` })
