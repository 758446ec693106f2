import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command, say } from '#server/operate/command.ts'
import { withDatabase } from '#server/operate/database.ts'
import { restore } from '#server/operate/restore.ts'
import { knownSecret, readConfig } from '#server/start/config.ts'
import { holderOf } from '#server/start/embedded.ts'

/** `npm run restore -- <folder of a backup> [--files-to local|<store>]`: into the empty database and data folder that the environment names.
 *  Files of S3 stores go back to where they lay, or into the data folder, or into the store of FILES_S3_BUCKET. */
await command(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { 'files-to': { type: 'string' } } })
  const [named] = positionals
  if (!named) throw new Error('Name the folder of the backup: npm run restore -- backups/qinglan-…')
  const from = resolve(named)
  const config = readConfig()
  const holder = holderOf(config.dataDir)
  if (holder) throw new Error(`The program runs on ${config.dataDir} (process ${holder}). Stop it first.`)
  const secret = () => knownSecret({ dataDir: join(from, 'data') })
  await withDatabase(config, url => restore({ from, url, dataDir: config.dataDir, secret, filesTo: values['files-to'], say }))
})
