import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backup } from '#server/operate/backup.ts'
import { command, say } from '#server/operate/command.ts'
import { withDatabase } from '#server/operate/database.ts'
import { restore } from '#server/operate/restore.ts'
import { withScratch } from '#server/operate/scratch.ts'
import { readConfig } from '#server/start/config.ts'

/** `npm run backup [-- --to <folder>] [--check]`: the database as of one moment and the files, while the program runs. `--check` brings it into a scratch database and compares every table. */
await command(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string', default: 'backups' }, check: { type: 'boolean', default: false } } })
  const config = readConfig()
  await withDatabase(config, async url => {
    const folder = await backup({ url, dataDir: config.dataDir, into: resolve(values.to), say })
    say(`Backed up to ${folder}`)
    if (values.check) await withScratch(url, scratch => restore({ from: folder, url: scratch, dataDir: undefined, say }))
  })
})
