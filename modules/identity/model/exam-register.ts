import { action, text } from '#model'

/** Self-registration for the enrolment exam only: the mobile number is verified by a code, all other data is unverified until the application is reviewed. */
export const examRegister = action('identity.openApi/exam.register', '考生注册', {
  access: { open: 'an applicant has no account yet; the code to the phone is the proof' },
  input: {
    tenantId: text('学校', { max: 12 }),
    name: text('姓名', { required: true, max: 40 }),
    idNo: text('身份证号', { required: true, max: 18, format: 'citizenId' }),
    mobile: text('手机号', { required: true, max: 11, format: 'mobile' }),
    code: text('验证码', { required: true, max: 8 }),
    password: text('密码', { required: true, max: 1000 }),
  },
  output: { userName: text('用户名', { required: true, max: 64 }) },
  refusals: {
    closed: '现在不开放注册',
    code: '验证码不正确或已过期',
    taken: '身份证号 {idNo} 已注册过，请直接登录，或用注册时的手机号找回密码',
  },
})
