import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, type Doors, openDoors } from '#modules/identity/sso-fixture.ts'
import { makeRole } from '#modules/system/testing.ts'
import type { Actor } from '#testing/school.ts'

const SOURCES = ['identity:identitySource:list', 'identity:identitySource:add', 'identity:identitySource:update', 'identity:identitySource:remove']
let doors: Doors
let admin: Actor
let editor: Actor
beforeAll(async () => {
  doors = await openDoors()
  admin = await doors.school.as({ roles: ['admin'] })
  await makeRole(doors.school, 'door_keeper', SOURCES)
  editor = await doors.school.as({ roles: ['door_keeper'] })
})
afterAll(() => doors?.close())

/** Whether the source signs in the user its server names. */
const enters = async (source: string, accountNo: string): Promise<number> => {
  const answer = await new Browser(doors.school.server.app).through(source, accountNo)
  return answer.body.error_code ?? answer.status
}
async function account(roles: readonly string[]): Promise<string> {
  const { userId, accountNo } = await doors.person()
  await doors.school.db.query(sql`delete from role_user where tenant_id = ${doors.school.tenantId} and user_id = ${userId}`)
  await doors.school.db.query(sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, ${userId} from role
    where tenant_id = ${doors.school.tenantId} and code = any(${[...roles]}::text[])`)
  await doors.school.db.permissionsChanged()
  return accountNo
}
interface Source {
  id: string
  version: number
  isConfirmed: boolean
}
const row = async (source: string): Promise<Source> => (await admin.get<{ result: Source[] }>('auth/identitySource/list', { source })).data.result[0] as Source
const change = async (who: Actor, source: string, patch: object) => {
  const { id, version } = await row(source)
  return (await who.post('auth/identitySource/update', { id, version, ...patch })).code
}
const confirm = async (who: Actor, source: string) => {
  const { id, version } = await row(source)
  return (await who.post<{ isConfirmed: boolean }>('auth/identitySource/confirm', { id, version })).data.isConfirmed
}
/** Simulates an attacker with an identity server of their own: the stand-in names any user they request. */
const captured = () => ({ clientSecret: doors.standIn.secret, userInfoUrl: `${doors.address}/oidc/userinfo?mine` })

describe('whoever edits identity sources signs in as nobody who may more', () => {
  it('through a source in use that they point elsewhere; weaker accounts still enter, and those who have their permissions', async () => {
    const [officer, student, equal] = [await account(['officer']), await account(['student']), await account(['door_keeper'])]
    expect(await enters('oauth2', officer)).toBe(200)
    expect(await change(editor, 'oauth2', captured())).toBe(200)
    expect((await row('oauth2')).isConfirmed).toBe(false)
    expect([await enters('oauth2', officer), await enters('oauth2', student), await enters('oauth2', equal)]).toEqual([403, 200, 200])
  })
  it('nor through a binding that was made before, nor by a field that decides who is meant', async () => {
    const { userId, accountNo } = await doors.person()
    expect(await confirm(admin, 'oauth2')).toBe(true)
    await doors.school.db.query(sql`insert into user_binding (tenant_id, user_id, source, oauth_id) values (${doors.school.tenantId}, ${userId}, 'oauth2', ${accountNo})`)
    await doors.school.db.query(sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, ${userId} from role
      where tenant_id = ${doors.school.tenantId} and code = 'officer'`)
    expect(await enters('oauth2', accountNo)).toBe(200)
    expect(await change(editor, 'oauth2', { matchBy: 'binding' })).toBe(200)
    expect(await enters('oauth2', accountNo)).toBe(403)
  })
  it('nor when somebody stronger changes something else afterwards: only a confirmation, by whoever may as much, opens it again', async () => {
    const officer = await account(['officer'])
    expect(await change(admin, 'oauth2', { matchBy: 'accountNo', name: '学校账号' })).toBe(200)
    expect(await enters('oauth2', officer)).toBe(403)
    expect(await confirm(editor, 'oauth2')).toBe(false)
    expect(await enters('oauth2', officer)).toBe(403)
    expect(await confirm(admin, 'oauth2')).toBe(true)
    expect(await enters('oauth2', officer)).toBe(200)
  })
  it('while its name, place and being switched off are nobody’s concern', async () => {
    const officer = await account(['officer'])
    expect(await change(editor, 'oauth2', { name: '统一登录', sort: 3, showOnLogin: false })).toBe(200)
    expect(await change(editor, 'oauth2', { isEnabled: false })).toBe(200)
    expect(await change(admin, 'oauth2', { isEnabled: true })).toBe(200)
    expect(await enters('oauth2', officer)).toBe(200)
    expect((await row('oauth2')).isConfirmed).toBe(true)
  })
  it('through a source they make themselves', async () => {
    const officer = await account(['officer'])
    const [own] = await doors.school.db.query<Record<string, unknown>>(sql`select authorize_url as "authorizeUrl", token_url as "tokenUrl", user_info_url as "userInfoUrl",
      client_id as "clientId", subject_path as "subjectPath", extra from identity_source where tenant_id = ${doors.school.tenantId} and source = 'oauth2'`)
    const draft = { ...own, source: 'mine', name: '我的', protocol: 'oauth2', matchBy: 'accountNo', realms: ['admin'], isEnabled: true, clientSecret: doors.standIn.secret }
    expect((await editor.post('auth/identitySource/add', draft)).code).toBe(200)
    expect(await enters('mine', officer)).toBe(403)
  })
  it('and nobody says by themselves that a source is confirmed', async () => {
    const { id, version } = await row('mine')
    for (const patch of [{ setBy: null }, { isConfirmed: true }]) expect((await editor.post('auth/identitySource/update', { id, version, ...patch })).code).toBe(400)
    expect((await (await doors.school.as({ roles: ['officer'] })).post('auth/identitySource/confirm', { id, version })).code).toBe(403)
  })
})
