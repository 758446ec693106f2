import { readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What systems allow the path of a socket, the shortest of them. */
const LONGEST_PATH = 103
const nameFor = (port: number): string => `.s.PGSQL.${port}`
const MOST_PORT = 65535

/** Where an embedded PostgreSQL listens beside its port: in its own folder, which only its user gets to. A trip through a socket costs both sides a quarter less
 *  than one through the port. Undefined where the folder's path is too long for one, and on Windows. */
export function socketFolder(folder: string): string | undefined {
  const real = realpathSync(folder)
  return process.platform === 'win32' || Buffer.byteLength(join(real, nameFor(MOST_PORT))) > LONGEST_PATH ? undefined : real
}
/** The address of a database of the PostgreSQL in this folder. */
export const addressOf = (folder: string, password: string, port: number | string, database = 'qinglan'): string =>
  `postgres://postgres:${password}@${encodeURIComponent(socketFolder(folder) ?? '127.0.0.1')}:${port}/${database}`

/** Those of servers that were killed: each start takes another port. */
export function forgetSockets(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(nameFor(0).slice(0, -1))) rmSync(join(folder, name), { force: true })
}
