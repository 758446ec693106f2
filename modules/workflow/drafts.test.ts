import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '#model'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { applicationFiles } from '#server/codegen/application-files.ts'
import { moduleFolders, ROOT } from '#server/registry/registry.ts'
import { testRegistry } from '#testing/database.ts'
import type { Actor } from '#testing/school.ts'
import { expectApplication } from './testing-applications.ts'

const FOLDER = join(ROOT, '.cache', 'drafts', 'zzOuting')
const NEEDED = ['system', 'campus', 'student', 'message', 'workflow']
const drafted = Object.entries(applicationFiles({ code: 'zzOuting', name: '活动', entity: 'zzTrip', label: '活动外出' }))
for (const [file, content] of drafted) {
  mkdirSync(dirname(join(FOLDER, file)), { recursive: true })
  writeFileSync(join(FOLDER, file), content)
}
const { zzTrip } = (await import(join(FOLDER, 'model/zzTrip.ts'))) as { zzTrip: Entity }

describe('an application drafted by new-module', () => {
  let school: SmallSchool
  let fdy: Actor
  let officer: Actor
  beforeAll(async () => {
    school = await smallSchool({ registry: await testRegistry([...moduleFolders().filter(f => NEEDED.includes(basename(f))), FOLDER]) })
    fdy = await school.as({ roles: ['fdy'], teacherId: school.ids.lin, departmentId: school.ids.info })
    officer = await school.as({ roles: ['officer'] })
  })
  afterAll(async () => {
    await school.close()
    rmSync(dirname(FOLDER), { recursive: true, force: true })
  })
  const newStudent = async (): Promise<Actor> => {
    const made = await officer.post<{ id: string }>('base/student/add', draftOf(school.ids.s2301, { name: '陈思远' }))
    return selfOf(school, made.data.id)
  }

  it('is written as one would write it: nothing for the formatter to find fault with', () => {
    for (const [file, input] of drafted.filter(([name]) => /\.tsx?$/.test(name)))
      expect(execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=modules/zzOuting/${file}`], { input, cwd: ROOT, encoding: 'utf8' })).toBe(input)
  })
  it('refuses a second one while the first is open, and shows who will decide', async () => {
    const who = await newStudent()
    const preview = async () => (await who.get<{ problems: Array<{ rule: string }>; steps: Array<{ name: string }> }>('zzOuting/zzTrip/preview')).data
    expect(await preview()).toMatchObject({ problems: [], steps: [{ name: '辅导员' }] })
    expect((await who.post('zzOuting/zzTrip/apply', { reason: '看展览' })).code).toBe(200)
    expect((await preview()).problems.map(p => p.rule)).toEqual(['open'])
  })
  expectApplication({ of: zzTrip, path: 'zzOuting/zzTrip', taken: ['open'], files: 'proofs' }, () => ({
    db: school.db,
    applicants: async () => [await newStudent(), await newStudent()],
    form: () => ({ reason: '第一次申请' }),
    approvers: [fdy],
  }))
})
