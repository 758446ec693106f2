import { setProvedMobile } from '#modules/system/server/api.ts'
import { writeAudit } from '#server/audit/audit-line.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { caller, md5Of, texts } from '#server/identity/body.ts'
import { md5 } from '#server/identity/hashing.ts'
import { confirmOwn } from '#server/identity/own-password.ts'
import { notify } from '#server/notifications/notify.ts'
import { bindingChanged } from '../model/sso.ts'
import { mobileOf } from './credentials-codes.ts'
import { wrongCode } from './credentials-mobile.ts'

/** POST mobile/verify: verifies the user's number by a code, after re-entering the password. */
export default customRoutes((app, { identity }) => {
  app.post('/api/auth/mobile/verify', { config: { permission: 'signedIn' } }, async request => {
    const me = caller(request)
    const given = texts(request.body, ['mobile', 'code', 'password'])
    const mobile = mobileOf(given.mobile)
    await confirmOwn(identity, me, md5Of('password', given.password))
    const isRight = await identity.codes.check({ tenantId: me.tenantId, scene: 'verify', mobile }, md5(given.code.trim()))
    if (!isRight) throw wrongCode('code')
    await identity.deps.gateOf(me.tenantId).tx(async db => {
      await setProvedMobile(db, me.userId, mobile)
      await writeAudit(db, { userId: me.userId, action: 'mobile.verify', bizType: 'user', bizId: me.userId, ip: request.ip, traceId: request.id })
      await notify(db, bindingChanged, {
        to: [me.userId],
        values: { source: { text: '手机号' }, change: { text: '绑定' } },
        bizType: 'user',
        bizId: me.userId,
        link: '/personalcenter',
      })
    })
    return success(true, request.id, request.lang)
  })
})
