import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { copyDatabase, databaseAt, sql, TEMPLATE, withLock } from '#testing/database.ts'
import { startProgram } from './program.ts'

const DEMO = 'qinglan_demo'
const MAKING = `${DEMO}_making`
const ARGS = ['--demo']

/** The demo school as created at first start, in its own database and folder. Created once per run and copied. */
export async function demoCopy(folder: string): Promise<{ args: readonly string[]; url: string; drop(): Promise<void> }> {
  const base = inject('databaseUrl')
  const school = join(inject('runFolder'), 'demo')
  await withLock(base, DEMO, async () => {
    if (!existsSync(school)) await make(base, school)
  })
  cpSync(school, folder, { recursive: true })
  return { args: ARGS, ...(await copyDatabase(DEMO, base)) }
}
async function make(base: string, school: string): Promise<void> {
  const admin = databaseAt(base, 'postgres')
  const making = `${school}.making`
  // an earlier attempt may have been interrupted
  rmSync(making, { recursive: true, force: true })
  await sql(admin, `drop database if exists ${MAKING} with (force)`)
  await sql(admin, `create database ${MAKING} template ${TEMPLATE}`)
  const program = await startProgram(making, { args: ARGS, env: { DATABASE_URL: databaseAt(base, MAKING) } })
  await program.stop()
  await sql(admin, `alter database ${MAKING} rename to ${DEMO}`)
  renameSync(making, school)
}
