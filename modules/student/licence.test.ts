import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeCode, type RegistrationCode, readCode } from '#server/licence/code.ts'
import { takeCode } from '#server/tenants/licences.ts'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { citizenNo, type SmallSchool, smallSchool } from './testing.ts'

// Five imports, each in processes of its own.
vi.setConfig({ testTimeout: 180_000 })
const MAX = 20
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
let s: SmallSchool
let officer: Actor
beforeAll(async () => {
  s = await smallSchool({ vendorKeys: publicKey.export({ type: 'spki', format: 'pem' }).toString() })
  officer = await s.as({ roles: ['officer'] })
  const licensed = {
    schoolName: '测试学校100001',
    edition: '标准版',
    modules: [],
    maxStudents: MAX,
    issuedAt: '2026-01-01',
    expireDate: '2099-12-31',
    graceDays: 30,
    machineCode: 'X',
  }
  await s.db.tx(db => takeCode(db, readCode(makeCode({ id: randomUUID(), ...licensed }, privateKey)) as RegistrationCode))
})
afterAll(() => s.close())

const HEADER = ['学号', '姓名', '性别', '证件号', '出生日期', '民族', '生源地', '班级', '学生类别', '入学方式', '入学日期', '手机号', '紧急联系人', '紧急联系电话']
const line = (n: number, phone = '15912346630'): string[] => [
  `L${String(n).padStart(5, '0')}`,
  '陈思远',
  '男',
  citizenNo(`52010220040615${String(n * 2 + 1).padStart(3, '0')}`),
  ...['2004-06-15', '苗族', '520102', '软件2301', '普通专科生', '普通入学', '2023-09-01', phone, '陈父', '15900001111'],
]
async function send(lines: string[][]): Promise<Job> {
  const { data } = await upload<{ jobId: string }>(officer, 'base/student/import', await sheet(HEADER, lines), '名册.xlsx')
  return settled(officer, data.jobId)
}
const total = async (): Promise<number> => (await officer.get<{ page: { total: number } }>('base/student/list', { size: 1 })).data.page.total

it('10-T3 an import up to the licence is quiet, a little beyond warns with both numbers, more than five per cent is refused', async () => {
  const fits = await send(Array.from({ length: MAX }, (_, i) => line(i)))
  expect(fits).toMatchObject({ state: 'ready', message: null })
  expect((await commit(officer, fits)).state).toBe('done')
  // both pass the first check before either writes: the second is counted again under the lock
  const [one, two] = [await send([line(30)]), await send([line(31)])]
  expect(one).toMatchObject({ state: 'ready', message: `导入后有 ${MAX + 1} 名学生，超过授权的 ${MAX} 名；再超过 5% 就不能导入了` })
  expect((await commit(officer, one)).state).toBe('done')
  expect(await commit(officer, two)).toMatchObject({ state: 'failed', message: expect.stringContaining(`导入后有 ${MAX + 2} 名学生，超过授权的 ${MAX} 名 5% 以上`) })
  expect(await send([line(32), line(33)])).toMatchObject({ state: 'failed', message: expect.stringContaining(`${MAX + 3} 名学生`) })
  expect(await total()).toBe(MAX + 1)
  expect(await send([line(0, '15912346631')])).toMatchObject({ state: 'ready', toChange: 1, message: null })
})
