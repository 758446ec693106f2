import { action, bool, integer, list, ref, shape, text } from '#model'

/** Accounts that need or have a second factor, with their state. */
export const factorList = action('identity.secondFactor.list', '二次验证', {
  method: 'GET',
  input: { keyword: text('姓名或账号', { max: 64 }), isMissing: bool('只看未设置'), current: integer('页', { min: 1 }), size: integer('每页', { min: 1, max: 200 }) },
  output: {
    total: integer('人数', { required: true }),
    isEnabled: bool('已开启', { required: true }),
    result: list(
      '人员',
      shape('人员', {
        id: ref('user', '用户', { required: true }),
        accountNo: text('账号', { required: true, max: 32 }),
        nickName: text('姓名', { required: true, max: 64 }),
        roleNames: text('角色', { required: true, max: 1000 }),
        isRequired: bool('角色要求', { required: true }),
        hasTotp: bool('身份验证器', { required: true }),
        isVerified: bool('手机号已验证', { required: true }),
        codesLeft: integer('恢复码', { required: true }),
        devices: integer('受信任设备', { required: true }),
      }),
      { required: true },
    ),
  },
})
/** For users who lost both phone and recovery codes: removes the factor, so that the next sign-in enrols a new one. */
export const factorReset = action('identity.secondFactor.reset', '重置二次验证', {
  output: 'none',
  input: { id: ref('user', '用户', { required: true }), reason: text('原因', { required: true, max: 200 }) },
  refusals: { none: '“{nickName}”还没有设置身份验证器，也没有受信任的设备', self: '自己的二次验证请在个人中心更换' },
})
