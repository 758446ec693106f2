import { existsSync } from 'node:fs'
import { realpath, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { logFolder } from '../start/log-archive.ts'
import { type Finding, found, ok } from './doctor.ts'
import { basesOn } from './log.ts'

const ABOUT = 'Log archive'
/** Delay tolerated for WAL archiving, which normally happens once a minute. */
const MOST_LATE_MIN = 10
const LEAST_FREE_GB = 5
const GB = 1024 ** 3

interface Archiver {
  isOn: boolean
  /** WAL segments waiting to be archived. */
  n: number
  minutes: number
  /** The last archive attempt failed. */
  isFailing: boolean
  at: string
}
const ARCHIVER = `select current_setting('archive_mode') <> 'off' as "isOn", w.n, w.minutes, a.last_failed_time > coalesce(a.last_archived_time, '-infinity') as "isFailing",
    coalesce(to_char(a.last_archived_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI'), 'never') as at
  from pg_stat_archiver a, (select count(*)::int as n, coalesce(extract(epoch from now() - min(modification)) / 60, 0)::float8 as minutes
    from pg_ls_archive_statusdir() where name like '%.ready') w`

/** Checks WAL archiving of the embedded database and whether base backups exist. */
export async function checkLog(client: pg.Client, dataDir: string): Promise<Finding> {
  const folder = logFolder(dataDir)
  if (!folder)
    return found(
      ABOUT,
      'warn',
      'none: what was written after the last backup is lost with the disk',
      'Name a folder on another disk with WAL_ARCHIVE, or take a PostgreSQL of your own that keeps its log.',
    )
  const [archiver] = (await client.query<Archiver>(ARCHIVER)).rows
  if (!archiver?.isOn) return found(ABOUT, 'fail', 'the database runs without', 'Start the program again.')
  if (!existsSync(folder))
    return found(
      ABOUT,
      'fail',
      `${folder} is not there`,
      'Mount its disk, or name another with WAL_ARCHIVE, start again and back up. The log fills the disk of the database meanwhile.',
    )
  if (archiver.isFailing || archiver.minutes > MOST_LATE_MIN)
    return found(
      ABOUT,
      'fail',
      `${archiver.n} files wait, the oldest for ${archiver.minutes.toFixed(0)} minutes; the last came to ${folder} at ${archiver.at}`,
      'Is there room, and may the user of PostgreSQL write there? It goes on by itself; until then the log fills the disk of the database.',
    )
  const { bavail, bsize } = await statfs(folder)
  const free = (bavail * bsize) / GB
  if (free < LEAST_FREE_GB)
    return found(ABOUT, 'warn', `${free.toFixed(1)} GB free in ${folder}`, 'Remove backups that are needed no more; the next one removes the log they stand on.')
  if (!(await basesOn(folder)).length) return found(ABOUT, 'warn', `no backup leads to the log in ${folder}`, 'npm run backup')
  const [here, there] = await Promise.all([stat(await realpath(join(dataDir, 'postgres'))), stat(folder)])
  if (here.dev === there.dev) return found(ABOUT, 'warn', `${folder} lies on the disk of the database`, 'Name a folder on another disk with WAL_ARCHIVE, start again and back up.')
  return ok(ABOUT, `the last file came to ${folder} at ${archiver.at}`)
}
