import { isUuid, Refusal } from '#model'
import { handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { platformOf } from '#server/tenants/platform.ts'
import { getCode, getStatus, provisionProgress, registerSoft, schoolPackage } from '../model/index.ts'

const status = handle(getStatus, async (ctx, { tenantId }) => {
  const school = await platformOf(ctx).school(tenantId)
  const nothing = { edition: null, modules: null, maxStudents: null, expireDate: null, daysLeft: null, state: null }
  if (!school) return { registered: false, schoolName: null, ...nothing }
  const { isRegistered, state, edition, modules, maxStudents, expireDate, daysLeft } = school.standing
  const isOpening = state === 'registering' || state === 'provisioning'
  return { registered: isRegistered, schoolName: school.schoolName, ...(isOpening ? { edition, modules: [...modules], maxStudents, expireDate, daysLeft, state } : nothing) }
})
const code = handle(getCode, async (ctx, { schoolName, contact, contactMobile }) => {
  const machineCode = await platformOf(ctx).machineCode()
  const line = (label: string, value: string): string => `${translate(ctx.lang, label)}${ctx.lang === 'en' ? ': ' : '：'}${value}`
  const requestText = [
    translate(ctx.lang, '青蓝注册申请'),
    line('学校名称', schoolName),
    line('联系人', contact),
    line('联系人手机', contactMobile),
    line('机器码', machineCode),
  ].join('\n')
  return { machineCode, requestText }
})
const register = handle(registerSoft, async (ctx, { machineCode, regCode, schoolName, tenantId, admin, school }) => {
  const opened = await platformOf(ctx).register({ machineCode, regCode, schoolName, code: tenantId ?? null, admin, school: school ?? null })
  return { tenantId: opened.code, provisionId: opened.provisionId, activationLink: activationLink(opened.code, opened.token) }
})
/** Page where the first administrator sets a password; a path only, because the public address is known to the browser alone. */
export const activationLink = (tenantId: string, token: string | null): string | null => token && `/activate?tenantId=${tenantId}&token=${token}`

const progress = handle(provisionProgress, async (ctx, { provisionId }) => {
  if (!isUuid(provisionId)) throw new Refusal(404, [{ rule: 'tenancy.school.unknown', text: '没有这所学校' }])
  const found = await platformOf(ctx).progress(provisionId)
  return { ...found, state: found.state as 'active', steps: found.steps.map(s => ({ ...s, title: translate(ctx.lang, s.title) })) }
})
const data = handle(schoolPackage, async (ctx, { token }) => {
  const { stream, name } = await platformOf(ctx).package(token)
  return {
    blob: stream,
    type: 'application/zip',
    headers: { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`, 'cache-control': 'no-store' },
  }
})
export default [status, code, register, progress, data]
