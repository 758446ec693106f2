import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { schoolSecondsText } from '#model/school-time.ts'
import { migrationsOf } from '../data/migrate.ts'
import { loadRegistry } from '../registry/registry.ts'
import { storedPassword } from '../start/embedded.ts'
import { placementOf } from '../start/placement.ts'
import { type Base, PASSWORD } from './base.ts'
import { checkFiles } from './doctor.ts'
import { backupsIn } from './earlier-backups.ts'
import { checkParts, MANIFEST, type Manifest, readManifest } from './manifest.ts'
import { placeFiles, targetsOf } from './place.ts'
import { replayed, unpack } from './replay.ts'
import { mustBeStore, mustHoldNoFiles, mustKnow, type RestoreOptions, restoreFiles } from './restore.ts'
import { connected, inTransaction } from './tables.ts'

export interface MomentOptions extends Omit<RestoreOptions, 'url' | 'dataDir'> {
  /** Result of `findBaseBackup`. */
  from: string
  dataDir: string
  /** Unset: to the end of the WAL. */
  until: Date | undefined
  /** Current location of WAL archives; unset: as recorded in the backup. */
  walArchive?: string | undefined
}
const shown = (at: Date): string => `${schoolSecondsText(at)} +08:00`

/** Parses a time given by the operator (UTC+8 by default); undefined for `latest`. */
export function momentOf(text: string): Date | undefined {
  if (text === 'latest') return undefined
  const [, day, clock, zone = '+08:00'] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  const at = new Date(`${day}T${clock}${zone}`)
  if (Number.isNaN(at.getTime())) throw new Error(`"${text}" is no moment: write '2026-11-22 17:00', or latest.`)
  return at
}
/** Backup to recover from: the given one, or the latest in the given folder taken before the target time. Throws when there is none. */
export async function findBaseBackup(given: string, until: Date | undefined): Promise<string> {
  const folders = existsSync(join(given, MANIFEST)) ? [given] : await backupsIn(given)
  for (const folder of folders) {
    const { base } = readManifest(folder)
    if (base && (!until || Date.parse(base.at) <= until.getTime())) return folder
  }
  throw new Error(
    `There is no backup in ${given} that holds the files of the database (they are taken where WAL_ARCHIVE is set) and was made before ${until ? shown(until) : 'now'}.`,
  )
}
/** Point-in-time recovery of the embedded database into an empty data folder: base backup plus WAL replay, with secret and files; all or nothing. Files come from this backup
 *  and the later ones beside it. */
export async function restoreToPointInTime({ from, dataDir, until, walArchive, filesTo, secret, say }: MomentOptions): Promise<void> {
  mustBeStore(filesTo)
  const backups = [from, ...(await backupsIn(dirname(from))).filter(folder => folder > from).toReversed()].map(folder => ({ folder, manifest: readManifest(folder) }))
  const base = backups[0]?.manifest.base as Base
  const log = walArchive ? join(resolve(walArchive), basename(base.log)) : base.log
  if (!existsSync(log)) throw new Error(`The log ${log} is not there: say with WAL_ARCHIVE where it lies now.`)
  const known = migrationsOf(await loadRegistry())
  for (const { manifest } of backups) mustKnow(manifest, known)
  await mkdir(dataDir, { recursive: true })
  const place = await placementOf(dataDir)
  if (existsSync(place.folder) && (await readdir(place.folder)).length)
    throw new Error(`${place.folder} already holds a database. Restore into an empty data folder; nothing was changed.`)
  await mustHoldNoFiles(dataDir)
  await checkParts(from, base.parts)
  for (const { folder, manifest } of backups) await checkParts(folder, [...manifest.files, ...(manifest.stored ?? [])])
  const files = await placeFiles(new Map(backups.toReversed().flatMap(({ folder, manifest }) => [...targetsOf(folder, manifest, filesTo)])), dataDir)
  try {
    await unpack(from, base, place)
    await copyFile(join(from, PASSWORD), join(dataDir, 'database-password'))
    say(`The files of ${shown(new Date(base.at))} are there; the log since is read`)
    await replayed(place, storedPassword(dataDir), log, until, (url, isEnd) =>
      connected(url, async client => {
        const reached = await client.query<{ at: string | null }>("select to_json(pg_last_xact_replay_timestamp()) #>> '{}' as at")
        const last = reached.rows[0]?.at
        say(`The database is as of ${isEnd ? 'the end of the log' : shown(until as Date)}; the last that was written is of ${last ? shown(new Date(last)) : 'before'}`)
        mustKnow({ migrations: (await client.query<Manifest['migrations'][number]>('select name, hash from migration')).rows }, known)
        if (secret) for (const { folder, manifest } of backups) await inTransaction(client, () => restoreFiles(client, { from: folder, manifest, secret, filesTo }))
        await files.keep()
        const { state, says } = await checkFiles(client, dataDir)
        if (state !== 'ok') say(`Files: ${says}. They came in after the last backup: where the old data folder can be read, copy its files/objects over.`)
      }),
    )
    say('Start the program and back up: it begins a log of its own.')
  } catch (error) {
    await files.undo()
    for (const path of [place.folder, join(dataDir, 'postgres'), join(dataDir, 'database-password')]) await rm(path, { recursive: true, force: true })
    throw error
  }
}
