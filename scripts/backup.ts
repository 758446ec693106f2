import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backup } from '#server/operate/backup.ts'
import { command, say } from '#server/operate/command.ts'
import { withDatabase } from '#server/operate/database.ts'
import { readManifest } from '#server/operate/manifest.ts'
import { restore } from '#server/operate/restore.ts'
import { withScratch } from '#server/operate/scratch.ts'
import { knownSecret, readConfig } from '#server/start/config.ts'
import { logFolder } from '#server/start/log-archive.ts'

/** `npm run backup [-- --to <folder>] [--check] [--without-stores]`: backs up a snapshot of the database and the files, including S3 stores, while the program runs. `--check`
 *  restores it into a scratch database and compares every table. Exit code 1 when files were missing. */
await command(async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string', default: 'backups' }, check: { type: 'boolean', default: false }, 'without-stores': { type: 'boolean', default: false } },
  })
  const config = readConfig()
  const secret = values['without-stores'] ? undefined : () => knownSecret(config)
  await withDatabase(config, async url => {
    const folder = await backup({ url, dataDir: config.dataDir, secret, log: config.databaseUrl ? undefined : logFolder(config.dataDir), into: resolve(values.to), say })
    say(`Backed up to ${folder}`)
    if (readManifest(folder).lost?.length) process.exitCode = 1
    if (values.check) await withScratch(url, scratch => restore({ from: folder, url: scratch, dataDir: undefined, say }))
  })
})
