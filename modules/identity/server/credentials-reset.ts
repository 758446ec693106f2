import { Refusal } from '#model'
import { writeAudit } from '#server/audit/audit-line.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { accountById, idsOf } from '#server/identity/accounts.ts'
import { setPassword, unlock } from '#server/identity/api.ts'
import { texts } from '#server/identity/body.ts'
import { realmOfAppType } from '#server/identity/deps.ts'
import { md5 } from '#server/identity/hashing.ts'
import { assertActive } from '#server/identity/schools.ts'
import { settings } from '#server/params/identity-parameters.ts'
import { type Proof, pickTicket, provenBy } from './credentials-mobile.ts'

/** POST openApi/resetPassword: a new password by a code to a verified number, sent in clear so that the policy can check it. A rejected password returns a ticket for another
 *  try. */
export default customRoutes((app, { identity }) => {
  app.post('/api/auth/openApi/resetPassword', { config: { open: 'who has forgotten the password cannot sign in' } }, async request => {
    const given = texts(request.body, ['mobile', 'code', 'password'], ['tenantId', 'ticket', 'appType'])
    const school = await identity.schools.byCode(given.tenantId ?? '')
    assertActive(school)
    const realm = realmOfAppType(given.appType)
    identity.signIn.limitAddress(request.ip, settings('login', await identity.deps.params(school.id, 'login')))
    const db = identity.deps.gateOf(school.id)
    const proof: Proof = { identity, db, realm, scene: 'reset', given: given.ticket || given.mobile.trim(), md5Hex: md5(given.code.trim()), ip: request.ip }
    const userId = await provenBy(proof)
    const account = await accountById(db, userId)
    if (account?.status !== 'enabled' || account.isOutlived) throw new Refusal(403, [{ rule: 'identity.signIn.barred', text: '账号已停用，请联系管理员' }])
    const personal = await identity.deps.personalNumbers(idsOf(school.id, account))
    try {
      const set = await db.tx(async tx => {
        const done = await setPassword(tx, userId, given.password, { personal })
        await unlock(tx, [userId])
        await writeAudit(tx, { userId, action: 'password.forgotten', bizType: 'user', bizId: userId, ip: request.ip, traceId: request.id })
        return done
      })
      return success({ ...set, userName: account.userName }, request.id, request.lang)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 422) throw error
      throw new Refusal(422, error.issues, { ticket: await pickTicket(proof, userId) })
    }
  })
})
