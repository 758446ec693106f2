import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command, say } from '#server/operate/command.ts'
import { withDatabase } from '#server/operate/database.ts'
import { findBaseBackup, momentOf, restoreToPointInTime } from '#server/operate/point-in-time-recovery.ts'
import { restore } from '#server/operate/restore.ts'
import { knownSecret, readConfig } from '#server/start/config.ts'
import { holderOf } from '#server/start/embedded.ts'

/** `npm run restore -- <folder of a backup> [--files-to local|<store>]`: restores into the empty database and data folder given by the environment. With `--until '2026-11-22
 *  17:00'` or `--until latest`: point-in-time recovery of the embedded database from an earlier backup (by default the latest suitable one in `backups`) and the WAL since.
 *  Files of S3 stores go back to their stores, to the data folder, or to the store of FILES_S3_BUCKET. */
await command(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { 'files-to': { type: 'string' }, until: { type: 'string' } } })
  const [named] = positionals
  if (!named && !values.until) throw new Error('Name the folder of the backup: npm run restore -- backups/qinglan-…')
  const config = readConfig()
  const holder = holderOf(config.dataDir)
  if (holder) throw new Error(`The program runs on ${config.dataDir} (process ${holder}). Stop it first.`)
  const { 'files-to': filesTo } = values
  const until = values.until ? momentOf(values.until) : undefined
  const from = values.until ? await findBaseBackup(resolve(named ?? 'backups'), until) : resolve(named ?? '')
  const secret = () => knownSecret({ dataDir: join(from, 'data') })
  if (!values.until) return withDatabase(config, url => restore({ from, url, dataDir: config.dataDir, secret, filesTo, say }))
  if (config.databaseUrl) throw new Error('The log of a database of your own is kept and restored by its own means; --until is for the embedded one.')
  return restoreToPointInTime({ from, dataDir: config.dataDir, until, walArchive: config.walArchive, secret, filesTo, say })
})
