import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { freshDatabase, sql } from '#testing/database.ts'
import { EXPERIMENTS } from './experiments.ts'
import { takeAway } from './without.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const all = Object.entries(EXPERIMENTS)

it('every invariant of the fault experiments is a view that the schema of today answers, and that is empty before anything went wrong', async () => {
  const { url, drop } = await freshDatabase()
  await sql(url, read('faults/invariants.sql'))
  const views = (await sql<{ name: string }>(url, "select viewname as name from pg_views where schemaname = 'faults' order by 1")).map(v => v.name)
  for (const name of views) expect(await sql(url, `select * from faults.${name}`), name).toEqual([])
  expect([...new Set(all.flatMap(([, e]) => e.views))].toSorted()).toEqual(views)
  await drop()
})
it('every fault experiment says what it proves and what its control takes away, and is listed for whoever runs it', () => {
  const known = read('faults/RESULTS.md')
  for (const [name, { title, control }] of all) {
    expect(title && control, name).toBeTruthy()
    expect(known, name).toContain(`## ${name}\n`)
  }
})
it('every text of the source that an experiment or its control changes stands there', () => {
  for (const [name, { without = [], breaks = [] }] of all)
    for (const cut of [...without, ...breaks]) {
      expect(existsSync(join(ROOT, cut.file)), `${name}: ${cut.file}`).toBe(true)
      expect(takeAway(read(cut.file), cut.file, [cut]) === read(cut.file), name).toBe(false)
    }
})
