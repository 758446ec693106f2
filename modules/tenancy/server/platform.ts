import { handle } from '#server/context.ts'
import { platformOf } from '#server/tenants/platform.ts'
import { closeSchool, freezeSchool, openSchool, renewSchool, restoreSchool, resumeSchool, schools } from '../model/index.ts'
import { activationLink } from './open-calls.ts'

const list = handle(schools, async ctx => (await platformOf(ctx).schools()).map(({ standing, ...school }) => ({ ...school, ...standing, modules: [...standing.modules] })))
const open = handle(openSchool, async (ctx, { schoolName, regCode, admin, school }) => {
  const platform = platformOf(ctx)
  const given = { schoolName, admin, school: school ?? null }
  const opened = regCode ? await platform.register({ ...given, regCode }) : await platform.open(given)
  return { tenantId: opened.code, provisionId: opened.provisionId, activationLink: activationLink(opened.code, opened.token) }
})
const resume = handle(resumeSchool, (ctx, { id }) => platformOf(ctx).resume(id))
const renew = handle(renewSchool, (ctx, { id, regCode, reason }) => platformOf(ctx).renew(id, regCode, reason))
const freeze = handle(freezeSchool, (ctx, { id, reason }) => platformOf(ctx).freeze(id, reason))
const restore = handle(restoreSchool, (ctx, { id, reason }) => platformOf(ctx).restore(id, reason))
const close = handle(closeSchool, async (ctx, { id, reason }) => {
  const token = await platformOf(ctx).close(id, reason)
  return { packageLink: `/api/flySource-auth/openApi/schoolPackage?token=${token}` }
})
export default [list, open, resume, renew, freeze, restore, close]
