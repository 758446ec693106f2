import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DAY_MS } from '#model/days.ts'
import type { Base } from './base.ts'
import { MANIFEST } from './manifest.ts'

/** A base backup protects its WAL as long as it exists at its original path, or for this many days if it was moved elsewhere. */
const ELSEWHERE_DAYS = 8
interface Note extends Pick<Base, 'first' | 'at'> {
  /** Original path of the backup. */
  folder: string
}
const noteOf = (log: string, folder: string): string => join(log, `${basename(folder)}.json`)

/** Records in the WAL archive that a base backup needs it. */
export const recordBase = ({ log, first, at }: Base, folder: string): Promise<void> => writeFile(noteOf(log, folder), JSON.stringify({ folder, first, at } satisfies Note))

/** Base backups that need this WAL archive. */
export async function basesOn(log: string): Promise<Note[]> {
  const names = (await readdir(log)).filter(name => name.endsWith('.json'))
  return Promise.all(names.map(async name => JSON.parse(await readFile(join(log, name), 'utf8')) as Note))
}
/** Deletes WAL segments no base backup needs; returns how many. */
export async function clearLog(log: string): Promise<number> {
  const bases = await basesOn(log)
  const isKept = ({ folder, at }: Note): boolean => existsSync(join(folder, MANIFEST)) || Date.now() - Date.parse(at) < ELSEWHERE_DAYS * DAY_MS
  for (const base of bases) if (!isKept(base)) await rm(noteOf(log, base.folder), { force: true })
  const [first] = bases
    .filter(isKept)
    .map(base => base.first)
    .toSorted()
  if (!first) return 0
  const old = (await readdir(log)).filter(name => /^[\dA-F]{24}.*\.gz$/.test(name) && name < first)
  for (const name of old) await rm(join(log, name), { force: true })
  return old.length
}
