import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { inject } from 'vitest'
import { copyDatabase, type DatabaseCopy, databaseAt, disconnect, sql, tryLock, withLock } from './database.ts'

/** A database and a folder of files, to be copied by tests. */
export interface Template {
  name: string
  /** What its builders returned, with users in place of their signed-in selves. */
  made: object
  serials: Record<string, number>
}
/** Templates kept at a time. One takes 60 MB, which is memory where the run's folder is there; a run makes more than two hundred. Those used longest ago are dropped and, if a
 *  test needs one again, built again: files of one folder run one after another, so that this is rare. */
const KEPT = 48
/** Folder of a template's files. */
export const filesOf = (template: string): string => join(inject('runFolder'), template)
const listOf = (template: string): string => `${filesOf(template)}.json`

export interface TemplateCopy extends Template {
  database: DatabaseCopy
  dataDir: string
}
/** A copy of a template, which is built first unless the run has it. The lock keeps it from being built twice, and from being dropped meanwhile. */
export function copyTemplate(name: string, build: () => Promise<Omit<Template, 'name'>>): Promise<TemplateCopy> {
  return withLock(inject('databaseUrl'), name, async () => {
    const list = listOf(name)
    if (!existsSync(list)) {
      await dropTemplate(name)
      writeFileSync(list, JSON.stringify({ name, ...(await build()) } satisfies Template))
      await dropOldest()
    }
    const now = new Date()
    utimesSync(list, now, now)
    const dataDir = mkdtempSync(join(tmpdir(), 'qinglan-data-'))
    cpSync(filesOf(name), dataDir, { recursive: true })
    return { ...(JSON.parse(readFileSync(list, 'utf8')) as Template), database: await copyDatabase(name), dataDir }
  })
}
/** Makes the database at this address a template. Nothing may be connected to it. */
export async function keepDatabase(url: string, name: string): Promise<void> {
  await disconnect(url)
  await sql(databaseAt(url, 'postgres'), `alter database ${new URL(url).pathname.slice(1)} rename to ${name}`)
}
async function dropOldest(): Promise<void> {
  const usedAt = (list: string): number => statSync(list, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const lists = globSync(listOf('qinglan_*')).map(list => ({ name: basename(list, '.json'), at: usedAt(list) }))
  for (const { name } of lists.toSorted((a, b) => b.at - a.at).slice(KEPT)) await tryLock(inject('databaseUrl'), name, () => dropTemplate(name))
}
/** Removes a template; whoever needs it next builds it again. */
export async function dropTemplate(name: string): Promise<void> {
  rmSync(listOf(name), { force: true })
  await sql(databaseAt(inject('databaseUrl'), 'postgres'), `drop database if exists ${name} with (force)`)
  rmSync(filesOf(name), { recursive: true, force: true })
}
