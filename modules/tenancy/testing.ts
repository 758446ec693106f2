import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { addDays } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { type Licensed, makeCode } from '#server/licence/code.ts'
import { machineCode } from '#server/licence/machine.ts'
import { openingsSettled } from '#server/tenants/open.ts'
import { preparePlatform } from '#server/tenants/platform-start.ts'
import { type Actor, openSchool, type School, signedIn } from '#testing/school.ts'

/** An installation with the test as its vendor. */
export interface Installation extends School {
  operator: Actor
  /** A registration code of that vendor, by default for this machine. */
  code(change: Partial<Licensed>, key?: KeyObject): Promise<string>
}
export const dayFrom = (days: number): string => addDays(today(), days)

export async function openInstallation(): Promise<Installation> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const school = await openSchool([], { vendorKeys: publicKey.export({ type: 'spki', format: 'pem' }).toString() })
  const { core } = school.server
  const platform = await preparePlatform(core)
  return {
    ...school,
    operator: await signedIn(school.server, platform, { roles: ['platform'], nickName: '运维甲' }),
    code: async (change, key = privateKey) =>
      makeCode(
        {
          id: randomUUID(),
          schoolName: '测试学校100001',
          edition: '标准版',
          modules: [],
          maxStudents: 1000,
          issuedAt: dayFrom(-400),
          expireDate: dayFrom(365),
          graceDays: 30,
          machineCode: await machineCode(core),
          ...change,
        },
        key,
      ),
    close: async () => {
      await openingsSettled()
      await school.close()
    },
  }
}
export const ADMIN = { userName: 'zhang', nickName: '张主任', mobile: '13800000001' }
/** Code and rule of a refusal. */
export const rule = (answer: { code: number; errors: Array<{ rule: string }> }): string => `${answer.code} ${answer.errors[0]?.rule ?? ''}`
