import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { applicationFiles, taskFiles } from '#server/codegen/template-files.ts'
import { moduleFolders, ROOT } from '#server/registry/registry.ts'
import { testRegistry } from '#testing/database.ts'
import { upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { expectApplication } from './applications/testing.ts'
import type { RoundEntity } from './rounds/model/round.ts'
import { expectTask } from './tasks/testing.ts'

const CACHE = join(ROOT, '.cache', 'drafts')
const NEEDED = ['system', 'campus', 'student', 'message', 'workflow']
function write(code: string, files: Readonly<Record<string, string>>): string {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(CACHE, code, file)), { recursive: true })
    writeFileSync(join(CACHE, code, file), content)
  }
  return join(CACHE, code)
}
const drafted = applicationFiles({ code: 'zzOuting', name: '活动', entity: 'zzTrip', label: '活动外出' })
/** The same without an approval process, tied to an account. */
const { 'model/flow.ts': _flow, ...note } = applicationFiles({ code: 'zzNotes', name: '便条', entity: 'zzNote', label: '便条' })
const plain = {
  ...note,
  'module.ts': (note['module.ts'] ?? '').replace("import './model/flow.ts'\n", '').replace('  subjects: [zzNote],\n', ''),
  'model/zzNote.ts': (note['model/zzNote.ts'] ?? '')
    .replace(/ {4}studentId.*\n/, "    userId: ref('user', '申请人', { required: true, immutable: true }),\n")
    .replace(/ {4}scope:.*\n/, "    scope: { user: 'userId' },\n"),
  'migrations/001-zzNotes.sql': (note['migrations/001-zzNotes.sql'] ?? '').replaceAll('student_id', 'user_id').replace('references student ', 'references sys_user '),
  'model/application.ts': `import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { asked, zzNote } from './zzNote.ts'

const own = ownApplication(zzNote, { form: asked })
export const zzNoteApplication = { apply: own.apply('写便条'), withdraw: own.withdraw(), mine: own.mine([]) }
`,
  'server/application.ts': `import { handleApplication } from '#modules/workflow/server/api.ts'
import { zzNoteApplication } from '../model/application.ts'
import { zzNote } from '../model/zzNote.ts'

export default handleApplication(zzNote, zzNoteApplication, {
  owner: 'userId',
  link: ({ id }) => id,
  prepare: async ({ me }) => me.userId,
  validate: async (_ctx, _userId, { reason }) => ({ violations: reason.length > 3 ? [{ key: 'open' }] : [] }),
  draft: ({ reason, proofs }) => ({ reason, proofs: proofs ?? [] }),
  initial: async (_ctx, userId) => ({ userId }),
  withdrawn: async ({ db }, { id }) => void (await db.update(zzNote, id, { reason: '不写了' })),
}).registrations
`,
}
const asking = taskFiles({ code: 'zzSurveys', name: '调查', entity: 'zzSurvey', label: '问卷' })
const folders = [write('zzOuting', drafted), write('zzNotes', plain), write('zzSurveys', asking)]
const { zzTrip } = (await import(join(CACHE, 'zzOuting/model/zzTrip.ts'))) as { zzTrip: Entity }
const { zzNote } = (await import(join(CACHE, 'zzNotes/model/zzNote.ts'))) as { zzNote: Entity }
const { zzSurvey } = (await import(join(CACHE, 'zzSurveys/model/zzSurvey.ts'))) as { zzSurvey: RoundEntity }

let school: SmallSchool
let fdy: Actor
let officer: Actor
let students: readonly [Actor, Actor]
beforeAll(async () => {
  school = await smallSchool({ registry: await testRegistry([...moduleFolders().filter(f => NEEDED.includes(basename(f))), ...folders]) })
  fdy = await school.as({ roles: ['fdy'], teacherId: school.ids.lin, departmentId: school.ids.info })
  officer = await school.as({ roles: ['officer'], departmentId: school.ids.info })
  students = [await newStudent(), await newStudent(school.ids.a2301)]
})
afterAll(async () => {
  await school.close()
  rmSync(CACHE, { recursive: true, force: true })
})
async function newStudent(classId = school.ids.s2301): Promise<Actor> {
  const made = await officer.post<{ id: string }>('base/student/add', draftOf(classId, { name: '陈思远' }))
  return selfOf(school, made.data.id)
}

