import { migrate } from '#server/data/migrate.ts'
import { command, say } from '#server/operate/command.ts'
import { withDatabase } from '#server/operate/database.ts'
import { loadRegistry } from '#server/registry/registry.ts'
import { readConfig } from '#server/start/config.ts'

/** `npm run migrate`: migrates the database schema without starting the server. For rolling upgrades: migrate once, then replace processes one by one. */
await command(async () => {
  const { applied, postponed } = await withDatabase(readConfig(), async url => migrate(url, await loadRegistry()))
  if (applied.length) say(`Ran ${applied.length} migrations: ${applied.join(', ')}`)
  if (postponed.length) say(`Left until the processes of the other program have gone: ${postponed.join(', ')}. The next start or npm run migrate runs them.`)
  if (!applied.length && !postponed.length) say('Nothing to do: the database is up to date.')
})
