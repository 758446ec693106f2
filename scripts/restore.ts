import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command, say } from '#server/operate/command.ts'
import { withDatabase } from '#server/operate/database.ts'
import { restore } from '#server/operate/restore.ts'
import { readConfig } from '#server/start/config.ts'
import { holderOf } from '#server/start/embedded.ts'

/** `npm run restore -- <folder of a backup>`: into the empty database and data folder that the environment names. */
await command(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [from] = positionals
  if (!from) throw new Error('Name the folder of the backup: npm run restore -- backups/qinglan-…')
  const config = readConfig()
  const holder = holderOf(config.dataDir)
  if (holder) throw new Error(`The program runs on ${config.dataDir} (process ${holder}). Stop it first.`)
  await withDatabase(config, url => restore({ from: resolve(from), url, dataDir: config.dataDir, say }))
})
