import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command, say } from '#server/operate/command.ts'
import { withDatabase } from '#server/operate/database.ts'
import { checkDatabase, checkMachine, type Finding } from '#server/operate/doctor.ts'
import { checkLog } from '#server/operate/doctor-log.ts'
import { checkStores } from '#server/operate/doctor-stores.ts'
import { connected } from '#server/operate/tables.ts'
import { knownSecret, readConfig } from '#server/start/config.ts'

const MARK = { ok: '✓', warn: '!', fail: '✗' } as const
const tell = ({ about, state, says, mend }: Finding): void => say(`${MARK[state]} ${about}: ${says}${mend ? `\n    ${mend}` : ''}`)

/** `npm run doctor [-- --backups <folder>]`: checks machine, data folder and database, with a remedy for each problem. Exit code 1 when something does not work. */
await command(async () => {
  const { values } = parseArgs({ options: { backups: { type: 'string', default: 'backups' } } })
  const config = readConfig()
  const machine = await checkMachine(config, resolve(values.backups))
  machine.forEach(tell)
  const database = await withDatabase(config, url =>
    connected(url, async client => {
      const first = await checkDatabase(client, config)
      if (first.some(f => f.about === 'Schema' && f.state === 'fail')) return first
      return [...first, ...(config.databaseUrl ? [] : [await checkLog(client, config.dataDir)]), ...(await checkStores(client, config.dataDir, () => knownSecret(config)))]
    }),
  )
  database.forEach(tell)
  if ([...machine, ...database].some(f => f.state === 'fail')) process.exitCode = 1
})
