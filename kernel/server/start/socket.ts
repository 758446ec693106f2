import { readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Smallest limit for the length of a Unix socket path among supported systems. */
const LONGEST_PATH = 103
const nameFor = (port: number): string => `.s.PGSQL.${port}`
const MOST_PORT = 65535

/** Unix socket of the embedded PostgreSQL, in its own folder that only its user can access. A round trip costs both sides a quarter less than over TCP. Undefined when the path is
 *  too long, and on Windows. */
export function socketFolder(folder: string): string | undefined {
  const real = realpathSync(folder)
  return process.platform === 'win32' || Buffer.byteLength(join(real, nameFor(MOST_PORT))) > LONGEST_PATH ? undefined : real
}
/** Connection URL of a database in this folder's PostgreSQL. */
export const addressOf = (folder: string, password: string, port: number | string, database = 'qinglan'): string =>
  `postgres://postgres:${password}@${encodeURIComponent(socketFolder(folder) ?? '127.0.0.1')}:${port}/${database}`

/** Deletes sockets left by killed servers: each start uses a different port. */
export function removeSockets(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(nameFor(0).slice(0, -1))) rmSync(join(folder, name), { force: true })
}
