import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../start/config.ts'
import { holderOf, startEmbedded, storedPassword } from '../start/embedded.ts'
import { addressOf } from '../start/socket.ts'

/** Connects to the configured database, to the embedded one of the running program, or starts the embedded one temporarily. */
export async function withDatabase<T>({ databaseUrl, dataDir, walArchive }: Pick<Config, 'databaseUrl' | 'dataDir' | 'walArchive'>, work: (url: string) => Promise<T>): Promise<T> {
  const known = databaseUrl ?? runningUrl(dataDir)
  if (known) return work(known)
  const database = await startEmbedded(dataDir, { walArchive })
  try {
    return await work(database.url)
  } finally {
    await database.stop()
  }
}
/** The port is in line four of postmaster.pid. */
function runningUrl(dataDir: string): string | undefined {
  const folder = join(dataDir, 'postgres')
  const file = join(folder, 'postmaster.pid')
  if (!holderOf(dataDir) || !existsSync(file)) return undefined
  const port = readFileSync(file, 'utf8').split('\n')[3]?.trim()
  return port ? addressOf(folder, storedPassword(dataDir), port) : undefined
}
