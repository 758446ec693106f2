import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import type { profileBrief, profilePart, profileParts } from '#modules/student/model/profile.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { draftViolations } from '../checks/server/violation.ts'
import { type StaySchool, staySchool } from '../stays/testing.ts'

type Parts = OutputOf<typeof profileParts>
type Part = OutputOf<typeof profilePart>
type Brief = OutputOf<typeof profileBrief>
let s: StaySchool
let id: string
beforeAll(async () => {
  s = await staySchool()
  id = (await s.students(1))[0]?.id as string
  const [bed] = await s.db.query<{ id: string }>(sql`
    insert into dorm_stay (tenant_id, stay_no, student_id, student_no, name, gender_code, department_id, class_id, bed_id, room_id, floor_id, dorm_id, kind, state, planned_in, check_in_at)
    select b.tenant_id, 'P1', x.id, x.student_no, x.name, x.gender_code, x.department_id, x.class_id, b.id, b.room_id, b.floor_id, b.dorm_id, 'main', 'checkedIn', current_date - 60, now() - interval '60 days'
    from dorm_bed b join student x on x.tenant_id = b.tenant_id and x.id = ${id} where b.tenant_id = ${s.tenantId} and b.id = ${s.beds.women[0]} returning bed_id as id`)
  for (const [days, result] of [
    [2, 'late'],
    [3, 'late'],
    [5, 'present'],
    [40, 'absent'],
  ] as const)
    await s.db.query(sql`insert into night_line (tenant_id, night_date, student_id, bed_id, room_id, floor_id, dorm_id, expected, result)
      select b.tenant_id, ${addDays(today(), -days)}::date, ${id}, b.id, b.room_id, b.floor_id, b.dorm_id, 'expected', ${result} from dorm_bed b where b.tenant_id = ${s.tenantId} and b.id = ${bed?.id}`)
  await s.db.tx(db =>
    draftViolations(db, [
      { studentId: id, type: 'appliance', level: 'ordinary', at: new Date(Date.now() - HOUR_MS).toISOString(), details: '电热毯', sourceType: 'manual' } as never,
    ]),
  )
})
afterAll(() => s.close())
const partsFor = (who: Actor) => who.get<Parts[]>('base/student/profileParts', { id })
const part = (who: Actor, code: string) => who.get<Part>('base/student/profilePart', { id, part: code })
const brief = (who: Actor) => who.get<Brief>('base/student/profileBrief', { id })
const hintsOf = async (who: Actor, code: string) => (await brief(who)).data.notable.filter(n => n?.hint.startsWith(`${code}/`))
/** Changes the officers' permissions. */
const officersHold = async (key: string, scope: string | null): Promise<void> => {
  const which = sql`tenant_id = ${s.tenantId} and role_id in (select id from role where tenant_id = ${s.tenantId} and code = 'officer') and menu_id in (select id from menu where tenant_id = ${s.tenantId} and permission_key = ${key})`
  await s.db.tx(async db => {
    await db.query(scope ? sql`update role_menu set scope_override = ${scope} where ${which}` : sql`delete from role_menu where ${which}`)
    await db.permissionsChanged()
  })
}

describe('the page of one student', () => {
  it('30-SP tells what happened in the dormitory, newest first, and what deserves a look', async () => {
    const nights = (await part(s.officer, 'dormitory.night')).data
    expect(nights.happened.map(h => h?.title)).toEqual(['晚归', '晚归', '夜间未归'])
    expect(await hintsOf(s.officer, 'dormitory.night')).toMatchObject([{ title: '近 7 天晚归 2 次', at: addDays(today(), -2), link: `/dormitory/night/lines?studentId=${id}` }])
    expect((await part(s.officer, 'dormitory.stay')).data.happened).toMatchObject([{ title: expect.stringMatching(/^入住 /) }])
    expect((await part(s.officer, 'dormitory.violation')).data.happened).toMatchObject([{ title: '宿舍违纪：违规电器', note: '已登记' }])
    expect(await hintsOf(s.officer, 'dormitory.violation')).toMatchObject([{ title: '1 起宿舍违纪待认定' }])
  })
  it('30-SP has a section for each part, in one order, and tells in short where the student lives', async () => {
    const codes = (await partsFor(s.officer)).data.map(p => p.code)
    expect(codes.filter(c => c.startsWith('dormitory.'))).toEqual([
      'dormitory.stay',
      'dormitory.night',
      'dormitory.passage',
      'dormitory.violation',
      'dormitory.tempLocation',
      'dormitory.arrears',
    ])
    expect((await part(s.officer, 'dormitory.stay')).data.lines[0]).toMatchObject({ label: '床位' })
    expect((await part(s.officer, 'dormitory.night')).data.lines).toEqual([
      { label: '近 30 天晚归', value: '2 次', tone: 'attention' },
      { label: '近 30 天未归', value: '0 次', tone: null },
    ])
    expect((await part(s.officer, 'dormitory.violation')).data.numbers).toMatchObject([
      { label: '认定的宿舍违纪', value: 0 },
      { label: '待认定的宿舍违纪', value: 1, unit: '起' },
    ])
    expect((await brief(s.officer)).data.places).toMatchObject([{ kind: 'lives' }])
  })
  it('30-SP2 a sensitive section is closed until its reader gives a reason, and every opening is audited', async () => {
    expect((await partsFor(s.officer)).data.filter(p => p.isClosed).map(p => p.code)).toContain('dormitory.passage')
    expect((await part(s.officer, 'dormitory.passage')).errors[0]?.rule).toBe('student.student.closed')
    const open = (reason: string) => s.officer.post<Part>('base/student/openProfilePart', { id, part: 'dormitory.passage', reason })
    expect((await open('')).code).not.toBe(200)
    expect((await open('核实昨晚去向')).data.lines).toEqual([])
    const rows = await s.db.query<{ detail: object }>(sql`select a.detail from audit_log a join audit_subject x on x.tenant_id = a.tenant_id and x.audit_id = a.id
      where a.tenant_id = ${s.tenantId} and a.action = 'reveal' and x.student_id = ${id} and a.user_id = ${s.officer.userId}`)
    expect(rows).toMatchObject([{ detail: { section: '最近通行', reason: '核实昨晚去向' } }])
  })
  it('30-SP5 a student outside the scope is not there', async () => {
    const stranger = await s.as({ roles: ['fdy'] })
    expect([(await partsFor(stranger)).code, (await part(stranger, 'dormitory.night')).code]).toEqual([404, 404])
    expect((await partsFor(s.fdy)).code).toBe(200)
    const tried = await s.db.query(sql`select 1 from audit_log where tenant_id = ${s.tenantId} and action = 'access.hidden' and user_id = ${stranger.userId} and biz_id = ${id}`)
    expect(tried).toHaveLength(2)
  })
  it('30-SP1 a part shows the rows of its own permission’s scope, not of the student’s', async () => {
    await officersHold('dormitory:dormViolation:list', 'self')
    expect((await part(s.officer, 'dormitory.violation')).data).toMatchObject({ happened: [], lines: [] })
    expect(await hintsOf(s.officer, 'dormitory.violation')).toEqual([])
  })
  it('30-SP1 without the permission a part is neither named nor answered', async () => {
    await officersHold('dormitory:nightLine:list', null)
    const codes = (await partsFor(s.officer)).data.map(p => p.code)
    expect(codes).toContain('dormitory.stay')
    expect(codes).not.toContain('dormitory.night')
    expect((await part(s.officer, 'dormitory.night')).errors[0]?.rule).toBe((await part(s.officer, 'nothing.there')).errors[0]?.rule)
  })
})
