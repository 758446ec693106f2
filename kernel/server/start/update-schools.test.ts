import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSchool, type School, schoolIn, testSecret } from '#testing/school.ts'
import { type WriteRecorder, writeRecorder } from '#testing/write-recorder.ts'
import type { Db } from '../context.ts'
import { stepsOf } from '../tenants/provision.ts'
import { updateSchools } from './update-schools.ts'

let school: School
let other: School
let second: School
let eye: WriteRecorder
beforeAll(async () => {
  school = await openSchool()
  other = await school.another()
  const { url, dataDir } = school.server.core
  second = await schoolIn(url, '100001', { dataDir, secret: testSecret() })
  eye = await writeRecorder(url)
})
afterAll(async () => {
  await second?.close()
  await school?.close()
})

const repeated = (): string[] =>
  stepsOf(school.server.core, { code: '100001', schoolName: '' })
    .filter(s => !s.isOpening)
    .map(s => s.code)
/** Steps started since the last call. */
const begun = async (): Promise<string[]> =>
  (await eye.seen()).filter(w => w.table === 'provision_step').flatMap(({ text }) => /"step": "(\w+)".*"state": "running"/s.exec(text.slice(text.length / 2))?.[1] ?? [])
const hashes = async (): Promise<string[]> =>
  (await school.db.query<{ hash: string }>(sql`select provisioned_by as hash from tenant where id in (${school.tenantId}, ${other.tenantId})`)).map(r => r.hash)
const roles = ({ db, tenantId }: School): Promise<unknown[]> => db.query(sql`select from role where tenant_id = ${tenantId} and code = 'officer'`)
const isFresh = async (): Promise<boolean> => new Set(await hashes()).size === 1

describe('schools after a start', () => {
  it('one that this program has brought up to date already is left alone', async () => {
    await begun()
    await updateSchools(school.server.core).done
    expect([await begun(), await isFresh()]).toEqual([[], true])
  })
  it('those of an earlier program are brought up to date, each once, whichever of several processes does it', async () => {
    const [current] = await hashes()
    for (const { db, tenantId } of [school, other]) {
      await db.query(sql`update tenant set provisioned_by = 'earlier' where id = ${tenantId}`)
      await db.query(sql`update role set code = 'renamed', name = '改名' where tenant_id = ${tenantId} and code = 'officer'`)
    }
    await begun()
    await Promise.all([school, second].map(({ server }) => updateSchools(server.core).done))
    expect((await begun()).toSorted()).toEqual([...repeated(), ...repeated()].toSorted())
    expect(await hashes()).toEqual([current, current])
    for (const one of [school, other]) expect(await roles(one)).toHaveLength(1)
  })
  it('one that fails keeps no other, and is tried again', async () => {
    const { core } = school.server
    await school.db.query(sql`update tenant set provisioned_by = null where id in (${school.tenantId}, ${other.tenantId})`)
    const ran: string[] = []
    const seed = {
      kind: 'seed' as const,
      name: 'broken at first',
      run: async (db: Db) => {
        ran.push(db.me.tenantId)
        if (ran.length === 1) throw new Error('broken')
      },
    }
    await updateSchools({ ...core, registry: { ...core.registry, seeds: [seed] } }).done
    expect(ran).toEqual([school.tenantId, other.tenantId, school.tenantId])
    expect(await isFresh()).toBe(true)
  })
})
