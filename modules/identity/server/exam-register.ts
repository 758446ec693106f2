import { user } from '#modules/system/model/user.ts'
import { giveRole } from '#modules/system/server/api.ts'
import { handle } from '#server/context.ts'
import { md5 } from '#server/identity/hashing.ts'
import { type Identity, identityIn } from '#server/identity/index.ts'
import { checkPolicy, policyOf, setPassword } from '#server/identity/passwords.ts'
import { selfRegistration } from '#server/identity/self-registration.ts'
import { settings } from '#server/params/identity-parameters.ts'
import { examRegister } from '../model/exam-register.ts'

/** Whether applicants may register; open by default. */
export const isRegisterOpen = async ({ deps }: Identity, tenantId: string): Promise<boolean> => (await deps.params(tenantId, 'identity')).examRegister !== false

/** A correct code verifies the number. All other checks come first, because the code is consumed. */
const register = handle(examRegister, async (ctx, { name, idNo, mobile, code, password }) => {
  const { db, me, refuse } = ctx
  const identity = identityIn(ctx)
  if (!(await isRegisterOpen(identity, me.tenantId))) refuse('closed')
  identity.signIn.limitAddress(ctx.ip, settings('login', await identity.deps.params(me.tenantId, 'login')))
  const accountNo = idNo.toUpperCase()
  checkPolicy(password, { userName: accountNo, accountNo, mobile, isPrivileged: false }, await policyOf(db), [accountNo])
  if (!(await identity.codes.check({ tenantId: me.tenantId, scene: 'verify', mobile }, md5(code.trim())))) refuse('code', {}, 'code')
  const made = await db.insertOrSkip(user, { userName: accountNo, accountNo, nickName: name, realm: 'exam', mobile, mobileVerified: true, status: 'enabled' })
  if (!made) return refuse('taken', { idNo: `${accountNo.slice(0, 4)}${'*'.repeat(10)}${accountNo.slice(-4)}` }, 'idNo')
  await giveRole(db, made.id, 'applicant')
  await setPassword(db, made.id, password, { personal: [accountNo] })
  return { userName: made.userName }
})
export default [register, selfRegistration({ code: 'identity.exam', realm: 'exam', isOpen: isRegisterOpen })]
