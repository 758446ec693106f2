import { action, bool, text } from '#model'
import { schoolData } from './open-calls.ts'
import { tenant } from './school.ts'

const schoolName = text('学校名称', { required: true, max: 100, help: '注册后由授权决定，不能修改' })

/** The school's own master data, for the platform and for prints. */
export const saveSchool = action('tenancy.tenant.saveSchool', '保存学校信息', {
  output: 'none',
  input: { schoolName, ...schoolData },
  refusals: { nameLicensed: '学校名称“{licensed}”写在授权里，不能改成“{given}”' },
})
/** The same for the form; the contact's number is masked and stays when none is given. */
export const mySchool = action('tenancy.tenant.mySchool', '学校信息', {
  method: 'GET',
  permission: saveSchool.permission,
  output: { schoolName, ...schoolData, contactMobile: tenant.fields.contactMobile, isRegistered: bool('已注册', { required: true }) },
})
