import { createReadStream, createWriteStream } from 'node:fs'
import { chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { freePort, launch } from '../start/embedded.ts'
import { hasEnded, type Launched, stopped } from '../start/keep-running.ts'
import { recoverySettings } from '../start/log-archive.ts'
import type { Placement } from '../start/placement.ts'
import { addressOf } from '../start/socket.ts'
import { type Base, FILES } from './base.ts'
import { connected } from './tables.ts'

const LOOK_MS = 200
const LOG_FILE = /^[\dA-F]{24}\.gz$/
/** PostgreSQL's message when the WAL ends before the target time. */
const ENDED_BEFORE = /recovery ended before configured recovery target was reached/

/** Unpacks a base backup into the embedded database's folder, ready for recovery. */
export async function unpack(from: string, { folders, parts }: Base, { folder, user }: Placement): Promise<void> {
  const own = async (path: string): Promise<void> => (user ? chown(path, user.uid, user.gid) : undefined)
  for (const path of ['', ...folders]) {
    await mkdir(join(folder, path), { recursive: true, mode: 0o700 })
    await own(join(folder, path))
  }
  for (const { path } of parts.filter(p => p.path.startsWith(FILES))) {
    const to = join(folder, path.slice(FILES.length + 1, -'.gz'.length))
    await pipeline(createReadStream(join(from, path)), createGunzip(), createWriteStream(to, { mode: 0o600 }))
    await own(to)
  }
  await writeFile(join(folder, 'recovery.signal'), '', { mode: 0o600 })
  await own(join(folder, 'recovery.signal'))
}
/** Replays WAL up to a time (or to its end, where none is given or the WAL ends earlier), runs `work` on the recovered database and stops it. `isEnd`: the end was reached.
 *  Archiving is off meanwhile. Throws when a WAL segment is unreadable. */
export async function replayed<T>(place: Placement, password: string, log: string, until: Date | undefined, work: (url: string, isEnd: boolean) => Promise<T>): Promise<T> {
  const port = await freePort()
  const server = launch(place, port, {
    ...recoverySettings(log),
    ...(until ? { recovery_target_time: until.toISOString().replace('Z', '+00') } : {}),
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // no connections before recovery has ended
    hot_standby: 'off',
    archive_mode: 'off',
  })
  try {
    const url = addressOf(place.folder, password, port)
    if (await answers(url, server)) {
      if (!until) await mustBeEnd(url, log)
      return await work(url, !until)
    }
  } finally {
    await stopped(server)
  }
  if (until && ENDED_BEFORE.test(server.said)) return replayed(place, password, log, undefined, work)
  const said = server.said.split('\n').findLast(line => line.includes('FATAL') && !line.includes('starting up'))
  throw new Error(`The database could not read its log: ${said ?? server.said}`)
}
/** PostgreSQL treats unreadable WAL as its end, so check that no later segments exist. */
async function mustBeEnd(url: string, log: string): Promise<void> {
  const { rows } = await connected(url, client => client.query<{ name: string }>('select pg_walfile_name(pg_last_wal_replay_lsn()) as name'))
  // skip the timeline (the first eight digits), which changes at the end of recovery
  const read = rows[0]?.name.slice(8) ?? ''
  const unread = (await readdir(log)).filter(name => LOG_FILE.test(name) && name.slice(8, 24) > read).toSorted()
  if (unread.length) throw new Error(`The log is missing or damaged before ${join(log, unread[0] ?? '')}: choose a moment before it, or a later backup.`)
}
/** Waits until the server accepts connections, however long replay takes; false when it exits. */
async function answers(url: string, server: Launched): Promise<boolean> {
  while (!hasEnded(server)) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isThere) return true
    await pause(LOOK_MS)
  }
  return false
}