describe('what new-module drafts', () => {
  it('is written as one would write it: nothing for the formatter to find fault with', () => {
    for (const [file, input] of [drafted, asking].flatMap(files => Object.entries(files)).filter(([name]) => /\.tsx?$/.test(name)))
      expect(execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=modules/zzOuting/${file}`], { input, cwd: ROOT, encoding: 'utf8' })).toBe(input)
  })
})

describe('an application drafted by new-module', () => {
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

describe('an application without approval', () => {
  const path = (verb: string) => `zzNotes/zzNote/${verb}`
  const mine = async (who: Actor) => (await who.get<Array<{ id: string; state: string; can: string[]; instanceId: string | null }>>(path('mine'))).data

  it('is in force once it is stored, listed for its account alone, and withdrawn by it', async () => {
    const [who, other] = [await newStudent(), await newStudent()]
    const { data } = await who.post<{ id: string; instanceId: string | null }>(path('apply'), { reason: '请假' })
    expect(data.instanceId).toBeNull()
    expect(await mine(who)).toMatchObject([{ id: data.id, state: 'pending', can: ['withdraw'], instanceId: null }])
    expect([await mine(other), (await other.post(path('withdraw'), { id: data.id })).code]).toEqual([[], 404])
    expect((await who.post(path('withdraw'), { id: data.id })).code).toBe(200)
    expect(await school.db.unscoped(zzNote).one(data.id)).toMatchObject({ state: 'withdrawn', reason: '不写了', userId: who.userId })
    expect((await who.post(path('withdraw'), { id: data.id })).errors[0]?.rule).toBe('zzNotes.zzNote.state')
  })
  it('is refused by its rules, and shows its files to its account', async () => {
    const [who, other] = [await newStudent(), await newStudent()]
    expect((await who.post(path('apply'), { reason: '说来话长' })).errors[0]?.rule).toBe('zzNotes.zzNote.open')
    const sent = await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '证明.pdf')
    expect((await who.post(path('apply'), { reason: '短', proofs: [sent.data.fileId] })).code).toBe(200)
    const seen = async (by: Actor) => (await by.get('oss/oss/endpoint/ticket', { fileId: sent.data.fileId })).code
    expect([await seen(who), await seen(other)]).toEqual([200, 404])
  })
})

describe('a task drafted by new-module', () => {
  const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
  const at = (verb: string) => `zzSurveys/zzSurveyAnswer/${verb}`
  async function published(): Promise<string> {
    const { data } = await officer.post<{ id: string }>('zzSurveys/zzSurvey/add', {
      name: '第一次',
      beginTime: inHours(-1),
      endTime: inHours(100),
      audience: { roles: ['student'] },
    })
    expect((await officer.post('zzSurveys/zzSurvey/publish', { id: data.id })).code).toBe(200)
    return data.id
  }
  const answer = (id: string, who: Actor, more: object = {}) => who.post<{ id: string; version: number }>(at('answer'), { zzSurveyId: id, choice: 'yes', ...more })
  interface Own {
    zzSurveyId: string
    name: string
    canChange: boolean
    answer: { choice: string; note: string | null; version: number } | null
  }
  const own = async (id: string, who: Actor) => (await who.get<Own[]>(at('mine'))).data.find(task => task.zzSurveyId === id)

  expectTask(() => ({
    school,
    round: zzSurvey,
    rounds: 'zzSurveys/zzSurvey',
    answers: 'zzSurveys/zzSurveyAnswer',
    published,
    answer,
    officer,
    counsellor: fdy,
    students,
    reminder: 'zzSurveys.remind',
  }))
  it('lists what a student has answered or may answer; an answer is changed with its version, as a whole', async () => {
    const [who] = students
    const id = await published()
    expect(await own(id, who)).toMatchObject({ name: '第一次', canChange: true, answer: null })
    const first = await answer(id, who, { note: '带一位家长' })
    expect((await own(id, who))?.answer).toMatchObject({ choice: 'yes', note: '带一位家长', version: first.data.version })
    expect((await answer(id, who, { choice: 'no', version: first.data.version })).code).toBe(200)
    const stale = await answer(id, who, { version: first.data.version })
    expect([stale.code, stale.data]).toEqual([409, expect.objectContaining({ choice: 'no' })])
    expect((await own(id, who))?.answer).toMatchObject({ choice: 'no', note: null })
  })
  it('takes no change once it is over', async () => {
    const [who] = students
    const id = await published()
    const first = await answer(id, who)
    await officer.post('zzSurveys/zzSurvey/close', { id, reason: '提前结束' })
    expect((await answer(id, who, { version: first.data.version })).errors[0]?.rule).toBe('zzSurveys.zzSurvey.notOpen')
    expect((await own(id, who))?.canChange).toBe(false)
  })
})
