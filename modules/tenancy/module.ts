import { defineModule } from '#model'
import * as m from './model/index.ts'

export default defineModule({
  code: 'tenancy',
  name: '学校与授权',
  included: 'always',
  entities: [m.tenant, m.licence, m.provisionStep],
  actions: [
    m.getStatus,
    m.getCode,
    m.registerSoft,
    m.provisionProgress,
    m.schoolPackage,
    m.schools,
    m.openSchool,
    m.resumeSchool,
    m.renewSchool,
    m.freezeSchool,
    m.restoreSchool,
    m.closeSchool,
    m.licenceStanding,
    m.mySchool,
    m.saveSchool,
    m.readiness,
  ],
  ports: { licenceStanding: m.licenceStanding, licencePage: '/tenancy/licence' },
  menus: [
    {
      title: '系统管理',
      icon: 'settings',
      domain: 'manage',
      children: [
        {
          title: '学校与授权',
          icon: 'school',
          children: [
            { title: '启用清单', path: '/tenancy/readiness', component: 'tenancy/ReadinessPage', icon: 'list-checks', of: [m.readiness] },
            { title: '软件授权', path: '/tenancy/licence', component: 'tenancy/LicencePage', icon: 'badge-check', of: [m.licence, m.saveSchool] },
          ],
        },
      ],
    },
    {
      title: '平台',
      icon: 'server',
      isPlatform: true,
      children: [
        {
          title: '学校',
          path: '/platform/schools',
          component: 'tenancy/SchoolsPage',
          icon: 'school',
          of: [m.schools, m.openSchool, m.renewSchool, m.freezeSchool, m.closeSchool],
        },
      ],
    },
  ],
  pages: [{ path: '/registerschool', title: '软件注册', component: 'tenancy/RegisterPage', access: 'open', frame: 'bare' }],
  messages: [m.expiring],
  grants: { platform: ['tenancy:tenant:*'] },
})
