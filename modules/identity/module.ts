import { defineModule } from '#model'
import * as consent from './model/credentials-consent.ts'
import { factorList, factorReset } from './model/credentials-factor.ts'
import { accountMessages } from './model/credentials-messages.ts'
import { identityParameters, learntRanges, testPassword } from './model/credentials-policy.ts'
import * as sessions from './model/credentials-sessions.ts'
import { loginType } from './model/credentials-ways.ts'
import { examRegister } from './model/exam-register.ts'
import * as scan from './model/scan.ts'
import * as doors from './model/sso.ts'
import { signScript, wecomTicket } from './model/wecom-script.ts'

export default defineModule({
  code: 'identity',
  name: '身份与登录',
  included: 'always',
  service: 'auth',
  needs: ['system', 'campus'],
  entities: [doors.identitySource, doors.userBinding, loginType, consent.userConsent, wecomTicket],
  actions: [
    doors.confirmSource,
    doors.unbindUser,
    signScript,
    scan.scanState,
    scan.scanned,
    scan.scanConfirm,
    examRegister,
    consent.currentNotice,
    consent.agreeNotice,
    consent.withdrawConsent,
    consent.myConsents,
    testPassword,
    learntRanges,
    factorList,
    factorReset,
    sessions.onlineUsers,
    sessions.kickOnline,
    sessions.kickRole,
    sessions.mySessions,
    sessions.endMySession,
    sessions.mySignIns,
    sessions.signInStatistics,
  ],
  ports: {
    signInWays: 'openApi/loginWays',
    sendSmsCode: 'openApi/smsCode',
    forgotPage: '/forgot',
    startSocialSignIn: 'openApi/social/authorize',
    safeReturnPath: 'openApi/returnPath',
    createSignInScan: 'openApi/scan/create',
    signInScanState: 'openApi/scan/state',
    enrolSecondFactor: 'openApi/mfaEnrol',
    confirmSecondFactor: 'openApi/mfaConfirm',
    registrationTicket: 'openApi/exam/ticket',
    registerApplicant: examRegister,
    privacyNotice: consent.currentNotice,
    agreePrivacyNotice: consent.agreeNotice,
    mySessions: sessions.mySessions,
    endMySession: sessions.endMySession,
    signScript,
  },
  pages: [
    { path: '/oauth/callback/:source', title: '登录', component: 'identity/DoorCallbackPage', access: 'open', frame: 'bare' },
    { path: '/loginbyoauth2', title: '登录', component: 'identity/LoginByOauth2Page', access: 'open', frame: 'bare' },
    { path: '/loginbyjwt', title: '登录', component: 'identity/LoginByJwtPage', access: 'open', frame: 'bare' },
    { path: '/loginbywechatenterprise', title: '企业微信登录', component: 'identity/LoginByWecomPage', access: 'open', frame: 'bare' },
    { path: '/welcome/loginbywechatenterprise', title: '企业微信登录', component: 'identity/LoginByWecomPage', access: 'open', frame: 'bare' },
    { path: '/bindingusertoautologin', title: '绑定账号', component: 'identity/BindUserPage', access: 'open', frame: 'bare' },
    ...['/scan', '/welcome/scan', '/dzks/scan'].map(path => ({ path, title: '扫码登录', component: 'identity/ScanPage', access: 'signedIn', frame: 'bare' }) as const),
    ...['/forgot', '/welcome/forgot', '/dzks/forgot'].map(path => ({ path, title: '找回密码', component: 'identity/ForgotPage', access: 'open', frame: 'bare' }) as const),
  ],
  menus: [
    {
      title: '系统管理',
      icon: 'settings',
      domain: 'manage',
      children: [
        {
          title: '登录与身份',
          icon: 'key-round',
          children: [
            { title: '认证源', path: '/identity/sources', component: 'identity/IdentitySourcePage', icon: 'plug', of: [doors.identitySource] },
            { title: '账号绑定', path: '/identity/bindings', component: 'identity/UserBindingPage', icon: 'link', of: [doors.userBinding, doors.unbindUser] },
            { title: '登录方式', path: '/identity/login-types', component: 'identity/LoginTypePage', icon: 'log-in', of: [loginType] },
            {
              title: '密码策略',
              path: '/identity/password-policy',
              component: 'identity/PasswordPolicyPage',
              icon: 'lock-keyhole',
              of: ['system:baseParams:list', 'system:baseParams:submit'],
            },
            { title: '二次验证', path: '/identity/second-factors', component: 'identity/SecondFactorPage', icon: 'shield-check', of: [factorList, factorReset] },
            { title: '在线用户', path: '/identity/online', component: 'identity/OnlinePage', icon: 'monitor-check', of: [sessions.onlineUsers, sessions.kickOnline] },
            { title: '登录统计', path: '/identity/statistics', component: 'identity/SignInStatisticsPage', icon: 'chart-column', of: [sessions.signInStatistics] },
            { title: '隐私同意', path: '/identity/consents', component: 'identity/UserConsentPage', icon: 'file-check', of: [consent.userConsent] },
          ],
        },
      ],
    },
  ],
  messages: [doors.bindingChanged, ...accountMessages],
  grants: { admin: ['identity:*'] },
  parameters: { ...identityParameters, examRegister: { label: '开放考生注册', initial: true, help: '考生用手机验证码自己注册考试报名账号' } },
})
