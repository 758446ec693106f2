import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRoster, type Roster, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'

let r: Roster
let admin: Actor
let owner: pg.Client
let id: string
let fileId: string
beforeAll(async () => {
  r = await openRoster()
  admin = await r.as({ roles: ['admin'] })
  const [row] = await r.db.query<{ id: string }>(sql`insert into pupil (tenant_id, pupil_no, name, squad_id, band, joined_on, health)
    values (${r.tenantId}, 'P1', '张三', ${r.squads.get('A1')}, '甲', '2026-09-01', '哮喘') returning id`)
  id = row?.id as string
  fileId = (await upload<{ fileId: string }>(admin, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.7\nx'), '诊断.pdf')).data.fileId
  await r.db.query(sql`update attachment set biz_type = 'pupil', biz_id = ${id}, sensitivity = 'S2' where tenant_id = ${r.tenantId} and id = ${fileId}`)
  owner = new pg.Client({ connectionString: r.server.core.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await r.close()
})
const reads: Record<string, () => Promise<{ code: number; raw: Buffer }>> = {
  'a sensitive value in the clear': () => admin.post('roster/pupil/reveal', { id, fields: ['health'], reason: '就医' }),
  'an export': () => admin.post('roster/pupil/export', { fileName: '学员', header: { health: '健康' }, params: {}, reason: '就医' }),
  'a sensitive file': () => admin.get('oss/oss/endpoint/download-file', { fileId }),
}
it.each(Object.keys(reads))('10-A4 no audit, no read: %s', async what => {
  const read = reads[what] as (typeof reads)[string]
  const given = (await read()).raw.toString('latin1')
  expect([given.length > 0, given.includes('"success":false')]).toEqual([true, false])
  await owner.query('alter table audit_log add constraint full_disk check (false) not valid')
  try {
    const refused = await read()
    expect(refused.code).not.toBe(200)
    expect(refused.raw.toString()).not.toContain('哮喘')
    expect(refused.raw.toString()).not.toContain('PDF')
    expect(JSON.parse(refused.raw.toString())).toMatchObject({ success: false })
  } finally {
    await owner.query('alter table audit_log drop constraint full_disk')
  }
})
