import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backup } from '#server/operate/backup.ts'
import { command, say } from '#server/operate/command.ts'
import { withDatabase } from '#server/operate/database.ts'
import { restore } from '#server/operate/restore.ts'
import { readConfig } from '#server/start/config.ts'
import { holderOf } from '#server/start/embedded.ts'

/** `npm run move -- postgres://…`: copies the database to another, empty one and compares every table; the source stays. Files are not moved. */
await command(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [to] = positionals
  if (!to?.startsWith('postgres')) throw new Error('Name the database to move to: npm run move -- postgres://user:password@host:5432/qinglan')
  const config = readConfig()
  const holder = holderOf(config.dataDir)
  if (holder) throw new Error(`The program runs on ${config.dataDir} (process ${holder}). Stop it first, so that nothing is written meanwhile.`)
  const folder = mkdtempSync(join(tmpdir(), 'qinglan-move-'))
  try {
    const made = await withDatabase(config, url => backup({ url, dataDir: undefined, into: folder, say }))
    await restore({ from: made, url: to, dataDir: undefined, say })
    say('From now on start with DATABASE_URL set to it, and the same DATA_DIR and secret.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
