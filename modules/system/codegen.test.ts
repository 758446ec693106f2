import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, openSchool, type School } from '#testing/school.ts'

const design = {
  code: 'loanBook',
  name: '图书借阅',
  entity: 'bookLoan',
  label: '借阅',
  fields: [
    { name: 'title', label: '书名', kind: 'text', isRequired: true, isSearched: true, max: 100 },
    { name: 'studentId', label: '学生', kind: 'ref', to: 'student', isRequired: true },
    {
      name: 'state',
      label: '状态',
      kind: 'choice',
      isRequired: true,
      choices: [
        { key: 'lent', label: '借出' },
        { key: 'returned', label: '已还' },
      ],
    },
  ],
}
let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school.close())

it('10-J6 previews what a design becomes: needs and scope follow from its references', async () => {
  const { data, msg } = await admin.post<{ files: Array<{ path: string; content: string }> }>('base/codegen/preview', design)
  expect(msg).toBe('成功')
  const of = (path: string): string => data.files.find(f => f.path === path)?.content ?? ''
  expect(of('module.ts')).toContain("needs: ['student'],")
  expect(of('model/bookLoan.ts')).toContain("scope: { student: 'studentId' }")
  expect(of('migrations/001-loanBook.sql')).toContain('foreign key (tenant_id, student_id) references student (tenant_id, id)')
})
it('10-J6 hands out a source package and writes nothing into the running system', async () => {
  const before = school.server.core.registry.entities.size
  const { raw, headers } = await admin.post('base/codegen/download', design)
  expect(headers['content-type']).toBe('application/zip')
  const folder = mkdtempSync(join(tmpdir(), 'codegen-'))
  const path = join(folder, 'x.zip')
  writeFileSync(path, raw)
  expect(raw.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect(raw.includes(Buffer.from('loanBook/module.ts'))).toBe(true)
  rmSync(folder, { recursive: true, force: true })
  expect(school.server.core.registry.entities.size).toBe(before)
  expect((await admin.get('base/bookLoan/list')).code).toBe(404)
})
it('10-J6 refuses what is no design, names reserved and taken words, and who may not use it', async () => {
  const post = async (change: Record<string, unknown>, who = admin) => who.post('base/codegen/preview', { ...design, ...change })
  expect((await post({ code: '../../etc' })).errors[0]?.rule).toBe('codegen.name')
  expect((await post({ entity: 'student' })).errors[0]?.rule).toBe('codegen.entityTaken')
  expect((await post({ fields: [{ name: 'a', label: 'b', kind: 'text', run: 'rm -rf /' }] })).errors[0]?.rule).toBe('value.unknown')
  expect((await post({ fields: [{ name: 'a', label: 'b', kind: 'eval' }] })).errors[0]?.rule).toBe('value.choice')
  expect((await post({ fields: 'x' })).code).toBe(400)
  expect((await post({}, await school.as({ roles: ['officer'] }))).code).toBe(403)
})
