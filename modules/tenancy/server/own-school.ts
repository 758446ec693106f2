import { handle } from '#server/context.ts'
import { sameName } from '#server/tenants/licences.ts'
import { mySchool, saveSchool, tenant } from '../model/index.ts'

const show = handle(mySchool, async ({ db, me }) => {
  const { schoolName, schoolCode, schoolType, shortName, contact, contactMobile, licenceId } = await db.unscoped(tenant).one(me.tenantId) // a school has a single row: its own
  return {
    schoolName,
    schoolCode,
    schoolType,
    shortName,
    contact,
    contactMobile,
    isRegistered: licenceId !== null,
  }
})
const save = handle(saveSchool, async ({ db, me, refuse }, given) => {
  const before = await db.unscoped(tenant).lock(me.tenantId) // a school has a single row: its own
  if (before.licenceId && !sameName(before.schoolName, given.schoolName)) refuse('nameLicensed', { licensed: before.schoolName, given: given.schoolName }, 'schoolName')
  const { contactMobile, ...rest } = given
  await db.update(tenant, me.tenantId, { ...rest, ...(contactMobile ? { contactMobile } : {}) })
})
export default [show, save]
